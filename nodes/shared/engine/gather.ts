/**
 * Combines the look-ups of many items into few requests, each with up to the documented number of IDs. Every item
 * gets the same result as from a request of its own.
 */
import { chunk, groupBy, uniq } from 'lodash';
import { failureOf, partialErrors, type FailureKind, type Problem } from '../errors';
import type { Entity } from '../model/escapedText';
import type { ApiRequest } from '../http/connection';
import type { Call, GatherRule, Operation } from '../operation/operation';
import { sideBySide } from '../util/taskPool';
import { asText } from '../util/text';
import { entities } from './output';
import { fillPath } from './request';

/** The answer for an item: a body like that of a single look-up, or the error of the combined request. */
export type GatheredAnswer = { readonly body: unknown } | { readonly error: unknown };

interface Asked {
	readonly call: Call;
	readonly rule: GatherRule;
	readonly id: string;
	readonly request: ApiRequest;
}

/** Failures that a single ID may have caused. Each item then sends its own request, so that only that one fails. */
const OF_ONE: ReadonlySet<FailureKind | undefined> = new Set<FailureKind>([
	'badRequest',
	'notFound',
	'forbidden',
]);

/**
 * Requests the entities of several items together, grouped by their other parameters.
 *
 * @param calls The items. Those with Raw output send their own requests, because Raw shows the answer of X unchanged.
 * @returns The answers by item. Items without an answer send their own requests.
 */
export async function gather(
	operation: Operation,
	calls: readonly Call[],
): Promise<ReadonlyMap<Call, GatheredAnswer>> {
	const { gather: rule } = operation;
	const apis = uniq(calls.map(({ api }) => api));
	// Items of several accounts are not combined.
	const connectionNumber = (api: Call['api']) => apis.indexOf(api);
	const answers = new Map<Call, GatheredAnswer>();
	if (!rule) return answers;
	const all = calls
		.filter(({ options }) => options.output !== 'raw')
		.map((call): Asked => asked(ruleFor(rule, call), call));
	const groups = Object.values(
		groupBy(all, ({ call, request }) =>
			JSON.stringify([connectionNumber(call.api), call.api.baseUrl, request.path, request.query]),
		),
	);
	const parts = groups.flatMap((group) =>
		chunk(Object.values(groupBy(group, 'id')), group[0]?.rule.max ?? 1),
	);
	await sideBySide(parts, calls[0]?.options.parallelRequests ?? 1, async (wanted) => {
		const first = wanted[0]?.[0];
		// A single item needs no combined request.
		if (!first || wanted.flat().length < 2) return;
		const { api } = first.call;
		// Requests only as many as Max Cost allows. The other items send their own requests, which Max Cost stops.
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

/** IDs and usernames are looked up at different addresses. */
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

/** The combined request. Apart from the IDs, all items of a group need the same one. */
const asking = ({ rule, request }: Asked, part: readonly (readonly Asked[])[]): ApiRequest => ({
	...request,
	query: [
		[rule.parameter, part.map(([first]) => first && writtenId(first)).join(',')],
		...(request.query ?? []),
	],
});

/** Usernames are sent in the spelling of the user, because X may compare them exactly. */
const writtenId = ({ rule, call, id }: Asked): string =>
	rule.key === 'username' ? asText(call.values[rule.field]).replace(/^@/, '') : id;

/** The combined request without its IDs. */
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

/** An ID or username in a form that can be compared: usernames ignore case. */
const idOf = ({ key }: GatherRule, value: unknown): string =>
	key === 'username' ? asText(value).replace(/^@/, '').toLowerCase() : asText(value);

/** The part of an answer for each item. Items that it does not mention get none, and send their own requests. */
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
	// The other problems are about entities that the requested ones refer to.
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
