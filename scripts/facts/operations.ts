/** The documented operations of the core API against a published description. */
import { isEqual } from 'lodash';
import { coreOperations, keyOf, type Body, type Operation, type Parameter } from '../../test/facts';
import { operationRow, routesOf, type Description, type OperationRow } from './description';
import type { Difference } from './differences';

/** A comparison, and how many rows it left out because the description is older than they are. */
export interface Compared {
	readonly differences: readonly Difference[];
	readonly newer: number;
}

/**
 * Compares every operation of the facts with a description. Rows that were read from a newer version than the
 * description's are left out: an old copy cannot say anything about them.
 *
 * @param description A description as it was read.
 */
export function operationDifferences(
	description: Description,
	facts: readonly Operation[] = coreOperations(),
): Compared {
	const isNewer = ({ spec }: Operation) => spec !== undefined && isLater(spec, description.version);
	const rows = facts.filter((row) => !isNewer(row));
	const known = new Map(facts.map((row) => [keyOf(row.route), row]));
	const published = new Set(routesOf(description).map(keyOf));
	const differences = routesOf(description).flatMap((route): Difference[] => {
		const fact = known.get(keyOf(route));
		if (fact && isNewer(fact)) return [];
		const row = rowOrReason(description, route);
		if (typeof row === 'string')
			return [{ change: 'changed', subject: route, what: `cannot be read: ${row}` }];
		if (!fact) return [{ change: 'added', subject: route, what: `operation ${row.id ?? ''} (${row.tag})` }];
		return rowDifferences(fact, row);
	});
	const gone = rows
		.filter(({ route }) => !published.has(keyOf(route)))
		.map(({ route, id = '' }): Difference => ({ change: 'gone', subject: route, what: `operation ${id}` }));
	return { differences: [...differences, ...gone], newer: facts.length - rows.length };
}

/** The row of a route, or why there is none: what cannot be read in one operation hides nothing in the others. */
function rowOrReason(description: Description, route: string): OperationRow | string {
	try {
		return operationRow(description, route);
	} catch (error) {
		return error instanceof Error ? error.message : String(error);
	}
}

/** Whether a version such as `2.170` comes after another one. */
function isLater(version: string, than: string): boolean {
	const [one, other] = [version, than].map((text) => text.split('.').map(Number));
	const at = (one ?? []).findIndex((part, index) => part !== other?.[index]);
	return at >= 0 && (one?.[at] ?? 0) > (other?.[at] ?? 0);
}

/** What differs between a row of the facts and the row that a description gives. */
export function rowDifferences(fact: Operation, row: OperationRow): Difference[] {
	const subject = fact.route;
	const changed = (what: string, ours: unknown, theirs: unknown): Difference[] =>
		isEqual(ours, theirs)
			? []
			: [
					{
						change: 'changed',
						subject,
						what: `${what} is ${inWords(theirs)}; the facts have ${inWords(ours)}`,
					},
				];
	return [
		...changed('path', fact.route, row.route),
		...changed('identifier', fact.id, row.id),
		...changed('chapter', fact.section, row.tag),
		...setDifferences(subject, 'credential', fact.auth, row.auth),
		...setDifferences(subject, 'scope', fact.scopes, row.scopes),
		...parameterDifferences(subject, fact.parameters, row.parameters, placeOf),
		...bodyDifferences(subject, fact.body, row.body),
		...changed('paging', fact.paging, row.paging),
		...changed('status of a success', fact.status, row.status),
		...changed('answer', fact.answer, row.answer),
	];
}

function setDifferences(
	subject: string,
	what: string,
	facts: readonly string[],
	published: readonly string[],
): Difference[] {
	const only = (some: readonly string[], others: readonly string[], change: Difference['change']) =>
		some
			.filter((entry) => !others.includes(entry))
			.map((entry) => ({ change, subject, what: `${what} ${entry}` }));
	return [...only(published, facts, 'added'), ...only(facts, published, 'gone')];
}

const placeOf = ({ in: place = 'query', name }: Parameter) => `${place} parameter ${name}`;

function parameterDifferences(
	subject: string,
	facts: readonly Parameter[],
	published: readonly Parameter[],
	labelOf: (parameter: Parameter) => string,
): Difference[] {
	const isSame = (fact: Parameter, other: Parameter) =>
		fact.in === other.in && (fact.name === other.name || fact.alias === other.name);
	// What another public page has, as `source` says, does not have to be in the description.
	const gone = facts.filter(
		(fact) => fact.source === undefined && !published.some((other) => isSame(fact, other)),
	);
	return [
		...published.flatMap((other): Difference[] => {
			const fact = facts.find((entry) => isSame(entry, other));
			if (fact) return attributeDifferences(subject, fact, other, labelOf);
			return [{ change: 'added', subject, what: `${labelOf(other)} (${kindOf(other)})` }];
		}),
		...gone.map((fact): Difference => ({ change: 'gone', subject, what: labelOf(fact) })),
	];
}

/** Type, list and requirement, e.g. `list of string, required`. */
const kindOf = ({ type, list, required }: Parameter): string =>
	`${list ? 'list of ' : ''}${type}${required ? ', required' : ''}`;

/** What is compared as it is; values and members have comparisons of their own. */
const ATTRIBUTES = [
	'type',
	'list',
	'required',
	'format',
	'min',
	'max',
	'minLength',
	'maxLength',
	'pattern',
	'minItems',
	'maxItems',
	'uniqueItems',
	'default',
	'open',
	'recursive',
] as const;

function attributeDifferences(
	subject: string,
	fact: Parameter,
	other: Parameter,
	labelOf: (parameter: Parameter) => string,
): Difference[] {
	const label = labelOf(other);
	const attributes = ATTRIBUTES.filter((key) => !isEqual(fact[key] ?? false, other[key] ?? false)).map(
		(key): Difference => ({
			change: 'changed',
			subject,
			what: `${label}: ${key} is ${inWords(other[key])}; the facts have ${inWords(fact[key])}`,
		}),
	);
	const members = parameterDifferences(
		subject,
		fact.fields ?? [],
		other.fields ?? [],
		({ name }) => `${label}.${name}`,
	);
	return [...attributes, ...valueDifferences(subject, label, fact, other), ...members];
}

/** Values that another source has (`also`) are known, and do not have to be in the description. */
function valueDifferences(subject: string, label: string, fact: Parameter, other: Parameter): Difference[] {
	const [ours, theirs] = [fact.enum ?? [], other.enum ?? []];
	const known = [...ours, ...(fact.also ?? []).flatMap(({ values }) => values)];
	const line = (change: Difference['change'], value: string | number): Difference => ({
		change,
		subject,
		what: `${label}: value ${value}`,
	});
	if (ours.length > 0 && theirs.length === 0) {
		return [{ change: 'gone', subject, what: `${label}: list of its values` }];
	}
	return [
		...theirs.filter((value) => !known.includes(value)).map((value) => line('added', value)),
		...ours.filter((value) => !theirs.includes(value)).map((value) => line('gone', value)),
	];
}

function bodyDifferences(subject: string, fact: Body | undefined, other: Body | undefined): Difference[] {
	if (!fact && !other) return [];
	if (!fact) return [{ change: 'added', subject, what: `body (${other?.types.join(', ') ?? ''})` }];
	if (!other) return [{ change: 'gone', subject, what: 'body' }];
	const keys = ['required', 'open', 'anyOf', 'oneOf'] as const;
	return [
		...setDifferences(subject, 'body type', fact.types, other.types),
		...keys
			.filter((key) => !isEqual(fact[key] ?? false, other[key] ?? false))
			.map((key): Difference => ({
				change: 'changed',
				subject,
				what: `body: ${key} is ${inWords(other[key])}; the facts have ${inWords(fact[key])}`,
			})),
		...parameterDifferences(subject, fact.fields, other.fields, ({ name }) => `body field ${name}`),
	];
}

const inWords = (value: unknown): string => {
	if (value === undefined || value === false) return 'not set';
	return typeof value === 'string' ? value : JSON.stringify(value);
};
