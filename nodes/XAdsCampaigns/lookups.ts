/**
 * What some checks must know from the platform. Asked once per execution; what hardly ever changes is kept with the
 * workflow for a month, as the platform advises for bidding rules (brief: versioning), because lists outside of an
 * account may be read only a few times in a quarter of an hour.
 */
import { get } from 'lodash';
import type { IExecuteFunctions } from 'n8n-workflow';
import { encodeRfc3986 } from '../shared/encode';
import type { Api } from '../shared/http';
import type { Call } from '../shared/operation';
import { asText } from '../shared/text';

type Entity = Readonly<Record<string, unknown>>;

const remembered = new WeakMap<IExecuteFunctions, Map<string, unknown>>();

/** Asks once per execution, host and key; a failure is forgotten. */
async function once<T>({ context, api }: Call, key: string, ask: () => Promise<T>): Promise<T> {
	const known: Map<string, unknown> = remembered.get(context) ?? new Map<string, unknown>();
	remembered.set(context, known);
	const name = `${api.baseUrl} ${key}`;
	const asked = (known.get(name) as Promise<T> | undefined) ?? ask();
	known.set(name, asked);
	asked.catch(() => known.delete(name));
	return await asked;
}

async function entityAt(api: Api, path: string): Promise<Entity> {
	const { body } = await api.send({ method: 'GET', path });
	return get(body, 'data') ?? {};
}

const inAccount = (call: Call, segment: string, id: string) =>
	`/12/accounts/${encodeRfc3986(asText(call.values.account_id))}/${segment}/${encodeRfc3986(id)}`;

/** A campaign of the item's account. */
export const campaignOf = (call: Call, id: string): Promise<Entity> =>
	once(call, inAccount(call, 'campaigns', id), () => entityAt(call.api, inAccount(call, 'campaigns', id)));

/** A line item of the item's account. */
export const lineItemOf = (call: Call, id: string): Promise<Entity> =>
	once(call, inAccount(call, 'line_items', id), () => entityAt(call.api, inAccount(call, 'line_items', id)));

export const fundingInstrumentOf = (call: Call, id: string): Promise<Entity> =>
	once(call, inAccount(call, 'funding_instruments', id), () =>
		entityAt(call.api, inAccount(call, 'funding_instruments', id)),
	);

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
