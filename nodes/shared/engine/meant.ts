/** This file reports a set field without a value as a broken rule: otherwise a reply could become a Post of its own. */
import { get, isEmpty } from 'lodash';
import {
	broken,
	type BrokenRule,
	type Field,
	type Fields,
	type ParameterSource,
} from '../operation/operation';
import { propertyName } from '../operation/labels';
import { isObject } from '../util/lenient';
import { isNothing } from '../util/text';
import { isNone } from '../fields/exactText';
import { partsOfText } from '../fields/basic';
import { mayUnset } from './request';
import { asWritten, BY_MODEL, isByModel, spoiledRule, type Evaluate } from './spoiled';

export interface ReadField {
	readonly key: string;
	readonly field: Field;
	readonly source: ParameterSource;
	/** Absent where there are no items, as in triggers. */
	readonly evaluate: Evaluate | undefined;
}

/** Stands for the value of a field whose encoder refused it. */
export const NOT_ENCODED = Symbol('not encoded');

/**
 * The broken rule of a field that is set in the form and empty now. Fields that read the form in their own way decide
 * themselves what an empty part of it means.
 */
export function emptyRule(read: ReadField, encoded: unknown): BrokenRule | undefined {
	const rule = ruleOf(read, encoded);
	return rule && isAllowed(rule, read.source) ? undefined : rule;
}

/** Checks whether the user wants to go on without the value, or with a spoiled text. */
function isAllowed({ rule }: BrokenRule, source: ParameterSource): boolean {
	const chosen = source('options.emptyExpressions');
	return rule === 'empty' ? goesOn(chosen) : rule === 'spoiled' && chosen === SEND_ANY_TEXT;
}

function ruleOf(read: ReadField, encoded: unknown): BrokenRule | undefined {
	const { key, field } = read;
	const written = writtenIn(read);
	const leaf = isLocator(written) ? written.value : written;
	if (isExpression(leaf)) {
		const given = parameterOf(read, 'value');
		const value = isLocator(given) ? given.value : given;
		if (holdsObject(value) && !TOOL.test(leaf)) return objectInText(key);
		// An update sends empty values on purpose, because they unset. Blanks have no purpose.
		if (encoded === '' && mayUnset(field) && (typeof value !== 'string' || value === '')) return undefined;
		if (isNothing(encoded) || isNothing(value)) return withoutValue(key, leaf);
		// A value that was refused has a rule that says more.
		if (encoded === NOT_ENCODED) return undefined;
		return isNone(value) ? noneIn(key, leaf, value) : leftRule(key, read, leaf, value);
	}
	if (isEmptyCollection(field, written)) return broken(key, 'empty', HOLDS_NOTHING);
	if (!isLocator(written) || encoded !== undefined || !isNothing(written.value)) return undefined;
	const mode = field.property?.modes?.find((each) => each.name === written.mode);
	const isChosen = mode !== undefined && mode.name !== get(field.property?.default, 'mode');
	return isChosen ? broken(key, 'empty', `is set to ${mode.displayName}, and has no value`) : undefined;
}

/** The same inside a group or rows. */
export function* emptyMembers(read: ReadField): Generator<BrokenRule> {
	const { key, field, source } = read;
	const written = writtenIn(read);
	if (field.members && typeof written === 'object')
		for (const rule of memberRules(key, field.members, written, parameterOf(read, 'value'), read))
			if (!isAllowed(rule, source)) yield rule;
}

/** Returns a field's content in the form. Is undefined if the field reads the form itself, or is hidden. */
function writtenIn(read: ReadField): unknown {
	const { field, source } = read;
	if (!field.property || field.read || field.isCell?.(source)) return undefined;
	if (field.collection && !isOffered(field, source(field.collection), source)) return undefined;
	return parameterOf(read, 'written');
}

function parameterOf({ key, field, source }: ReadField, as: 'value' | 'written'): unknown {
	const name = propertyName(key, field);
	return field.collection ? get(source(field.collection, as), [name]) : source(name, as);
}

/** The broken rules of whole collections that are expressions without a value. */
export function* emptyCollections(fields: Fields, source: ParameterSource): Generator<BrokenRule> {
	if (goesOn(source('options.emptyExpressions'))) return;
	for (const name of new Set(Object.values(fields).flatMap(({ collection }) => collection ?? []))) {
		const written = source(name, 'written');
		if (isExpression(written) && isNothing(source(name))) yield withoutValue(name, written);
	}
}

/** Says of each field that was added to a collection and left empty that nothing is sent of it. */
export function* leftEmpty(fields: Fields, source: ParameterSource): Generator<string> {
	for (const [key, field] of Object.entries(fields)) {
		const { collection, property } = field;
		// An empty field of an update unsets, and an empty choice is one.
		if (!collection || !property || field.read || mayUnset(field) || property.type === 'options') continue;
		const written: unknown = get(source(collection, 'written'), [propertyName(key, field)]);
		if ((isLocator(written) ? written.value : written) === '')
			yield `{${key}} was added and is empty, so it is left out: give it a value, or remove it`;
	}
}

/** The values of the switch that allow empty expressions; the second one allows spoiled texts, too. */
const [LEAVE_OUT, SEND_ANY_TEXT] = ['leaveOut', 'sendAnyText'];
const goesOn = (chosen: unknown): boolean => chosen === LEAVE_OUT || chosen === SEND_ANY_TEXT;

/** The rule for a field, or for a whole collection, whose expression has no value. */
const withoutValue = <const Key extends string>(key: Key, expression: string): BrokenRule<Key> =>
	broken(key, 'empty', `is empty: ${asWritten(expression)} has no value`);

const noneIn = <const Key extends string>(key: Key, expression: string, value: unknown): BrokenRule<Key> =>
	broken(key, 'type', `must have a value, and ${asWritten(expression)} is ${String(value)}`);

/** The broken rule of what an expression left in a value beside what is meant. */
const leftRule = (
	key: string,
	{ field, evaluate }: Pick<ReadField, 'field' | 'evaluate'>,
	written: string,
	value: unknown,
): BrokenRule | undefined =>
	entryRule(key, field, written, value) ??
	(TOOL.test(written)
		? undefined
		: spoiledRule(key, { written, value, evaluate, isJson: field.property?.type === 'json' }));

function entryRule(key: string, field: Field, written: string, value: unknown): BrokenRule | undefined {
	// JSON is sent as it is, and may hold null.
	if (field.property?.type === 'json') return undefined;
	const place = entriesOf(field, written, value).findIndex(isNothing);
	return place < 0
		? undefined
		: broken(key, 'empty', `has an empty entry: number ${place + 1} of ${asWritten(written)} has no value`);
}

/** The entries that an expression made. What it took from a cell is the cell's: "1, 2," holds two. */
function entriesOf({ isList }: Field, written: string, value: unknown): readonly unknown[] {
	if (Array.isArray(value)) return value;
	if (isList !== true || typeof value !== 'string' || BY_MODEL.test(written)) return [];
	if (value.trim().startsWith('[')) return partsOfText(value);
	const typed = partsOfText(written.slice(1).replace(/\{\{.*?\}\}/gs, 'x'));
	const parts = partsOfText(value);
	return typed.length > 1 && parts.filter(isNothing).length > typed.filter(isNothing).length ? parts : [];
}

const OBJECT = '[object Object]';

/** n8n's own text for a review holds the input of the tool as an object, which X Chat writes out. */
const TOOL = /\$tool\b/;

const holdsObject = (value: unknown): boolean => typeof value === 'string' && value.includes(OBJECT);

/** No one means to publish this: the expression has one value of the object less than it needs. */
const objectInText = <const Key extends string>(key: Key): BrokenRule<Key> =>
	broken(
		key,
		'type',
		`must be text, and holds ${OBJECT}: an expression in it gives an object. Name one of its values`,
	);

/**
 * Checks for an empty collection in another one. n8n makes this of an expression in its place, with or without a value,
 * before a node can read it. At the top level an untouched form looks the same.
 */
const isEmptyCollection = ({ collection, property }: Field, written: unknown): boolean =>
	collection !== undefined && property?.type === 'collection' && isObject(written) && isEmpty(written);

const HOLDS_NOTHING =
	'holds nothing: add a value to it, or remove it. An expression in place of the whole has no effect in n8n';

/** Walks through groups and rows; a group keeps its members, and rows their list, under a name of its own. */
function* memberRules(
	path: string,
	members: Fields,
	written: unknown,
	value: unknown,
	read: Pick<ReadField, 'source' | 'evaluate'>,
): Generator<BrokenRule> {
	const { source, evaluate } = read;
	if (isExpression(written)) {
		if (isNothing(value)) yield withoutValue(path, written);
		return;
	}
	if (Array.isArray(written)) {
		for (const [index, row] of written.entries())
			yield* memberRules(`${path}.${index}`, members, row, get(value, [index]), read);
		return;
	}
	if (!isObject(written)) return;
	const known = Object.entries(members);
	const isRow = known.some(([key, field]) => propertyName(key, field) in written);
	if (!isRow) {
		for (const [name, inner] of Object.entries(written))
			yield* memberRules(path, members, inner, get(value, [name]), read);
		return;
	}
	for (const [key, field] of known) {
		const name = propertyName(key, field);
		if (!isOffered(field, value, source)) continue;
		const inner: unknown = get(value, [name]);
		const leaf = isLocator(written[name]) ? written[name].value : written[name];
		if (isExpression(leaf)) {
			const given = isLocator(inner) ? inner.value : inner;
			if (isNothing(given)) yield withoutValue(`${path}.${key}`, leaf);
			else if (isNone(given)) yield noneIn(`${path}.${key}`, leaf, given);
			else if (holdsObject(given)) yield objectInText(`${path}.${key}`);
			else {
				const left = leftRule(`${path}.${key}`, { field, evaluate }, leaf, given);
				if (left) yield left;
			}
		} else if (field.members) {
			yield* memberRules(`${path}.${key}`, field.members, written[name], inner, read);
		}
	}
}

/** Checks whether a member is shown beside the others: the form keeps the values of those that it hides. */
function isOffered({ property }: Field, siblings: unknown, source: ParameterSource): boolean {
	return Object.entries(property?.displayOptions?.show ?? {}).every(([name, accepted]) => {
		const given: unknown = name.startsWith('/') ? source(name.slice(1)) : get(siblings, [name]);
		return given === undefined || given === null || (accepted as unknown[] | undefined)?.includes(given);
	});
}

/** An expression of the user. What an AI agent fills in is its answer, and an empty answer means "not set". */
const isExpression = (value: unknown): value is string =>
	typeof value === 'string' && value.startsWith('=') && !isByModel(value);

const isLocator = (value: unknown): value is { readonly mode?: unknown; readonly value?: unknown } =>
	isObject(value) && '__rl' in value;
