/**
 * This file reads lists that check or complete values, once per execution. X allows only 5 reads in 15 minutes of lists
 * outside of an account (https://docs.x.com/x-ads-api/fundamentals/rate-limiting), so the workflow remembers those that
 * hardly change for a month. X advises that for bidding rules:
 * https://docs.x.com/x-ads-api/campaign-management/reference#bidding-rules
 */
import { get } from 'lodash';
import { z } from 'zod';
import type { Call } from '../../shared/operation/operation';
import { encodeRfc3986, asText } from '../../shared/util/text';
import { objects } from '../../shared/util/lenient';
import { memoOf } from '../../shared/memory/requestMemo';
import { DAY } from '../../shared/util/time';
import { endIfCancelled } from '../../shared/util/wait';
import { Stored, storedForm } from '../../shared/memory/stored';

export type AdsEntity = Readonly<Record<string, unknown>>;

async function once<T>(call: Call, key: string, ask: () => Promise<T>): Promise<T> {
	return await memoOf(call.context).get(keyOf(call, key), ask);
}

const keyOf = ({ api }: Call, key: string): string => `${api.account} ${key}`;

export const pathOf = ({ values }: Call, segment: string, ...ids: string[]): string =>
	['/12/accounts', encodeRfc3986(asText(values.account_id)), segment, ...ids.map(encodeRfc3986)].join('/');

const entityOf =
	(segment: string) =>
	(call: Call, id: string): Promise<AdsEntity> => {
		const path = pathOf(call, segment, id);
		return once(call, path, async () => {
			const { body } = await call.api.send({ method: 'GET', path });
			return get(body, 'data') ?? {};
		});
	};

/** Reads several campaigns or line items together. What cannot be read is read by each item. */
export async function readTogether(call: Call, segment: 'campaigns' | 'line_items', ids: readonly string[]) {
	const name = segment === 'campaigns' ? 'campaign_ids' : 'line_item_ids';
	const query: [string, string][] = [
		[name, ids.join(',')],
		['count', '1000'],
	];
	const answer = await call.api.send({ method: 'GET', path: pathOf(call, segment), query }).catch(() => {
		endIfCancelled(call.context.getExecutionCancelSignal());
		return undefined;
	});
	for (const entity of objects(get(answer?.body, 'data')))
		memoOf(call.context).set(keyOf(call, pathOf(call, segment, asText(entity.id))), entity);
}

export const campaignOf = entityOf('campaigns');
export const lineItemOf = entityOf('line_items');
export const fundingInstrumentOf = entityOf('funding_instruments');

/** Returns the currencies of the item's account, which are those of its funding instruments. */
export async function currenciesOf(call: Call): Promise<string[]> {
	const path = pathOf(call, 'funding_instruments');
	return await once(call, `currencies ${path}`, async () => {
		const { body } = await call.api.send({ method: 'GET', path, query: [['count', '1000']] });
		return [...new Set(objects(get(body, 'data')).map((each) => asText(each.currency)))].filter(Boolean);
	});
}

const MONTH = 30 * DAY;

const LISTS = storedForm({
	name: 'adsLists',
	of: 'host and path',
	shape: z.object({ at: z.number(), data: z.array(z.record(z.unknown())) }),
	without: 'the list is read again',
});

/** A list that hardly ever changes. A stored copy is used if it is less than a month old. */
function reference(call: Call, path: string): Promise<AdsEntity[]> {
	return once(call, path, async () => {
		const memory = new Stored(call.context, LISTS, `${call.api.baseUrl}${path}`);
		const kept = memory.all.at(-1);
		if (kept && Date.now() - kept.at < MONTH) return kept.data;
		const { body } = await call.api.send({ method: 'GET', path });
		const data = (get(body, 'data') ?? []) as AdsEntity[];
		memory.write({ at: Date.now(), data });
		return data;
	});
}

export const biddingRules = (call: Call) => reference(call, '/12/bidding_rules');
export const businessCategories = (call: Call) => reference(call, '/12/advertiser_business_categories');
