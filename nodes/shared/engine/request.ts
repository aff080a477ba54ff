/** Builds requests from values. It needs no network, so that tests can build the requests of all operations. */
import { set } from 'lodash';
import { encodeRfc3986, asText } from '../util/text';
import type { ApiRequest } from '../http/connection';
import {
	broken,
	type BrokenRule,
	type Field,
	type Operation,
	type FieldPlace,
	type Values,
} from '../operation/operation';

/** Method and path template of a route. */
export function splitRoute(route: Operation['route']): { method: ApiRequest['method']; path: string } {
	const space = route.indexOf(' ');
	return { method: route.slice(0, space) as ApiRequest['method'], path: route.slice(space + 1) };
}

/** Returns a field's `place`: by default the path if the route names it, otherwise the query or body. */
export function placeOf(key: string, field: Field, operation: Operation): FieldPlace {
	if (field.place) return field.place;
	const { method, path } = splitRoute(operation.route);
	if (path.includes(`{${key}}`)) return 'path';
	return method === 'GET' || method === 'DELETE' ? 'query' : 'body';
}

/** URLs resolve "." and ".." as steps, even percent-encoded: https://url.spec.whatwg.org/#path-state */
export function* pathRules(operation: Operation, values: Values): Generator<BrokenRule> {
	for (const [key, field] of Object.entries(operation.fields))
		if (placeOf(key, field, operation) === 'path' && /^\.{1,2}$/.test(textOf(values[key])))
			yield broken(key, 'pattern', 'must be more than dots');
}

/** Checks whether an empty value is sent because it unsets a field of an update. */
export const mayUnset = ({ collection, sendsEmpty = collection === 'updateFields' }: Field): boolean =>
	sendsEmpty;

/**
 * Returns the request of an operation.
 *
 * @param values Encoded and resolved values by field key. Undefined and null are left out. So is empty text, except
 *   for fields of an update, which it unsets.
 */
export function buildRequest(operation: Operation, values: Values): ApiRequest {
	const { method, path: template } = splitRoute(operation.route);
	const query: [string, string][] = [];
	const body: Record<string, unknown> = {};
	let hasBody = operation.body === 'always';
	for (const [key, field] of Object.entries(operation.fields)) {
		const value = values[key];
		if (value === undefined || value === null) continue;
		if (value === '' && !mayUnset(field)) continue;
		const wire = field.wire ?? key;
		switch (placeOf(key, field, operation)) {
			case 'path':
				break;
			case 'query':
				query.push([wire, textOf(value)]);
				break;
			case 'body':
				hasBody = true;
				set(body, wire.split('.'), value);
				break;
			case 'form':
				break;
		}
	}
	const mayBeEmpty = operation.result?.isList === true && !operation.paging;
	return {
		method,
		template,
		path: fillPath(template, values),
		query,
		...(hasBody && { body }),
		...(mayBeEmpty && { mayBeEmpty }),
	};
}

/** Returns a path with its names in braces replaced by values. */
export const fillPath = (template: string, values: Values): string =>
	template.replace(/\{(\w+)\}/g, (name, key: string) => {
		const value = values[key];
		return value === undefined || value === null || value === '' ? name : encodeRfc3986(textOf(value));
	});

/** A value in a path or query: lists are joined by commas. */
function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join(',');
	return asText(value);
}

/** Returns the request with changed query parameters; undefined removes one. */
export function withQuery(
	request: ApiRequest,
	changes: Readonly<Record<string, string | undefined>>,
): ApiRequest {
	const kept = (request.query ?? []).filter(([name]) => !(name in changes));
	const added = Object.entries(changes).filter((entry): entry is [string, string] => entry[1] !== undefined);
	return { ...request, query: [...kept, ...added] };
}
