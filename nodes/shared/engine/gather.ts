/**
 * Look-ups of many items in few requests: X answers up to a documented number of identifiers at once, and
 * every item gets what it would have got by itself.
 */
import { chunk, groupBy } from 'lodash';
import { failureOf, partialErrors, type FailureKind, type Problem } from '../errors';
import type { Entity } from '../model/escapedText';
import type { ApiRequest } from '../http/connection';
import type { Call, GatherRule, Operation } from '../operation/operation';
import { sideBySide } from '../util/taskPool';
import { asText } from '../util/text';
import { entities } from './output';
import { fillPath } from './request';

/** What an item is answered with: a body as the single look-up would have, or the failure of its request. */
export type GatheredAnswer = { readonly body: unknown } | { readonly error: unknown };

interface Asked {
	readonly call: Call;
	readonly rule: GatherRule;
	readonly id: string;
	readonly request: ApiRequest;
}

/** Failures that one of the identifiers may have caused: then each item asks by itself. */
const OF_ONE: ReadonlySet<FailureKind | undefined> = new Set<FailureKind>([
	'badRequest',
	'notFound',
	'forbidden',
]);

/**
 * Asks for the entities of several items at once, grouped by what else they ask for.
 *
 * @param calls The items. Those with Raw output are left out, as their answer is to be X's own.
 * @returns Answers by item; none for an item that has to ask by itself.
 */
export async function gather(
	operation: Operation,
	calls: readonly Call[],
): Promise<ReadonlyMap<Call, GatheredAnswer>> {
	const { gather: rule } = operation;
	const answers = new Map<Call, GatheredAnswer>();
	if (!rule) return answers;
	const all = calls
		.filter(({ options }) => options.output !== 'raw')
		.map((call): Asked => asked(ruleFor(rule, call), call));
	const groups = Object.values(
		groupBy(all, ({ call, request }) => JSON.stringify([call.api.baseUrl, request.path, request.query])),
	);
	const parts = groups.flatMap((group) =>
		chunk(Object.values(groupBy(group, 'id')), group[0]?.rule.max ?? 1),
	);
	await sideBySide(parts, calls[0]?.options.parallelRequests ?? 1, async (wanted) => {
		const first = wanted[0]?.[0];
		// One item is no reason for another route.
		if (!first || wanted.flat().length < 2) return;
		const { api } = first.call;
		// Within what the user allows to be spent; those that are too many ask by themselves, and are refused.
		const room = (await api.room?.(asking(first, wanted), wanted.length)) ?? wanted.length;
		const part = room > 0 ? wanted.slice(0, room) : wanted;
		try {
			const { body } = await api.send(asking(first, part));
			for (const [call, answer] of shares(operation, first.rule, part.flat(), body))
				answers.set(call, { body: answer });
		} catch (error) {
			if (OF_ONE.has(failureOf(error)?.kind)) return;
			for (const { call } of part.flat()) answers.set(call, { error });
		}
	});
	return answers;
}

/** Which request answers an item: IDs and usernames are asked for at different addresses. */
function ruleFor(rule: GatherRule, { values }: Call): GatherRule {
	const isName = asText(values[rule.field]).startsWith('@');
	return isName && rule.byName ? rule.byName : rule;
}

const asked = (rule: GatherRule, call: Call): Asked => ({
	call,
	rule,
	id: idOf(rule, call.values[rule.field]),
	request: toRequest(rule, call),
});

/** The request for the identifiers of a part; each group asks for the same one. */
const asking = ({ rule, request }: Asked, part: readonly (readonly Asked[])[]): ApiRequest => ({
	...request,
	query: [[rule.parameter, part.map(([first]) => first?.id).join(',')], ...(request.query ?? [])],
});

/** The request without its identifiers. */
function toRequest({ route, query = [] }: GatherRule, call: Call): ApiRequest {
	const template = route.slice('GET '.length);
	const single = call.request();
	return {
		...single,
		template,
		path: fillPath(template, call.values),
		query: [...query.map(([name, value]): [string, string] => [name, value]), ...(single.query ?? [])],
	};
}

/** An identifier, comparable: usernames are the same in upper and lower case. */
const idOf = ({ key }: GatherRule, value: unknown): string =>
	key === 'username' ? asText(value).replace(/^@/, '').toLowerCase() : asText(value);

/** Each item's part of an answer. An item of which the answer says nothing has none, and asks by itself. */
function* shares(
	{ result }: Operation,
	rule: GatherRule,
	part: readonly Asked[],
	body: unknown,
): Generator<[Call, unknown]> {
	const found = new Map<string, Entity>();
	for (const entity of entities(result && { ...result, isList: true }, body))
		found.set(idOf(rule, entity[rule.key ?? 'id']), entity);
	const problems = partialErrors(body);
	const { includes } = body as { includes?: unknown };
	const isAbout = ({ value, resource_id: resourceId }: Problem, id: string) =>
		[value, resourceId].some((each) => idOf(rule, each) === id);
	const ids = new Set(part.map(({ id }) => id));
	// What is about none of them is about something that one of the entities refers to.
	const others = problems.filter((problem) => ![...ids].some((id) => isAbout(problem, id)));
	const texts = new Map(
		others.length > 0 ? [...found].map(([id, entity]) => [id, JSON.stringify(entity)]) : [],
	);
	const refersTo = (id: string, { value }: Problem) =>
		texts.get(id)?.includes(JSON.stringify(asText(value))) === true;
	const isOfNobody = (problem: Problem) => ![...ids].some((id) => refersTo(id, problem));
	for (const { call, id } of part) {
		const data = found.get(id);
		const aboutEntity = problems.filter((problem) => isAbout(problem, id));
		if (data === undefined && aboutEntity.length === 0) continue;
		const errors = [
			...aboutEntity,
			...others.filter((problem) => refersTo(id, problem) || isOfNobody(problem)),
		];
		yield [
			call,
			{
				...(data !== undefined && { data }),
				...(includes !== undefined && { includes }),
				...(errors.length > 0 && { errors }),
			},
		];
	}
}
