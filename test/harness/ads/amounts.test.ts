/**
 * Money: what one node gives fits the form of the next, and nothing is a million times what was meant.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { omit } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ads as area } from '../../simulator/ads/area';
import { account, byId, ids, newCampaign, useAds } from './support';
import { brokenRules, changedItem } from './wrongForms';

const { sim, ads, search, lastQuery } = useAds();
const DAILY = 'daily_budget_amount_local_micro';
const BID = 'bid_amount_local_micro';
const one = { account_id: account, campaign_id: byId(ids.campaign) };
const change = (updateFields: INodeParameters, more: INodeParameters = {}) => ({
	...one,
	updateFields,
	...more,
});

const bid = async (value: string, options: INodeParameters = {}) =>
	await ads('lineItem.update', { ...changedItem({ [BID]: value }), options });

/** Gets the campaign as the form says, and updates it with the item that came out. */
async function getAndUpdate(get: INodeParameters, update: INodeParameters) {
	const { json } = await ads('campaign.get', { ...one, ...get });
	sim().requests.length = 0;
	return await ads('campaign.update', update, { items: [{ json: json[0] as IDataObject }] });
}

/** What was asked of X besides reading. */
const written = () => sim().requests.filter(({ method }) => method !== 'GET');

/** A campaign without its budgets, which a batch has among its additional fields. */
const oneOfBatch = omit(newCampaign(), DAILY);

const refuseReads = () =>
	sim().fail({
		match: { method: 'GET' },
		kind: 'status',
		status: 403,
		times: 9,
		body: { errors: [{ code: 'ACTION_NOT_ALLOWED', message: 'No' }] },
	});

describe('an amount that goes from one node to the next', () => {
	it('is in currency units in Simplified, and comes back as it was', async () => {
		await ads('campaign.update', change({ [DAILY]: '50', total_budget_amount_local_micro: '900.25' }));
		const { json } = await ads('campaign.get', one);
		expect(json[0]).toMatchObject({ daily_budget_amount: 50, total_budget_amount: 900.25, currency: 'USD' });
		expect(JSON.stringify(json)).not.toContain('_local_micro');
		await getAndUpdate({}, change({ [DAILY]: '={{ $json.daily_budget_amount }}' }));
		expect(lastQuery()).toEqual({ [DAILY]: '50000000' });
	});

	it.each([
		['={{ $json.data.daily_budget_amount_local_micro }}', { output: 'raw' }],
		['={{ $json.data["daily_budget_amount_local_micro"] }}', { output: 'raw' }],
		['={{ $json.daily_budget_amount_local_micro }}', { output: 'selectedFields', outputFields: DAILY }],
	])('in micros is refused where the form is in currency units: %s', async (expression, get) => {
		const run = await getAndUpdate(get, change({ [DAILY]: expression }));
		expect(brokenRules(run)).toEqual([{ field: DAILY, rule: 'unit' }]);
		expect(run.error?.message).toContain('"Amounts In" is Currency Units');
		expect(sim().requests).toEqual([]);
	});

	it('in units is refused where the form is in micros', async () => {
		const form = change(
			{ [DAILY]: '={{ $json.daily_budget_amount }}' },
			{ options: { amounts_in: 'micros' } },
		);
		const run = await getAndUpdate({}, form);
		expect(brokenRules(run)).toEqual([{ field: DAILY, rule: 'unit' }]);
		expect(sim().requests).toEqual([]);
	});

	it('asks about a bid that looks like micros', async () => {
		for (const value of ['320000', '10000', '1000.01'])
			expect(brokenRules(await bid(value))).toEqual([{ field: BID, rule: 'large' }]);
		expect(written()).toEqual([]);
		await bid('0.32');
		expect(lastQuery()).toEqual({ bid_amount_local_micro: '320000' });
		await bid('15000', { allow_large_amounts: true });
		expect(lastQuery()).toEqual({ bid_amount_local_micro: '15000000000' });
	});

	it('in micros is refused in a batch and on creation, too', async () => {
		const item = { items: [{ json: { [DAILY]: 7_000_000 } }] };
		const budget = { [DAILY]: `={{ $json.${DAILY} }}` };
		const forms = {
			create: newCampaign(budget),
			batch: { ...oneOfBatch, operation_type: 'Create', additionalFields: budget },
		};
		for (const [operation, form] of Object.entries(forms))
			expect(brokenRules(await ads(`campaign.${operation}`, form, item))).toEqual([
				{ field: DAILY, rule: 'unit' },
			]);
		expect(sim().requests).toEqual([]);
	});
});

it('more than a million dollars needs an option', async () => {
	const refused = await ads('campaign.update', change({ [DAILY]: '={{ 50000000 }}' }));
	expect(brokenRules(refused)).toEqual([{ field: DAILY, rule: 'large' }]);
	expect(refused.error?.message).toContain('is more than 1,000,000 USD (50000000)');
	expect(refused.error?.message).toContain('"Allow Large Amounts"');
	expect(written()).toEqual([]);
});

describe('an update by more than twenty times', () => {
	it('needs an option, in units and in micros', async () => {
		await ads('campaign.update', change({ [DAILY]: '55' }));
		for (const form of [
			change({ [DAILY]: '={{ 5500 }}' }),
			change({ [DAILY]: '5500000000' }, { options: { amounts_in: 'micros' } }),
		]) {
			const refused = await ads('campaign.update', form);
			expect(brokenRules(refused)).toEqual([{ field: DAILY, rule: 'multiplied' }]);
			expect(refused.error?.message).toContain('is 100 times the daily budget that stands now (55 USD)');
		}
		expect((await ads('campaign.update', change({ [DAILY]: '1100' }))).error).toBeUndefined();
		const options = { allow_large_amounts: true };
		expect((await ads('campaign.update', change({ [DAILY]: '50000' }, { options }))).error).toBeUndefined();
		expect(lastQuery()).toEqual({ [DAILY]: '50000000000' });
	});

	it('needs the option for a bid as well', async () => {
		await bid('0.5');
		const refused = await bid('10.01');
		expect(brokenRules(refused)).toEqual([{ field: BID, rule: 'multiplied' }]);
		expect((await bid('10')).error).toBeUndefined();
		expect((await bid('300', { allow_large_amounts: true })).error).toBeUndefined();
	});

	it('is found in a batch with one read for all its items', async () => {
		await ads('campaign.update', change({ [DAILY]: '55' }));
		sim().requests.length = 0;
		const items = ['60', '6000', '70'].map((daily) => ({ json: { daily } }));
		const run = await ads(
			'campaign.batch',
			{ ...one, operation_type: 'Update', additionalFields: { [DAILY]: '={{ $json.daily }}' } },
			{ items, continueOnFail: true },
		);
		expect(run.json.map(({ error }) => error !== undefined)).toEqual([false, true, false]);
		expect(sim().requests.map(({ route }) => route)).toEqual([
			'/12/accounts/{account_id}/campaigns',
			'/12/batch/accounts/{account_id}/campaigns',
		]);
	});

	it('is sent where X does not say what stands now', async () => {
		refuseReads();
		expect((await ads('campaign.update', change({ [DAILY]: '90000' }))).error).toBeUndefined();
	});
});

describe('a currency of small units', () => {
	const inCurrency = (currency: string) => {
		const { state } = area.state(sim().platform).production;
		// So much that no update multiplies it.
		const now = Object.fromEntries([DAILY, BID].map((name) => [name, 1_000_000_000_000_000]));
		for (const kind of ['fundingInstruments', 'campaigns', 'lineItems'] as const)
			for (const { data } of state.of(kind).of(ids.account))
				Object.assign(data, { currency, ...(kind !== 'fundingInstruments' && now) });
	};

	it.each([
		// About 400, 60,000 and 4,000,000 USD.
		['IDR', '6000000', undefined],
		['IDR', '1000000000', undefined],
		['IDR', '60000000000', 'large'],
		['JPY', '60000000', undefined],
		['JPY', '60000000000', 'large'],
		['KWD', '6000000', 'large'],
	])('%s %s: %s', async (currency, budget, rule) => {
		inCurrency(currency);
		for (const run of [
			await ads('campaign.update', change({ [DAILY]: budget })),
			await ads('campaign.create', newCampaign({ [DAILY]: budget })),
			await ads('campaign.batch', {
				...oneOfBatch,
				operation_type: 'Create',
				additionalFields: { [DAILY]: budget },
			}),
		])
			expect([run.error?.message, brokenRules(run)]).toEqual([
				rule === undefined ? undefined : expect.stringContaining(currency),
				rule === undefined ? [] : [{ field: DAILY, rule }],
			]);
	});

	it('has bids of its own size', async () => {
		inCurrency('IDR');
		expect((await bid('5000')).error).toBeUndefined();
		expect((await bid('90000')).error).toBeUndefined();
		// 5,000 IDR in micros.
		expect(brokenRules(await bid('5000000000'))).toEqual([{ field: BID, rule: 'large' }]);
	});

	it('is read once for many items, and counts as none where X does not say it', async () => {
		inCurrency('IDR');
		const items = [1, 2, 3].map((each) => ({ json: { each } }));
		await ads('campaign.update', change({ [DAILY]: '6000000' }), { items });
		const reads = sim().requests.filter(({ method }) => method === 'GET');
		expect(reads.map(({ route }) => route)).toEqual([
			'/12/accounts/{account_id}/funding_instruments',
			'/12/accounts/{account_id}/campaigns/{campaign_id}',
		]);
		refuseReads();
		const run = await ads('campaign.update', change({ [DAILY]: '6000000' }));
		expect(run.error?.message).toContain('is more than 1,000,000 currency units');
	});
});

describe('budgets in rupiah or dong, with more digits than a binary float is trusted with', () => {
	/** A budget of 25 billion, a tenth of it for each day. */
	const budgets = { [DAILY]: '2500000000', total_budget_amount_local_micro: '25000000000' };
	const options = { allow_large_amounts: true };

	it('keep their digits on the wire, in answers, in lists and in comparisons', async () => {
		const run = await ads('campaign.create', newCampaign({ ...budgets, options }));
		expect(lastQuery()).toMatchObject({ total_budget_amount_local_micro: '25000000000000000' });
		expect(run.json[0]).toMatchObject({ total_budget_amount: 25_000_000_000 });
		const refused = await ads(
			'campaign.update',
			change({ ...budgets, [DAILY]: '25000000000.01' }, { options }),
		);
		expect(refused.error?.message).toContain('(25000000000.01 is more than 25000000000)');
		const { results } = await search('searchCampaigns', 'Winter');
		expect(results.map(({ name }) => name)).toEqual(['Winter sale (paused, 2500000000 USD a day)']);
	});

	it('keep them in a batch as well', async () => {
		const form = { ...oneOfBatch, operation_type: 'Create', additionalFields: budgets, options };
		const run = await ads('campaign.batch', form);
		expect(run.error?.message).toBeUndefined();
		expect(JSON.stringify(sim().requests.at(-1)?.body)).toContain(
			'"total_budget_amount_local_micro":25000000000000000',
		);
	});
});

it('bidding rules are in currency units, too', async () => {
	const run = await ads('biddingRule.getMany', { filters: { currency: 'USD' } });
	expect(run.json).toEqual([
		{ currency: 'USD', minimum_cpe_bid: 0.01, maximum_cpe_bid: 1000, minimum_denomination: 0.01 },
	]);
});
