/** Finds which entities were active and when: https://docs.x.com/x-ads-api/analytics#active-entities */
import { get, union } from 'lodash';
import { unknownForm } from '../../shared/engine/contract';
import type { Call } from '../../shared/operation/operation';
import { inUtcHours } from '../../shared/ads/wholeHours';
import { asText } from '../../shared/util/text';
import type { ActiveEntity } from '../report/plan';
import { around, cut, onWire, type Span } from '../report/ranges';
import { statistics } from './account';
import { DAY, HOUR } from '../../shared/util/time';

const DAYS = 90;
/** Billing takes up to 14 days, so X may record a change about the range that long after its end. */
const LATE_DAYS = 14;

export interface ActivityFilter {
	readonly entity: string;
	readonly campaign_ids?: readonly string[] | undefined;
	readonly funding_instrument_ids?: readonly string[] | undefined;
	readonly line_item_ids?: readonly string[] | undefined;
}

/** Returns the time in which changes about a range may have been recorded: in whole hours, and not in the future. */
export function recordedIn({ from, to }: Span, now: number): Span {
	const present = Math.ceil(now / HOUR) * HOUR;
	return { from, to: Math.min(to + LATE_DAYS * DAY, Math.max(present, from)) };
}

/** Cuts a span into requests. X wants whole hours and does not say on whose clock; a little more does no harm. */
export const activityWindows = (span: Span): Span[] => cut(inUtcHours(span), 'HOUR', 'UTC', DAYS);

/** Writes the query of the request for one period. */
export const activityQuery = (filter: ActivityFilter, { from, to }: Span): [string, string][] => [
	['entity', filter.entity],
	...(['campaign_ids', 'funding_instrument_ids', 'line_item_ids'] as const).flatMap(
		(name): [string, string][] => (filter[name] ? [[name, filter[name].join(',')]] : []),
	),
	['start_time', onWire(from, 'UTC')],
	['end_time', onWire(to, 'UTC')],
];

/**
 * Reads the active entities, each once.
 *
 * @throws NodeApiError with the answer, if it is not understood.
 */
export async function activeEntities(
	call: Pick<Call<unknown>, 'context' | 'hint' | 'itemIndex' | 'send'>,
	accountId: string,
	filter: ActivityFilter,
	span: Span,
): Promise<ActiveEntity[]> {
	const found = new Map<string, ActiveEntity>();
	for (const window of activityWindows(span)) {
		const body = await call.send({
			method: 'GET',
			...statistics(accountId, 'stats', '/active_entities'),
			query: activityQuery(filter, window),
		});
		if (get(body, 'next_cursor'))
			call.hint('X has more active entities than it answers: filter by campaigns, or choose a shorter range');
		for (const entity of listIn(call, body)) {
			const id: unknown = get(entity, 'entity_id');
			if (typeof id !== 'string' || id === '') throw notUnderstood(call, body);
			found.set(id, merged(found.get(id), { id, ...activityOf(entity) }));
		}
	}
	return [...found.values()];
}

/** Reads the entities of an answer. Nothing that is not understood may count as nothing active. */
function listIn(call: Parameters<typeof notUnderstood>[0], body: unknown): unknown[] {
	const data: unknown = get(body, 'data');
	if (!Array.isArray(data)) throw notUnderstood(call, body);
	return (data as unknown[]).filter((entity) => entity !== null && entity !== undefined);
}

const notUnderstood = (call: Pick<Call<unknown>, 'context' | 'itemIndex'>, body: unknown) =>
	unknownForm(
		call,
		body,
		'X did not say which entities were active',
		'Its answer has a form that this node does not know, so that nothing was reported. Name the entities yourself (Entities set to Chosen), or try again later',
	);

function activityOf(entity: unknown): Omit<ActiveEntity, 'id'> {
	const [from, to] = ['activity_start_time', 'activity_end_time'].map((name) =>
		Date.parse(asText(get(entity, name))),
	);
	const placements: unknown = get(entity, 'placements');
	const isKnown = from !== undefined && to !== undefined && from <= to;
	return {
		// An entity may have been active for a single moment, which must not become an empty span.
		...(isKnown && { span: { from, to: to + 1 } }),
		...(isListOfTexts(placements) && { placements }),
	};
}

const isListOfTexts = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((each) => typeof each === 'string');

function merged(one: ActiveEntity | undefined, other: ActiveEntity): ActiveEntity {
	if (!one) return other;
	return {
		id: one.id,
		...(one.span && other.span && { span: around([one.span, other.span]) }),
		...(one.placements && other.placements && { placements: union(one.placements, other.placements) }),
	};
}
