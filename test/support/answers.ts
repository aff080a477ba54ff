/** What X answered, compared with the items that a node makes of it. */
import { get, has, isEqual, omit } from 'lodash';
import { keyOf } from '../facts';
import type { Operation } from '../../nodes/shared/operation/operation';
import { asText } from '../../nodes/shared/util/text';
import type { NodeRun } from '.';
import type { Simulator } from './simulator';

type Logged = Simulator['requests'][number];

/** A body as a node reads it: the advertising API prints identifiers as numbers that a binary float cannot hold. */
const parsed = (body: unknown): unknown =>
	typeof body === 'string' && body.startsWith('{')
		? JSON.parse(body.replace(/([:[,])(\d{16,})(?=[,}\]])/g, '$1"$2"'))
		: body;

/** Texts, numbers and truth values, wherever they are in a value. */
const leaves = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [value];

const objects = (value: unknown): unknown[] =>
	typeof value === 'object' && value !== null ? [value, ...Object.values(value).flatMap(objects)] : [];

/** The most items that a list gives unless the form asks for more. */
const DEFAULT_LIMIT = 50;

/** What is wrong with items that say what was deleted. Not all answers of the advertising API say it. */
function ofDeletion(
	json: NodeRun['json'],
	route: string,
	answers: readonly unknown[],
	sent: Logged[],
): string[] {
	const isCore = route.includes(' /2/');
	const unsaid = answers.filter((body) => isCore && has(body, 'data') && !has(body, 'data.deleted'));
	const named = leaves(json.map((item) => omit(item, 'deleted')));
	const all = JSON.stringify(sent);
	const last = route.endsWith('}') ? sent.at(-1)?.path.split('/').at(-1) : undefined;
	return [
		...unsaid.map(() => 'X did not say that anything was deleted'),
		...json.flatMap(({ deleted }) => (deleted === true ? [] : ['does not say that it was deleted'])),
		...named.flatMap((value) => (all.includes(asText(value)) ? [] : [`not sent: ${asText(value)}`])),
		...(last === undefined || named.includes(decodeURIComponent(last)) ? [] : [`does not name ${last}`]),
	];
}

/** What is wrong with items that pass on what X answered. Amounts may be in units of the currency. */
function ofEntities(json: NodeRun['json'], answers: readonly unknown[], isUnchanged: boolean): string[] {
	const entities = answers.flatMap((body) => get(body, 'data') ?? []) as unknown[];
	if (answers.length === 0 || json.length !== Math.min(entities.length, DEFAULT_LIMIT))
		return [`${json.length} items of ${entities.length} entities in ${answers.length} answers`];
	const whole = answers.flatMap(objects);
	if (isUnchanged)
		return json.flatMap((item) =>
			whole.some((each) => isEqual(each, item)) ? [] : [`X did not say ${JSON.stringify(item)}`],
		);
	const known = new Set(answers.flatMap(leaves));
	const isKnown = (value: unknown) => known.has(value) || known.has(Math.round(Number(value) * 1e6));
	return json.flatMap((item, at) => {
		// The address of a Post follows from its ID.
		const values = leaves(item).filter((value) => value !== `https://x.com/i/status/${asText(item.id)}`);
		const id = get(entities[at], 'id') ?? leaves(entities[at])[0];
		return [
			...values.flatMap((value) => (isKnown(value) ? [] : [`X did not say ${asText(value)}`])),
			...(values.includes(id) ? [] : [`lacks ${asText(id)}`]),
		];
	});
}

/**
 * Compares the next run with the answers that it gets; its requests must come one after the other.
 *
 * @returns A function that says what is wrong with the items of the finished run. There has to be one for each entity,
 * in the order of the answer, with its ID, and without anything that X did not say;
 * where a record names no shape, with all of it.
 */
export function listen(sim: Simulator): (run: NodeRun, operation: Operation) => string[] {
	const begun = sim.requests.length;
	const bodies: unknown[] = [];
	const alter = <T extends { body?: unknown }>(answer: T) => {
		bodies.push(parsed(answer.body));
		return answer;
	};
	sim.fail({ kind: 'altered', times: Infinity, alter });
	return ({ json }, { route: own, result }) => {
		const requests = sim.requests.slice(begun);
		const answers = bodies.filter((_body, at) => {
			const { method, route, status } = requests[at]!;
			return status < 300 && keyOf(`${method} ${route}`) === keyOf(own);
		});
		return result?.deleted
			? ofDeletion(json, own, answers, requests)
			: ofEntities(json, answers, !(result?.shape ?? result?.present ?? result?.items));
	};
}
