/** Asks what a report needs to know about its account, and which entities of it were active and when. */
import { NodeOperationError } from 'n8n-workflow';
import { get, union } from 'lodash';
import { leftOut, partialErrors } from '../../shared/errors';
import { isInForm, oddities, unknownForm } from '../../shared/engine/contract';
import { entities } from '../../shared/engine/output';
import { pages } from '../../shared/engine/paging';
import { cursorWithoutSize, many, type Call } from '../../shared/operation/operation';
import { pushAll } from '../../shared/util/pushAll';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { endIfCancelled } from '../../shared/util/wait';
import { memoOf } from '../../shared/memory/requestMemo';
import { isZone, around, cut, onWire, type Span } from '../report/ranges';
import { inUtcHours } from '../../shared/ads/wholeHours';
import type { ActiveEntity } from '../report/plan';
import { DAY, HOUR } from '../../shared/util/time';

export interface Account {
	readonly id: string;
	readonly name: string;
	/** The IANA name, such as Europe/Berlin. */
	readonly zone: string;
	/** When the account got this zone, in milliseconds since the epoch; NaN if it always had it. */
	readonly zoneSince: number;
}

const ACCOUNT = '/12/accounts/{account_id}';

/**
 * Reads the account, and names the item by it in what the run says.
 *
 * @throws NodeOperationError if the account has no time zone, or an unknown one.
 */
export async function accountOf(call: Pick<Call, 'context' | 'api' | 'itemIndex' | 'about'>, id: string) {
	const account = await memoOf(call.context).get(`${call.api.account} account ${id}`, async () => {
		const { body } = await call.api.send({
			method: 'GET',
			path: `/12/accounts/${encodeRfc3986(id)}`,
			template: ACCOUNT,
		});
		const zone = asText(get(body, 'data.timezone'));
		if (zone === '')
			throw new NodeOperationError(call.context.getNode(), 'X did not say which time zone the account has', {
				itemIndex: call.itemIndex,
				description: 'The days of a report depend on it. Check the account in X Ads Manager, and try again.',
			});
		if (!isZone(zone))
			throw new NodeOperationError(call.context.getNode(), `The account has the time zone "${zone}"`, {
				itemIndex: call.itemIndex,
				description: 'It is not known here, so that the days of a report cannot be told. Update n8n.',
			});
		const zoneSince = Date.parse(asText(get(body, 'data.timezone_switch_at')));
		return { id, name: asText(get(body, 'data.name')), zone, zoneSince };
	});
	call.about(`account ${account.name === '' ? id : account.name}`);
	return account;
}

const LIST = { result: many(), paging: cursorWithoutSize };

/**
 * Reads a list below an account, until `isEnough`.
 *
 * @throws NodeApiError with the answer, if it is not understood.
 */
export async function listBelow(
	call: Pick<Call<unknown>, 'api' | 'context' | 'hint' | 'itemIndex'>,
	{ id }: Pick<Account, 'id'>,
	segment: string,
	query: readonly (readonly [string, string])[],
	isEnough: (found: readonly unknown[]) => boolean = () => false,
): Promise<unknown[]> {
	const found: unknown[] = [];
	const path = `/12/accounts/${encodeRfc3986(id)}/${segment}`;
	const request = { method: 'GET' as const, path, template: `${ACCOUNT}/${segment}`, query: [...query] };
	// With a bound no page is asked for ahead, which may not be needed.
	for await (const { body } of pages(call.api, request, LIST.paging, Number.MAX_SAFE_INTEGER, () => 0)) {
		if (!isInForm(LIST, body)) throw unknownForm(call, body);
		for (const text of oddities(LIST, body)) call.hint(text);
		const problems = partialErrors(body);
		if (problems.length > 0) call.hint(leftOut(problems));
		pushAll(found, entities(LIST.result, body));
		if (isEnough(found)) break;
	}
	return found;
}

/** Reads what a report has besides its figures. Without an answer, a hint says so, and the report goes on. */
export async function unlessUnread(
	call: Pick<Call<unknown>, 'context' | 'hint'>,
	what: string,
	read: () => Promise<void>,
) {
	try {
		await read();
	} catch (error) {
		endIfCancelled(call.context.getExecutionCancelSignal());
		call.hint(`The ${what} could not be read: ${(error as Error).message}`);
	}
}

/** Returns the path of statistics, and its template. */
export const statistics = (id: string, kind: 'stats' | 'stats/jobs', rest = '') => ({
	path: `/12/${kind}/accounts/${encodeRfc3986(id)}${rest}`,
	template: `/12/${kind}/accounts/{account_id}${rest}`,
});

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
