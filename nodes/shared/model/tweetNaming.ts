/**
 * The two vocabularies of X: `tweet` (documentation pages) and `post` (machine-readable description since 2.167).
 * Requests use the first, and the second if X refuses the first. Answers are read in both.
 */
import { entities } from './entities';
import type { EntityType } from './entityType';

const types: readonly EntityType[] = Object.values(entities);
const newerNames = new Map(types.flatMap(({ newer = {} }) => Object.entries(newer)));
const olderNames = new Map([...newerNames].map(([older, newer]) => [newer, older]));
const newerExpansions = new Map(
	types.flatMap(({ expansions = [] }) => expansions.map(({ name, newer = name }) => [name, newer] as const)),
);

/** Values of other parameters: for each parameter, the older values with the newer ones. */
const newerValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	'filter.direction': { received: 'inbound', sent: 'outbound' },
};

/** Returns a value of a parameter in the newer vocabulary. */
export function newerValue(parameter: string, value: string): string {
	if (parameter === 'expansions') return newerExpansions.get(value) ?? value;
	const type = types.find(({ fieldsParam }) => fieldsParam === parameter);
	return type?.newer?.[value] ?? type?.replaced?.[value] ?? newerValues[parameter]?.[value] ?? value;
}

/** Returns the name of a parameter in the newer vocabulary, or the same name if it has not changed. */
export const newerParameter = (parameter: string): string =>
	parameter.endsWith('.fields') ? (newerNames.get(parameter) ?? parameter) : parameter;

/** Returns a query with its field selections and expansions in the newer vocabulary. */
export const inNewerVocabulary = (
	query: ReadonlyArray<readonly [string, string]>,
): ReadonlyArray<readonly [string, string]> =>
	query.map(([name, value]) =>
		name === 'expansions' || name.endsWith('.fields')
			? [newerParameter(name), [...new Set(value.split(',').map((each) => newerValue(name, each)))].join(',')]
			: [name, value],
	);

/** Returns a value with every key but the kept ones in the older vocabulary. It is not copied if nothing changes. */
export function normalizeTweetKeys<T>(value: T, kept: readonly string[] = []): T {
	if (!holds(value, olderNames)) return value;
	const renamed = new Map([...olderNames].filter(([key]) => !kept.includes(key)));
	return holds(value, renamed) ? (rename(value, renamed) as T) : value;
}

function holds(value: unknown, renamed: ReadonlyMap<string, string>): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) {
		for (const member of value as unknown[]) if (holds(member, renamed)) return true;
		return false;
	}
	const members = value as Readonly<Record<string, unknown>>;
	for (const key in members) {
		if (renamed.has(key)) return true;
		const member = members[key];
		if (typeof member === 'object' && holds(member, renamed)) return true;
	}
	return false;
}

function rename(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((member) => rename(member, renamed));
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [renamed.get(key) ?? key, rename(member, renamed)]),
	);
}
