/** Selects what a stream delivers with each Post: fields of the Post and of the objects that it refers to. */
import { choices, collection } from '../fields';
import { entities, type EntityName } from '../model/entities';
import type { ValueOf } from '../operation/operation';
import { splitList } from '../util/text';
import { fieldChoices, includeChoices } from './selections';

const fieldsOf = (name: EntityName) => choices(fieldChoices(entities[name]), {}, true);

/** Returns the collection of choices. */
export const postSelection = () =>
	collection(
		{
			expansions: choices(
				includeChoices(entities.post),
				{ label: 'Include', description: 'Objects to deliver beside the Post. X may bill them.' },
				true,
			),
			mediaFields: fieldsOf('media'),
			placeFields: fieldsOf('place'),
			pollFields: fieldsOf('poll'),
			postFields: fieldsOf('post'),
			userFields: fieldsOf('user'),
		},
		{ label: 'Fields and Expansions', placeholder: 'Add Fields' },
	);

type Chosen = NonNullable<ValueOf<ReturnType<typeof postSelection>>>;

/** Returns the chosen values, by the names of the query's parameters. */
export function chosenSelection(chosen?: Chosen): Record<string, string[]> {
	const names = ['post', 'user', 'media', 'poll', 'place'] as const;
	const selections = [
		['expansions', chosen?.expansions] as const,
		...names.map((name) => [entities[name].fieldsParam, chosen?.[`${name}Fields`]] as const),
	];
	return Object.fromEntries(
		selections.flatMap(([parameter, list]) => (list ? [[parameter, splitList(list)] as const] : [])),
	);
}
