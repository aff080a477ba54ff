/** Selects fields if the user chose none: without a selection X sends little more than an ID. */
import type { ApiRequest, OwnChoice } from '../http/connection';
import { entityNamed } from '../model/entities';
import type { Expansion } from '../model/entityType';
import { newerParameter, newerValue } from '../model/tweetNaming';
import type { Operation, Shape } from '../operation/operation';
import { expansionTo } from './expansions';
import type { OutputChoice } from './output';
import { withQuery } from './request';

/**
 * Adds the fields that the Output choice needs, and the expansions behind its dotted names (`author.username`).
 * Parameters that the user chose stay unchanged. Added values are marked as the node's own, so that the read can be
 * repeated without those that X refuses.
 */
export function withDefaultFields(
	operation: Operation,
	request: ApiRequest,
	choice: OutputChoice,
): ApiRequest {
	const shape = operation.result?.shape;
	if (!shape || choice.mode === 'raw') return request;
	const chosen: Record<string, readonly OwnChoice[]> = {};
	for (const [name, values] of neededValues(shape, operation, choice, chosenExpansions(request))) {
		// An operation that never had the older names has the field under the newer one.
		const parameter = name in operation.fields ? name : newerParameter(name);
		const needed = parameter === name ? [...values] : [...values].map((value) => newerValue(name, value));
		if (request.query?.some(([sent]) => sent === parameter)) continue;
		const documented = documentedValues(operation, parameter);
		const known = needed.filter((value) => documented.has(value));
		if (known.length > 0)
			chosen[parameter] = known.map((value) => ownChoice(shape, parameter, value, choice));
	}
	const query = Object.entries(chosen).map(([parameter, choices]) => [
		parameter,
		choices.map(({ value }) => value).join(','),
	]);
	return { ...withQuery(request, Object.fromEntries(query) as Record<string, string>), ownChoices: chosen };
}

/** A value, with the expansion to request if X refuses it. Simplified asks for few of them, as they can cost money. */
function ownChoice(shape: Shape, parameter: string, value: string, { mode }: OutputChoice): OwnChoice {
	const needs = ({ from, isEssential }: Expansion) =>
		from.includes(value) && (isEssential === true || mode === 'selectedFields');
	const expansion = parameter === shape.fieldsParam ? shape.expansions?.find(needs) : undefined;
	return { value, ...(expansion && { expansion: expansion.name }) };
}

const chosenExpansions = ({ query = [] }: ApiRequest): readonly string[] =>
	query.flatMap(([name, value]) => (name === 'expansions' ? value.split(',') : []));

function neededValues(
	shape: Shape,
	operation: Operation,
	{ mode, fields }: OutputChoice,
	expanded: readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
	const needed = new Map<string, Set<string>>();
	const add = (parameter: string | undefined, value: string) => {
		if (parameter !== undefined) needed.set(parameter, (needed.get(parameter) ?? new Set()).add(value));
	};
	const { fieldsParam, simplifiedFields, expansions = [], whole = {} } = shape;
	if (mode === 'simplified') {
		for (const field of [...simplifiedFields, ...Object.values(whole).map(head)]) add(fieldsParam, field);
		for (const { name, from } of expansions)
			if (expanded.includes(name)) for (const path of from) add(fieldsParam, head(path));
		return needed;
	}
	const documented = documentedValues(operation, fieldsParam);
	for (const name of fields) {
		const key = head(name);
		add(fieldsParam, !documented.has(key) && isCount(key) ? 'public_metrics' : key);
		if (whole[key] !== undefined) add(fieldsParam, head(whole[key]));
		const expansion = expansionTo(shape, key);
		const field = name.split('.').find((part, place) => place > 0 && !/^\d+$/.test(part));
		// The type and the identifier of a reference come with the reference itself.
		if (!expansion || (expansion.from.includes(key) && (field === undefined || /^(id|type)$/.test(field))))
			continue;
		add('expansions', expansion.name);
		for (const path of expansion.from) add(fieldsParam, head(path));
		if (field !== undefined)
			add(entityNamed(expansion.target).fieldsParam, isCount(field) ? 'public_metrics' : field);
	}
	return needed;
}

const head = (path: string) => path.split('.')[0] ?? path;

const isCount = (field: string) => field.endsWith('_count');

function documentedValues(operation: Operation, parameter = ''): ReadonlySet<string> {
	const options = operation.fields[parameter]?.property?.options ?? [];
	return new Set(options.flatMap((option) => ('value' in option ? [String(option.value)] : [])));
}
