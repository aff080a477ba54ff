/**
 * The collection of each form. A node has few of them: a collection serves many operations, and each of its members is
 * shown for those that have it.
 */
import { groupBy, isEmpty, isEqual, partition, uniqWith } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import { HAS_VALUE } from '../fields';
import { FORMER_BOXES, type FormerBox } from '../operation/boxes';
import type { Box, Section } from '../operation/operation';
import { COLLECTIONS } from '../operation/labels';
import { conditionsOf, coversOf, isCovered, merge, type Location, type PlacedProperty } from './merge';

/** A form and what is in its collection. */
export interface CollectedForm {
	readonly shown: Location;
	readonly box: Box;
	readonly members: readonly { readonly section: Section | undefined; readonly property: INodeProperties }[];
}

/**
 * The collections of a node.
 *
 * @param forms All forms of the node.
 */
export function collections(forms: readonly CollectedForm[]): INodeProperties[] {
	const locations = forms.map(({ shown }) => shown);
	const filled = forms.filter(({ members }) => members.length > 0);
	return Object.entries(groupBy(filled, 'box')).flatMap(([box, same]) =>
		withoutContradictions(same).flatMap((alike) => {
			const places = alike.map(({ shown }) => shown);
			return coversOf(places, locations).map((cover) => ({
				displayName: COLLECTIONS[box as Box].name,
				name: box,
				type: 'collection' as const,
				placeholder: COLLECTIONS[box as Box].placeholder,
				default: {},
				...(!isEmpty(cover) && { displayOptions: { show: conditionsOf(cover) } }),
				options: membersOf(alike.filter(({ shown }) => isCovered(cover, shown))),
			}));
		}),
	);
}

/** The members that some forms have, each shown in those that have it. */
function membersOf(forms: readonly CollectedForm[]): INodeProperties[] {
	const placed = forms.flatMap(({ shown, members }) => members.map(({ property }) => ({ property, shown })));
	const [saved, offered] = partition(placed, ({ property }) => isWhileSaved(property));
	const locations = forms.map(({ shown }) => shown);
	return [
		...merge(offered, locations, '/'),
		...uniqWith(
			saved.map(({ property }) => property),
			isEqual,
		),
	].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
}

/**
 * Whether a member is there as long as it has a value. n8n loses that value where another member has the same name, so
 * it stands once in its collection, without further conditions.
 */
const isWhileSaved = ({ name, displayOptions }: INodeProperties): boolean =>
	displayOptions?.show?.[name] !== undefined;

/** What must be the same wherever a name stands for a member of one collection. */
const meaningOf = (property: INodeProperties): unknown =>
	isWhileSaved(property) ? property : { default: property.default };

/**
 * Parts forms so that in each part a name stands for one default: of members with one name, some versions of n8n take
 * the default of the first.
 */
function withoutContradictions(forms: readonly CollectedForm[]): CollectedForm[][] {
	const parts: { meanings: Map<string, unknown>; forms: CollectedForm[] }[] = [];
	for (const form of forms) {
		const fits = parts.find(({ meanings }) =>
			form.members.every(
				({ property }) =>
					!meanings.has(property.name) || isEqual(meanings.get(property.name), meaningOf(property)),
			),
		);
		const part = fits ?? { meanings: new Map<string, unknown>(), forms: [] };
		if (!fits) parts.push(part);
		part.forms.push(form);
		for (const { property } of form.members) part.meanings.set(property.name, meaningOf(property));
	}
	return parts.map((part) => part.forms);
}

/**
 * The collections that version 0.1.0 had besides. What a workflow saved there still applies; the form says so where
 * there is something. The editor keeps only values that have a property.
 *
 * @param forms All forms of the node.
 * @param merged Makes one property of equal ones.
 * @param taken Names that some forms of the node have at their top level: these collections are there for others only.
 */
export function formerCollections(
	forms: readonly CollectedForm[],
	merged: (placed: Iterable<PlacedProperty>) => INodeProperties[],
	taken: ReadonlySet<string>,
): INodeProperties[] {
	return (Object.keys(FORMER_BOXES) as FormerBox[]).flatMap((name) => {
		const having = forms.filter(
			({ box, members }) => box !== name && members.some(({ section }) => section === name),
		);
		if (having.length === 0) return [];
		const isShared = !taken.has(name) && forms.every(({ box }) => box !== name);
		if (isShared) return former(name);
		return merged(having.flatMap(({ shown }) => former(name).map((property) => ({ property, shown }))));
	});
}

const former = (name: FormerBox): INodeProperties[] => [
	{ displayName: FORMER_BOXES[name], name, type: 'hidden', default: '' },
	{
		displayName: `Saved <b>${FORMER_BOXES[name]}</b> still apply. What you add below counts first.`,
		name: `${name}Notice`,
		type: 'notice',
		default: '',
		displayOptions: { show: { [name]: HAS_VALUE } },
	},
];
