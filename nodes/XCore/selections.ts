/** The form's field selections and expansions, made of the table of entities. */
import { uniq } from 'lodash';
import type { Field } from '../shared/operation/operation';
import { choices, choicesFrom, selection } from '../shared/fields';
import { title } from '../shared/operation/labels';
import { entities, entityNamed, type EntityName, type EntityType } from '../shared/model/entities';

const fieldsField = ({ label, noun, fields }: EntityType): Field =>
	choices(choicesFrom(fields, title), {
		label,
		description: noun === undefined ? 'Which fields to return' : `Which fields of ${noun} to return`,
	});

/**
 * The selections of a read: the fields of the entity that it answers with, its expansions, and the fields of the
 * entities that these refer to.
 *
 * @param name The entity that the read answers with.
 */
export function selectionOf(name: EntityName): Record<string, Field> {
	const type = entities[name];
	const { expansions = [] } = type;
	const targets = expansions.map(({ target }) => entityNamed(target));
	return selection({
		...Object.fromEntries(uniq([type, ...targets]).map((each) => [each.fieldsParam, fieldsField(each)])),
		...(expansions.length > 0 && {
			expansions: choices(
				choicesFrom(
					expansions.map((each) => each.name),
					title,
				),
				{ label: 'Expansions', description: 'Related entities to fetch and join into the result' },
			),
		}),
	});
}

export const postSelection = selectionOf('post');
export const userSelection = selectionOf('user');
export const dmEventSelection = selectionOf('dmEvent');
export const listSelection = selectionOf('list');
export const spaceSelection = selectionOf('space');
