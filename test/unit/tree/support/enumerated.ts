/** Which values of documented enumerations a request has, anywhere in it. */
import type { ApiRequest } from '../../../../nodes/shared/http/connection';
import type { Operation, Parameter } from '../../../facts';

/** A parameter with an enumeration; members of members are parted by dots. */
export interface Enumerated {
	readonly path: string;
	readonly parameter: Parameter;
}

function* within(parameters: readonly Parameter[], path = ''): Generator<Enumerated> {
	for (const parameter of parameters) {
		const here = path + parameter.name;
		if (parameter.enum) yield { path: here, parameter };
		yield* within(parameter.fields ?? [], `${here}.`);
	}
}

/** Every enumeration of an operation, those inside its body included. */
export const enumerations = ({ parameters, body }: Operation): Enumerated[] => [
	...within(parameters),
	...within(body?.fields ?? []),
];

/** The outermost members inside of what a request's body has that no request has; members of members parted by dots. */
export const lackingMembers = ({ body }: Operation, requests: readonly ApiRequest[]): string[] =>
	(body?.fields ?? [])
		.filter(({ name }) => requests.some((request) => hasMember(request, name)))
		.flatMap(({ name, fields = [] }) => [...lackingIn(fields, `${name}.`, requests)]);

function* lackingIn(
	members: readonly Parameter[],
	path: string,
	requests: readonly ApiRequest[],
): Generator<string> {
	for (const { name, fields = [] } of members) {
		const here = path + name;
		if (requests.some((request) => hasMember(request, here))) yield* lackingIn(fields, `${here}.`, requests);
		else yield here;
	}
}

const hasMember = ({ body }: ApiRequest, path: string): boolean =>
	!valuesAt(body, path.split('.')).next().done;

function* valuesAt(value: unknown, [head, ...rest]: readonly string[]): Generator<string> {
	if (Array.isArray(value))
		for (const entry of value) yield* valuesAt(entry, head === undefined ? [] : [head, ...rest]);
	else if (head === undefined) yield* String(value).split(',');
	else if (typeof value === 'object' && value !== null && head in value)
		yield* valuesAt((value as Record<string, unknown>)[head], rest);
}

/** The values that a request has for an enumeration. */
export function valuesFor({ query = [], body }: ApiRequest, { path, parameter }: Enumerated): string[] {
	if (parameter.in === undefined) return [...valuesAt(body, path.split('.'))];
	const { name, alias } = parameter;
	return query.filter(([key]) => key === name || key === alias).flatMap(([, value]) => value.split(','));
}

/** X has two vocabularies, `tweet` and `post`, and two spellings of some expansions. */
export const inOneVocabulary = (value: unknown): string =>
	String(value)
		.replaceAll('post', 'tweet')
		.replace(/^(referenced_tweets)\.id$|^(affiliation)\.user_id$/, '$1$2');
