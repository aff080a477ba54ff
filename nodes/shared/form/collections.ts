/** The collections of a node. One collection serves many forms, and each form shows the members that it has. */
import { isEmpty, isEqual } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import type { Collection } from '../operation/field';
import { COLLECTIONS } from '../operation/labels';
import { conditionsOf, coversOf, isCovered, merge, type Location, type PlacedProperty } from './merge';

export interface Member extends PlacedProperty {
	readonly collection: Collection;
}

/** Returns the collections of a node. */
export const collections = (members: readonly Member[], locations: readonly Location[]): INodeProperties[] =>
	(Object.keys(COLLECTIONS) as Collection[]).flatMap((name) => {
		const inCollection = members.filter(({ collection }) => collection === name);
		if (inCollection.length === 0) return [];
		const places = locations.filter((location) => inCollection.some(({ shown }) => isEqual(shown, location)));
		return coversOf(places, locations).map((cover) => {
			const within = inCollection.filter(({ shown }) => isCovered(cover, shown));
			const covered = places.filter((place) => isCovered(cover, place));
			return {
				displayName: COLLECTIONS[name].name,
				name,
				type: 'collection' as const,
				placeholder: COLLECTIONS[name].placeholder,
				default: {},
				...(!isEmpty(cover) && { displayOptions: { show: conditionsOf(cover) } }),
				options: merge(within, covered, '/').sort(
					(a, b) => placeOf(a, name) - placeOf(b, name) || a.displayName.localeCompare(b.displayName, 'en'),
				),
			};
		});
	});

/** The options that many operations have, by use: they come after what belongs to one operation. */
const SHARED =
	'dryRun maxCost whenMaxCost guard maxWait resumeFrom file failOnPartialErrors parallelRequests singleRequest emptyExpressions assumedPrice livePricesUrl'.split(
		' ',
	);

const placeOf = ({ name }: INodeProperties, collection: Collection): number =>
	collection === 'options' ? SHARED.indexOf(name) + 1 : 0;
