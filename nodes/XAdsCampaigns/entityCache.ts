/**
 * What some checks must know from the platform. Asked once per execution; what hardly ever changes is kept with the
 * workflow for a month, as the platform advises for bidding rules (brief: versioning), because lists outside of an
 * account may be read only a few times in a quarter of an hour.
 */
import { chunk, get, groupBy, uniqBy } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { pushAll } from '../shared/util/pushAll';
import { encodeRfc3986 } from '../shared/util/encode';
import type { Api } from '../shared/http/connection';
import { cursor, type Call } from '../shared/operation/operation';
import { pages } from '../shared/engine/paging';
import { asText } from '../shared/util/text';

type Entity = Readonly<Record<string, unknown>>;

const remembered = new WeakMap<IExecuteFunctions, Map<string, Promise<unknown>>>();

/** What was looked up in the execution of a call. */
function knownTo({ context }: Call): Map<string, Promise<unknown>> {
	const known = remembered.get(context) ?? new Map<string, Promise<unknown>>();
	remembered.set(context, known);
	return known;
}

const nameOf = ({ api }: Call, key: string) => `${api.baseUrl} ${key}`;

/** Asks once per execution, host and key; a failure is forgotten. */
async function once<T>(call: Call, key: string, ask: () => Promise<T>): Promise<T> {
	const known = knownTo(call);
	const name = nameOf(call, key);
	const asked = (known.get(name) as Promise<T> | undefined) ?? ask();
	known.set(name, asked);
	asked.catch(() => known.delete(name));
	return await asked;
}

function keep(call: Call, key: string, value: unknown): void {
	knownTo(call).set(nameOf(call, key), Promise.resolve(value));
}

async function entityAt(api: Api, path: string): Promise<Entity> {
	const { body } = await api.send({ method: 'GET', path });
	return get(body, 'data') ?? {};
}

const inAccount = (call: Call, segment: string, id: string) =>
	`/12/accounts/${encodeRfc3986(asText(call.values.account_id))}/${segment}/${encodeRfc3986(id)}`;

const entityOf =
	(segment: string) =>
	(call: Call, id: string): Promise<Entity> => {
		const path = inAccount(call, segment, id);
		return once(call, path, () => entityAt(call.api, path));
	};

/** A campaign of the item's account. */
export const campaignOf = entityOf('campaigns');
/** A line item of the item's account. */
export const lineItemOf = entityOf('line_items');
export const fundingInstrumentOf = entityOf('funding_instruments');

const remember = (call: Call, segment: Listed, id: string, entity: Entity): void =>
	keep(call, inAccount(call, segment, id), entity);

/** Changes what is known of an entity, for later items of the same execution; what nobody looked up stays unknown. */
export async function amend(
	call: Call,
	segment: Listed,
	id: string,
	change: (entity: Entity) => Entity,
): Promise<void> {
	const known = knownTo(call).get(nameOf(call, inAccount(call, segment, id)));
	if (known) remember(call, segment, id, change((await known) as Entity));
}

/** Sends what changes an entity. What was looked up before no longer holds then, whether that succeeds or not. */
export async function changing<T>(
	call: Call,
	segment: Listed,
	id: string,
	send: () => Promise<T>,
): Promise<T> {
	try {
		return await send();
	} finally {
		knownTo(call).delete(nameOf(call, inAccount(call, segment, id)));
	}
}

/** Most IDs that a list takes as a filter. Brief: limits. */
const AT_ONCE = 200;

type Listed = 'campaigns' | 'line_items';

/**
 * Reads many entities in few requests, so that looking them up one by one needs none.
 *
 * @param wanted Each entity's ID and a call of an item of its account. What is not found is left to the look-up.
 */
export async function readAhead(segment: Listed, wanted: Wanted): Promise<void> {
	for (const some of portions(wanted, (call, id) => inAccount(call, segment, id)))
		await readSome(segment, some);
}

type Wanted = readonly (readonly [call: Call, id: string])[];

/** Each thing once, by account, as many as one request takes. */
function portions(wanted: Wanted, key: (call: Call, id: string) => string): Wanted[] {
	const once = uniqBy(wanted, ([call, id]) => `${call.api.baseUrl} ${key(call, id)}`);
	const byAccount = groupBy(once, ([call]) => `${call.api.baseUrl} ${asText(call.values.account_id)}`);
	return Object.values(byAccount).flatMap((group) => chunk(group, AT_ONCE));
}

async function readSome(segment: Listed, some: Wanted): Promise<void> {
	const [call] = some[0] ?? [];
	if (!call || some.length < 2) return;
	const { body } = await call.api.send({
		method: 'GET',
		path: `/12/accounts/${encodeRfc3986(asText(call.values.account_id))}/${segment}`,
		query: [
			[segment === 'campaigns' ? 'campaign_ids' : 'line_item_ids', some.map(([, id]) => id).join(',')],
			['count', String(AT_ONCE)],
			['with_draft', 'true'],
		],
	});
	for (const entity of (get(body, 'data') ?? []) as Entity[])
		remember(call, segment, asText(entity.id), entity);
}

const everyPage = cursor(1000);

/** Everything that these line items (at most 200) target. */
export async function readCriteria({ api, values }: Call, lineItems: readonly string[]): Promise<Entity[]> {
	const path = `/12/accounts/${encodeRfc3986(asText(values.account_id))}/targeting_criteria`;
	const query = [['line_item_ids', lineItems.join(',')] as const];
	const present: Entity[] = [];
	for await (const { body } of pages(api, { method: 'GET', path, query }, everyPage, Infinity, () => 1))
		pushAll(present, (get(body, 'data') ?? []) as Entity[]);
	return present;
}

/** What a line item targets at the beginning of the run, as `readCriteriaAhead` found it. */
export const criteriaOf = (call: Call, lineItem: string): Promise<Entity[]> =>
	once(call, criteriaKey(call, lineItem), () => readCriteria(call, [lineItem]));

const criteriaKey = (call: Call, lineItem: string) => `${inAccount(call, 'line_items', lineItem)} criteria`;

/** Reads what many line items target in few requests. @param wanted Calls with their line items. */
export async function readCriteriaAhead(wanted: Wanted): Promise<void> {
	for (const some of portions(wanted, criteriaKey)) {
		const [call] = some[0] ?? [];
		if (!call) continue;
		const found = groupBy(
			await readCriteria(
				call,
				some.map(([, id]) => id),
			),
			({ line_item_id: id }) => asText(id),
		);
		for (const [, id] of some) keep(call, criteriaKey(call, id), found[id] ?? []);
	}
}

const MONTH = 30 * 24 * 3_600_000;

interface Kept {
	at: number;
	data: Entity[];
}

/** A list that hardly ever changes: from the workflow's memory while it is younger than a month. */
function reference(call: Call, path: string): Promise<Entity[]> {
	return once(call, path, async () => {
		const memory = call.context.getWorkflowStaticData('node') as { reference?: Record<string, Kept> };
		const key = `${call.api.baseUrl}${path}`;
		const kept = memory.reference?.[key];
		if (kept && Date.now() - kept.at < MONTH) return kept.data;
		const { body } = await call.api.send({ method: 'GET', path });
		const data = (get(body, 'data') ?? []) as Entity[];
		memory.reference = { ...memory.reference, [key]: { at: Date.now(), data } };
		return data;
	});
}

export const biddingRules = (call: Call) => reference(call, '/12/bidding_rules');
export const businessCategories = (call: Call) => reference(call, '/12/advertiser_business_categories');
