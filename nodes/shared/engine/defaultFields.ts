/** What a read asks the platform for where the user chose no fields: by default it sends little more than an ID. */
import type { ApiRequest } from '../http/connection';
import { linkTo } from './expansions';
import type { Operation } from '../operation/operation';
import { wantedFields, type OutputChoice } from './output';
import { withQuery } from './request';

/** The parameter that selects the fields of each kind of joined entity. */
const FIELDS_OF: Readonly<Record<string, string>> = {
	users: 'user.fields',
	tweets: 'tweet.fields',
	media: 'media.fields',
	polls: 'poll.fields',
	places: 'place.fields',
	topics: 'topic.fields',
};

/**
 * The request with the fields that the Output choice needs, and with the expansions that its names reach into
 * (`author.username`). A parameter that the request has already was the user's choice, and stays.
 */
export function withDefaultFields(
	operation: Operation,
	request: ApiRequest,
	choice: OutputChoice,
): ApiRequest {
	const shape = operation.result?.shape;
	if (!shape) return request;
	const added = choice.mode === 'selectedFields' ? joinedFields(choice.fields) : new Map<string, string[]>();
	if (shape.fieldsParam !== undefined) {
		const documented = new Set(documentedValues(operation, shape.fieldsParam));
		const own = wantedFields(shape, choice, documented);
		if (own) added.set(shape.fieldsParam, [...own, ...(added.get(shape.fieldsParam) ?? [])]);
	}
	const changes: Record<string, string> = {};
	for (const [name, values] of added) {
		const documented = documentedValues(operation, name);
		const known = [...new Set(values)].filter((value) => documented.includes(value));
		if (known.length > 0 && !request.query?.some(([each]) => each === name)) changes[name] = known.join(',');
	}
	return withQuery(request, changes);
}

/** Expansions and field selections, by parameter, for the names that reach into a joined entity. */
function joinedFields(names: readonly string[]): Map<string, string[]> {
	const wanted = new Map<string, string[]>();
	const want = (name: string, value: string) => wanted.set(name, [...(wanted.get(name) ?? []), value]);
	for (const name of names) {
		const [head = name, ...path] = name.split('.');
		const link = linkTo(head);
		if (!link) continue;
		want('expansions', link.from.join('.'));
		const field = path.find((part) => !/^\d+$/.test(part));
		const param = FIELDS_OF[link.kind];
		if (field !== undefined && param !== undefined)
			want(param, /_count$/.test(field) ? 'public_metrics' : field);
	}
	return wanted;
}

function documentedValues(operation: Operation, name: string): string[] {
	const options = operation.fields[name]?.property?.options ?? [];
	return options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
}
