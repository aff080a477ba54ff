/**
 * Reads of X's entities: their part of the form, and their results. https://docs.x.com/x-api/fundamentals/fields,
 * https://docs.x.com/x-api/fundamentals/expansions
 */
import { camelCase, difference, identity, pick, uniq, upperFirst } from 'lodash';
import { many, one, token, type Field, type Fields } from '../operation/operation';
import { choices, choicesFrom, choicesOnRequest, options, type Choices } from '../fields';
import { title } from '../operation/labels';
import { entities, entityNamed, type EntityName } from '../model/entities';
import type { EntityType } from '../model/entityType';
import { newerParameter, newerValue } from '../model/tweetNaming';

type Selection = Readonly<Record<`${string}.fields`, Field<string[] | undefined>>>;

/** Fields whose names on the wire explain too little. */
const FIELD_NAMES: Choices = { note_tweet: ['Long Text', 'Field note_tweet: the whole text of a long Post'] };

/** Names an entity as the newer description does, for operations that have never had other names. */
export const inNewerNames = (type: EntityType): EntityType => ({
	...type,
	fieldsParam: newerParameter(type.fieldsParam),
	fields: difference(type.fields, type.dropped ?? []).map((field) => newerValue(type.fieldsParam, field)),
	expansions: (type.expansions ?? []).map((each) => ({ ...each, name: each.newer ?? each.name })),
});

/** Returns the fields of an entity as choices. */
export const fieldChoices = ({ fields }: Pick<EntityType, 'fields'>): Choices => ({
	...choicesFrom(fields, title),
	...pick(FIELD_NAMES, fields),
});

/** Returns the entities that can be included with an entity, as choices. */
export const includeChoices = ({ expansions = [] }: Pick<EntityType, 'expansions'>): Choices =>
	Object.fromEntries(
		expansions.map(({ name, to, label = title(to) }) => [name, [label, `Expansion ${name}`] as const]),
	);

const LONGEST_LIST = 8;

function fieldsField({ label, noun, fields, fieldsParam }: EntityType) {
	const description = noun === undefined ? 'Which fields to return' : `Which fields of ${noun} to return`;
	return fields.length > LONGEST_LIST
		? choicesOnRequest(fieldChoices({ fields }), {
				label: label.replace(/s$/, ''),
				description,
				method: methodFor(fieldsParam),
			})
		: choices(fieldChoices({ fields }), { label, description }, true);
}

/** `tweet.fields` → `getTweetFields` */
const methodFor = (parameter: string): string => `get${upperFirst(camelCase(parameter))}`;

/** Makes the selections of a read: the fields of the entity, its expansions, and the fields of what they refer to. */
export function selectionOf(name: EntityName, as: (type: EntityType) => EntityType = identity): Selection {
	const { expansions = [] } = as(entities[name]);
	const types = uniq([entities[name], ...expansions.map(({ target }) => entityNamed(target))]).map(as);
	const fields: Record<string, Field<string[]>> = Object.fromEntries(
		types.map((type) => [type.fieldsParam, fieldsField(type)]),
	);
	if (expansions.length > 0)
		fields.expansions = choicesOnRequest(includeChoices({ expansions }), {
			label: 'Expansion',
			description:
				'What to <a href="https://docs.x.com/x-api/fundamentals/expansions">fetch and join</a>, such as authors',
			method: methodFor('expansions'),
		});
	return options(fields);
}

/** Fields and result of an operation that returns one entity; `fields` are its own. */
export const readOne = <F extends Fields>(name: EntityName, fields: F) => ({
	fields: { ...fields, ...selectionOf(name) },
	result: one(entities[name]),
});

/** Fields and result of an operation that returns several entities at once; `fields` are its own. */
export const readMany = <F extends Fields>(name: EntityName, fields: F) => ({
	fields: { ...fields, ...selectionOf(name) },
	result: many(entities[name]),
});

/** Returns the same for an operation that knows only the newer names. */
export const readManyNewer = <F extends Fields>(name: EntityName, fields: F) => ({
	fields: { ...fields, ...selectionOf(name, inNewerNames) },
	result: many(inNewerNames(entities[name])),
});

/** Fields, pages and result of an operation that returns pages. */
export const readPages = <F extends Fields>(name: EntityName, fields: F, max: number, min?: number) => ({
	...readMany(name, { ...fields }),
	paging: token(max, min),
});
