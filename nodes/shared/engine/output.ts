/** Turns answers into output items: Simplified, Selected Fields or Raw. */
import { difference, get, isNil, merge, reject, set, isEmpty } from 'lodash';
import type { INode } from 'n8n-workflow';
import { joinIncludes } from './expansions';
import type { OutputMode, Result, Shape, Values } from '../operation/operation';
import { readTexts, type Entity } from '../model/escapedText';
import { normalizeTweetKeys } from '../model/tweetNaming';
import { asText } from '../util/text';
import { entities as entityTypes } from '../model/entities';

export interface OutputChoice {
	readonly mode: OutputMode;
	/** Dotted names, for Selected Fields. */
	readonly fields: readonly string[];
	/** Whether a model reads the items: Simplified is shorter then. */
	readonly isForModel?: boolean;
}

/** Returns the items of one answer: for Raw, the whole answer as one item; otherwise one item for each entity. */
export function toItems(
	result: Result | undefined,
	body: unknown,
	values: Values,
	choice: OutputChoice,
): Entity[] {
	if (result?.deleted !== undefined)
		return [
			{
				deleted: get(body, 'data.deleted') !== false,
				...Object.fromEntries(result.deleted.map((field) => [field, values[field]])),
			},
		];
	// An empty answer means success. Without an item the workflow would stop here.
	if (body === undefined && result?.isList !== true) return [{ success: true }];
	if (result?.items) return result.items(body, values);
	if (choice.mode === 'raw') return [asEntity(body)];
	const shape = result?.shape;
	if (!shape) {
		const found = entities(result, normalizeTweetKeys(body));
		return result?.present ? found.map(result.present) : found;
	}
	const envelope = normalizeTweetKeys(asEntity(body), shape.fields ?? shape.simplifiedFields);
	const whole = entities(result, envelope);
	joinAll(shape, whole, asEntity(envelope.includes));
	return choice.mode === 'simplified'
		? simplifyAll(shape, whole, values, choice)
		: selectAll(shape, whole, choice.fields);
}

/*
 * These loops call no functions that are made for an answer: V8 compiles such a function anew for every long list, which
 * took a tenth of its processor time.
 */

/** Completes entities in their list: with what they refer to, and with texts as people wrote them. */
function joinAll(shape: Shape, whole: Entity[], includes: Entity): void {
	const join = joinIncludes(shape, includes);
	const { complete } = shape;
	for (const [index, entity] of whole.entries()) {
		const joined = join(readTexts(shape, entity));
		whole[index] = complete ? complete(joined) : joined;
	}
}

function simplifyAll(
	shape: Shape,
	whole: readonly Entity[],
	values: Values,
	{ isForModel }: OutputChoice,
): Entity[] {
	const chosen = chosenFields(shape, values);
	const without = withoutFields(shape, chosen);
	const { present } = shape;
	const simplified: Entity[] = [];
	for (const entity of whole) {
		const simple = simplify(shape, present ? present(entity) : entity, without);
		simplified.push(isForModel ? forModel(simple, chosen) : simple);
	}
	return simplified;
}

function selectAll({ present }: Shape, whole: readonly Entity[], fields: readonly string[]): Entity[] {
	const selected: Entity[] = [];
	for (const entity of whole)
		selected.push(select(flatten(present ? merge({}, entity, present(entity)) : entity), fields));
	return selected;
}

/** Returns the entities of an answer, at the path that the result names. */
export function entities(result: Result | undefined, body: unknown): Entity[] {
	const at = result?.at ?? 'data';
	const found: unknown = at === '' ? body : get(body, at.split('.'));
	// Some endpoints have answered without the `data` envelope.
	if (found === undefined || found === null)
		return result?.isList || isEnvelope(body) ? [] : [asEntity(body)];
	// An entry without content must not cost the others.
	if (Array.isArray(found)) return (found.some(isNil) ? reject(found, isNil) : found).map(asEntity);
	return [asEntity(found)];
}

const isEnvelope = (body: unknown) =>
	typeof body !== 'object' || body === null || 'data' in body || 'errors' in body || 'meta' in body;

function asEntity(value: unknown): Entity {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Entity;
	return value === undefined ? {} : { value };
}

/** Fields that Simplified leaves out: of all entities, and of those that were never edited. */
interface WithoutFields {
	readonly always: readonly string[];
	readonly ofUnedited: readonly string[];
}

function withoutFields(shape: Shape, chosen: readonly string[]): WithoutFields {
	// The full text has already replaced the field that X shortens, so its source would only repeat it.
	const sources = Object.values(shape.whole ?? {}).map((path) => path.split('.')[0] ?? path);
	const always = difference(sources, chosen);
	return { always, ofUnedited: ['edit_history_tweet_ids', ...always] };
}

/** Keeps the simplified fields if the API has no field selection, otherwise all requested fields, flattened. */
function simplify(shape: Shape, entity: Entity, { always, ofUnedited }: WithoutFields): Entity {
	return shape.fieldsParam === undefined
		? select(entity, shape.simplifiedFields)
		: flatten(entity, isUnedited(entity) ? ofUnedited : always);
}

/** Without a history there is nothing to leave out, and each name that is left out is compared with each field. */
const isUnedited = ({ edit_history_tweet_ids: history }: Entity): boolean =>
	history !== undefined && !(Array.isArray(history) && history.length > 1);

const chosenFields = ({ fieldsParam = '' }: Shape, values: Values): readonly string[] => {
	const chosen = values[fieldsParam];
	return Array.isArray(chosen) ? chosen.map(asText) : [];
};

/** Moves metrics to the top level and removes wrappers. */
function flatten(entity: Entity, without: readonly string[] = []): Entity {
	const flat: Entity = {};
	for (const key in entity) {
		const value = entity[key];
		if (key !== 'public_metrics' && !without.includes(key))
			flat[key] = typeof value === 'object' ? unwrap(value) : value;
	}
	const { public_metrics: metrics } = entity;
	if (typeof metrics === 'object') for (const key in metrics) flat[key] = (metrics as Entity)[key];
	return flat;
}

/** Removes the wrappers `{data: {…}}` and `public_metrics` inside a value. */
function unwrap(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(unwrap);
	if (typeof value !== 'object' || value === null) return value;
	const keys = Object.keys(value);
	if (keys.length === 1 && keys[0] === 'data') return unwrap((value as { data: unknown }).data);
	if (!('public_metrics' in value)) return value;
	const { public_metrics: metrics, ...rest } = value as Entity;
	return { ...rest, ...(typeof metrics === 'object' && metrics) };
}

/** `flatten` has already moved the metrics to the top level. */
const METRICS = 'public_metrics.';

/** Returns the name in the output of a field that the user named. */
export const selectedName = (written: string): string =>
	written.startsWith(METRICS) ? written.slice(METRICS.length) : written;

/** The named fields. Dotted names stay nested. */
function select(entity: Entity, names: readonly string[]): Entity {
	const answer: Entity = {};
	for (const written of names) {
		const name = selectedName(written);
		const value: unknown = name in entity ? entity[name] : get(entity, name);
		if (value === undefined) continue;
		if (name.includes('.')) set(answer, name.split('.'), value);
		else answer[name] = value;
	}
	return answer;
}

/** n8n names a node that an agent uses as a tool by its type and this ending. */
export const isTool = ({ type }: Pick<INode, 'type'>): boolean => type.endsWith('Tool');

const ASIDES = Object.values(entityTypes).flatMap(({ asides = [] }) => asides);

/** Values that most entities have. Only another one says something. */
const USUAL: Readonly<Record<string, unknown>> = {
	possibly_sensitive: false,
	protected: false,
	reply_settings: 'everyone',
	verified: false,
};

/** Returns an entity of Simplified without what a model has no use for. Fields that the user chose stay. */
export function forModel(entity: Entity, chosen: readonly string[]): Entity {
	const asides = new Set(difference(ASIDES, chosen));
	const short = (value: unknown): unknown => {
		if (Array.isArray(value)) return value.map(short);
		if (typeof value !== 'object' || value === null) return value;
		const { id } = value as Entity;
		const kept = Object.entries(value)
			.filter(([name, member]) => !asides.has(name) && !(name in USUAL && USUAL[name] === member))
			.filter(([name, member]) => name !== 'conversation_id' || member !== id)
			.map(([name, member]) => [name, short(member)] as const);
		return Object.fromEntries(kept.filter(([, member]) => !isNothing(member)));
	};
	return short(entity) as Entity;
}

const isNothing = (value: unknown): boolean =>
	value === null || value === '' || (typeof value === 'object' && isEmpty(value));
