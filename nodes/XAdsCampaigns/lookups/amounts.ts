/**
 * Checks of amounts that need to know the currency, or the present amount: that none is as large as micros would be, or
 * many times what it was, and with the option Check Bidding Rules, amounts against X's bidding rule, and those of a line
 * item against the budgets of its campaign.
 */
import { chunk, groupBy, uniq, get } from 'lodash';
import { largeFor, tooLarge, unitsOf } from '../../shared/ads/amount';
import { MOST_IDS } from '../../shared/ads/locators';
import { fromMicros, microsOf, money } from '../../shared/ads/micros';
import { broken, type BrokenRule, type Call } from '../../shared/operation/operation';
import { asText, encodeRfc3986 } from '../../shared/util/text';
import { endIfCancelled } from '../../shared/util/wait';
import { z } from 'zod';
import { objects } from '../../shared/util/lenient';
import { memoOf } from '../../shared/memory/requestMemo';
import { DAY } from '../../shared/util/time';
import { Stored, storedForm } from '../../shared/memory/stored';

const DAILY = 'daily_budget_amount_local_micro';
const TOTAL = 'total_budget_amount_local_micro';
const BID = 'bid_amount_local_micro';
const AMOUNTS = [BID, DAILY, TOTAL] as const;
type Amount = (typeof AMOUNTS)[number];

const NAMES: Readonly<Record<Amount, string>> = {
	[BID]: 'bid',
	[DAILY]: 'daily budget',
	[TOTAL]: 'total budget',
};

const amountsOf = ({ values }: Call) => AMOUNTS.filter((name) => typeof values[name] === 'number');

/**
 * Checks the amounts of a campaign or line item.
 *
 * @throws NodeOperationError that names the broken rules and their fields.
 */
export async function checkAmounts(call: Call): Promise<void> {
	const { values } = call;
	const amounts = amountsOf(call);
	if (amounts.length === 0) return;
	const byCurrency = await tooLargeByCurrency(call, amounts);
	const large = byCurrency.length > 0 ? byCurrency : await multiplied(call, amounts);
	if (large.length > 0) throw call.invalid(large);
	if (values.check_bidding_rules !== true) return;
	const rules = [...(await brokenByCurrency(call, amounts)), ...(await brokenByCampaign(call))];
	if (rules.length > 0) throw call.invalid(rules);
}

/**
 * Checks that a new campaign has the daily budget that X requires, unless an insertion order pays.
 *
 * @throws NodeOperationError that names the field.
 */
export async function checkDailyBudget(call: Call): Promise<void> {
	const { [DAILY]: daily, funding_instrument_id: id } = call.values;
	if (daily !== undefined) return;
	const { type } = await fundingInstrumentOf(call, asText(id));
	const kind = asText(type);
	if (kind === '' || kind === 'INSERTION_ORDER') return;
	const text = `is required: the type of the funding instrument is ${kind.toLowerCase().replace(/_/g, ' ')}, and only an insertion order does without`;
	throw call.invalid([broken(DAILY, 'required', text)]);
}

/** Amounts that are as large as micros would be. The currency is read only for those that may be. */
async function tooLargeByCurrency(call: Call, amounts: readonly Amount[]): Promise<BrokenRule[]> {
	const { allow_large_amounts: isAllowed, amounts_in: unit } = call.values;
	const isOver = (name: Amount, large: number) => Number(call.values[name]) > large * 1_000_000;
	const suspect = amounts.filter((name) => isOver(name, largeFor(name)));
	if (isAllowed === true || unit === 'micros' || suspect.length === 0) return [];
	const currency = await knownCurrency(call);
	return suspect.flatMap((name) => {
		const large = largeFor(name) * unitsOf(currency);
		if (!isOver(name, large)) return [];
		return [broken(name, 'large', tooLarge(large, currency || 'currency units', Number(call.values[name])))];
	});
}

/** An update by more than this factor is probably a mistake of units, or of an expression. */
const MOST_TIMES = 20;

/** Amounts of an update that are many times what they are now. */
async function multiplied(call: Call, amounts: readonly Amount[]): Promise<BrokenRule[]> {
	const id = updatedId(call);
	if (id === '') return [];
	const read = segmentOf(call) === 'campaigns' ? campaignOf : lineItemOf;
	const now = await read(call, id).catch((): AdsEntity => {
		endIfCancelled(call.context.getExecutionCancelSignal());
		return {};
	});
	return amounts.flatMap((name) => {
		const [before, amount] = [microsOf(now[name]) ?? 0, Number(call.values[name])];
		if (before === 0 || amount <= before * MOST_TIMES) return [];
		const times = Math.floor(amount / before).toLocaleString('en');
		const text = `is ${times} times the ${NAMES[name]} that stands now (${money(before, now.currency)}): where that is meant, switch {allow_large_amounts} on`;
		return [broken(name, 'multiplied', text)];
	});
}

/** Returns the updated ID, unless any amount is allowed. A new line item names its campaign, and has an objective. */
const updatedId = ({ values }: Call): string =>
	values.allow_large_amounts === true || values.objective !== undefined
		? ''
		: asText(values.line_item_id ?? values.campaign_id);

const segmentOf = ({ values }: Call) => (values.line_item_id === undefined ? 'campaigns' : 'line_items');

/** Reads what the items of a batch update, as far as they have amounts, 200 in one request. */
export async function readUpdated(calls: readonly Call[]): Promise<void> {
	const updates = calls.filter((call) => updatedId(call) !== '' && amountsOf(call).length > 0);
	for (const some of Object.values(groupBy(updates, (call) => pathOf(call, segmentOf(call)))))
		for (const ids of chunk(uniq(some.map(updatedId)), MOST_IDS))
			if (some[0]) await readTogether(some[0], segmentOf(some[0]), ids);
}

/** The currency of the account, or of the campaign where the account has several; empty if X does not say. */
async function knownCurrency(call: Call): Promise<string> {
	try {
		const [currency, other] = await currenciesOf(call);
		if (currency !== undefined && other === undefined) return currency;
		return asText(await currencyOf(call));
	} catch {
		endIfCancelled(call.context.getExecutionCancelSignal());
		return '';
	}
}

/** The bounds of a bid, and the smallest unit of every amount. */
async function brokenByCurrency(call: Call, amounts: readonly Amount[]) {
	const currency = asText(await currencyOf(call));
	const rule = (await biddingRules(call)).find((each) => each.currency === currency);
	if (!rule) {
		call.hint(`X has no bidding rule for ${currency || 'the currency of the campaign'}`);
		return [];
	}
	const least = microsOf(rule.minimum_cpe_bid_local_micro) ?? 0;
	const most = microsOf(rule.maximum_cpe_bid_local_micro) ?? Infinity;
	const part = microsOf(rule.minimum_denomination) ?? 1;
	return amounts.flatMap((name) => {
		const amount = Number(call.values[name]);
		const is = `and is ${money(amount, currency)}`;
		if (amount % part !== 0)
			return [broken(name, 'multipleOf', `must be a multiple of ${money(part, currency)}, ${is}`)];
		if (name === BID && amount < least)
			return [broken(name, 'minimum', `must be at least ${money(least, currency)}, ${is}`)];
		if (name === BID && amount > most)
			return [broken(name, 'maximum', `must be at most ${money(most, currency)}, ${is}`)];
		return [];
	});
}

/**
 * The budget and bid of a line item may not exceed the budget of its campaign:
 * https://docs.x.com/x-ads-api/campaign-management#how-does-the-line-item-budget-relate-to-campaign-budget-in-an-ad-groups-campaign
 */
async function brokenByCampaign(call: Call) {
	const { values } = call;
	if (values.line_item_id === undefined && values.objective === undefined) return [];
	const campaign = await parentOf(call);
	const exceeds = (name: Amount, limit: Amount) => {
		const [amount, most] = [microsOf(values[name]), microsOf(campaign[limit])];
		if (amount === undefined || most === undefined || amount <= most) return [];
		const text = `must be at most the ${NAMES[limit]} of the campaign (${fromMicros(amount)} is more than ${money(most, campaign.currency)})`;
		return [broken(name, 'campaignBudget', text)];
	};
	if (values.bid_strategy === 'AUTO') return exceeds(TOTAL, TOTAL);
	return [...exceeds(TOTAL, TOTAL), ...exceeds(BID, DAILY), ...exceeds(BID, TOTAL)].slice(0, 2);
}

async function currencyOf(call: Call): Promise<unknown> {
	const { funding_instrument_id: funding } = call.values;
	const source =
		funding === undefined ? await parentOf(call) : await fundingInstrumentOf(call, asText(funding));
	return source.currency;
}

/** The campaign that an item names, directly or through its line item. */
async function parentOf(call: Call) {
	const { campaign_id: campaign, line_item_id: lineItem } = call.values;
	if (campaign !== undefined) return await campaignOf(call, asText(campaign));
	const { campaign_id: parent } = await lineItemOf(call, asText(lineItem));
	return await campaignOf(call, asText(parent));
}

/**
 * Runs the optional checks of a line item, and returns the parameter with all IAB categories of each chosen kind of
 * business: https://docs.x.com/x-ads-api/campaign-management/reference#advertiser-business-categories
 *
 * @throws NodeOperationError for a broken bidding rule, or an unknown kind of business.
 */
export async function checkedCategories(call: Call): Promise<{ categories?: string }> {
	await checkAmounts(call);
	const { business_categories: chosen } = call.values;
	if (!Array.isArray(chosen)) return {};
	const known = await businessCategories(call);
	const ids = new Set<string>();
	for (const written of chosen.map(asText)) {
		const found = known.find(({ id, name }) => id === written || name === written);
		if (!found)
			throw call.invalid([
				broken('business_categories', 'enum', `holds "${written}", which X does not know`),
			]);
		for (const id of (found.iab_categories ?? []) as unknown[]) ids.add(asText(id));
	}
	return { categories: [...ids].join(',') };
}

type AdsEntity = Readonly<Record<string, unknown>>;

async function once<T>(call: Call, key: string, ask: () => Promise<T>): Promise<T> {
	return await memoOf(call.context).get(keyOf(call, key), ask);
}

const keyOf = ({ api }: Call, key: string): string => `${api.account} ${key}`;

const pathOf = ({ values }: Call, segment: string, ...ids: string[]): string =>
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
async function readTogether(call: Call, segment: 'campaigns' | 'line_items', ids: readonly string[]) {
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

const campaignOf = entityOf('campaigns');
const lineItemOf = entityOf('line_items');
const fundingInstrumentOf = entityOf('funding_instruments');

/** Returns the currencies of the item's account, which are those of its funding instruments. */
async function currenciesOf(call: Call): Promise<string[]> {
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

/**
 * A list that hardly ever changes. A stored copy is used if it is less than a month old: X allows only 5 reads in 15
 * minutes of lists outside of an account (https://docs.x.com/x-ads-api/fundamentals/rate-limiting), and advises that for
 * bidding rules: https://docs.x.com/x-ads-api/campaign-management/reference#bidding-rules
 */
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

const biddingRules = (call: Call) => reference(call, '/12/bidding_rules');
const businessCategories = (call: Call) => reference(call, '/12/advertiser_business_categories');
