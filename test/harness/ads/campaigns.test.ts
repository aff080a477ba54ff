/**
 * Campaigns and line items: money, safety, updates, syncing.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { useSimulator } from '../../support/simulator';
import { account, ads, byId, ids, lastQuery, newCampaign, newLineItem, sent } from './support';

const sim = useSimulator();
const queries = () => sim().requests.map(({ query }) => query);

const oneCampaign = { account_id: account, campaign_id: byId(ids.campaign) };
const oneLineItem = { account_id: account, line_item_id: byId(ids.lineItem) };

describe('creating', () => {
	it('makes a campaign that is paused, with the amount exact', async () => {
		const run = await ads(sim(), 'campaign.create', newCampaign());
		expect(lastQuery(sim())).toEqual({
			funding_instrument_id: ids.fundingInstrument,
			name: 'Winter sale',
			entity_status: 'PAUSED',
			daily_budget_amount_local_micro: '12500000',
		});
		expect(run.json).toEqual([
			expect.objectContaining({ name: 'Winter sale', entity_status: 'PAUSED', currency: 'USD' }),
		]);
	});

	it('takes amounts in micros as well', async () => {
		const additionalFields = { daily_budget_amount_local_micro: '12500000' };
		await ads(sim(), 'campaign.create', newCampaign({ amounts_in: 'micros', additionalFields }));
		expect(lastQuery(sim())).toMatchObject({ daily_budget_amount_local_micro: '12500000' });
	});

	it('makes a line item that is paused, and knows both vocabularies of placements', async () => {
		const run = await ads(sim(), 'lineItem.create', newLineItem({ placements: byId('ALL_ON_SERVICE') }));
		expect(lastQuery(sim())).toMatchObject({ entity_status: 'PAUSED', placements: 'ALL_ON_TWITTER' });
		expect(run.json[0]).toMatchObject({ objective: 'ENGAGEMENTS', entity_status: 'PAUSED' });
	});

	it('is never repeated when its fate is unknown', async () => {
		sim().fail({ match: { path: `/12/accounts/${ids.account}/campaigns` }, kind: 'unavailable', times: 5 });
		const run = await ads(sim(), 'campaign.create', newCampaign());
		expect(run.error?.httpCode).toBe('503');
		expect(sent(sim())).toHaveLength(1);
	});

	it('reads every value of each item anew', async () => {
		const parameters = newCampaign({
			name: '={{ $json.name }}',
			amounts_in: '={{ $json.unit }}',
			additionalFields: { daily_budget_amount_local_micro: '={{ $json.daily }}' },
		});
		const items = [
			{ json: { name: 'One', unit: 'units', daily: '7' } },
			{ json: { name: 'Two', unit: 'micros', daily: '8000000' } },
		];
		const run = await ads(sim(), 'campaign.create', parameters, { items });
		expect(run.json.map(({ daily_budget_amount_local_micro: daily }) => daily)).toEqual([
			7_000_000, 8_000_000,
		]);
	});

	it('activates only when told to', async () => {
		const run = await ads(sim(), 'campaign.activate', oneCampaign);
		expect(run.json[0]).toMatchObject({ id: ids.campaign, entity_status: 'ACTIVE' });
	});
});

describe('updating', () => {
	it('sends what was added, and nothing else', async () => {
		await ads(sim(), 'campaign.update', { ...oneCampaign, updateFields: { name: 'Renamed' } });
		expect(lastQuery(sim())).toEqual({ name: 'Renamed' });
	});

	it('unsets a field that was added and left empty', async () => {
		const before = { purchase_order_number: 'D0080', total_budget_amount_local_micro: '900' };
		await ads(sim(), 'campaign.update', { ...oneCampaign, updateFields: before });
		const after = { purchase_order_number: '', total_budget_amount_local_micro: '' };
		const parameters = {
			...oneCampaign,
			updateFields: after,
			output: 'selectedFields',
			outputFields: 'purchase_order_number,total_budget_amount_local_micro',
		};
		const run = await ads(sim(), 'campaign.update', parameters);
		expect(lastQuery(sim())).toEqual({ purchase_order_number: '', total_budget_amount_local_micro: '' });
		expect(run.json).toEqual([{ purchase_order_number: null, total_budget_amount_local_micro: null }]);
	});
});

describe('clearing on purpose', () => {
	const lineItem = (updateFields: INodeParameters) => ({
		...oneLineItem,
		updateFields,
		output: 'raw',
	});
	const none = { __rl: true, mode: 'list', value: '' };

	it.each([
		['text', { advertiser_domain: '' }],
		['date', { end_time: '' }],
		['number', { frequency_cap: '' }],
		['number that an expression gives', { frequency_cap: '={{ null }}' }],
		['amount', { total_budget_amount_local_micro: '' }],
		['choice', { audience_expansion: '' }],
		['several choices', { categories: [] }],
		['resource locator', { advertiser_user_id: none }],
	] as readonly [string, INodeParameters][])('unsets a %s', async (_, fields) => {
		const run = await ads(sim(), 'lineItem.update', lineItem(fields));
		expect(run.error?.message).toBeUndefined();
		const [name = ''] = Object.keys(fields);
		expect(lastQuery(sim())).toEqual({ [name]: '' });
		const { data } = run.json[0] as { data: INodeParameters };
		expect([null, []]).toContainEqual(data[name]);
	});

	it('unsets in a batch as well', async () => {
		const parameters = {
			account_id: account,
			operation_type: 'Update',
			line_item_id: byId(ids.lineItem),
			additionalFields: {
				advertiser_user_id: none,
				audience_expansion: '',
				categories: [],
				advertiser_domain: '',
			},
		};
		const run = await ads(sim(), 'lineItem.batch', parameters);
		expect(run.error?.message).toBeUndefined();
		expect(sim().requests.at(-1)?.body).toEqual([
			{
				operation_type: 'Update',
				params: {
					line_item_id: ids.lineItem,
					advertiser_domain: '',
					advertiser_user_id: '',
					audience_expansion: '',
					categories: '',
				},
			},
		]);
	});

	it('is not what happens to a switch that turns out empty', async () => {
		const run = await ads(sim(), 'campaign.update', {
			...oneCampaign,
			updateFields: { standard_delivery: '={{ "" }}' },
		});
		expect(run.error?.message).toBe('"Standard Delivery" must be true or false, and is empty');
		expect(sent(sim())).toEqual([]);
	});
});

describe('rules that need a look at the platform', () => {
	const dailyOn = (campaign: string): INodeParameters =>
		newLineItem({
			campaign_id: byId(campaign),
			objective: campaign === ids.campaign ? 'WEBSITE_CLICKS' : 'ENGAGEMENTS',
			additionalFields: { daily_budget_amount_local_micro: '5' },
		});

	it('a daily budget of a line item needs a campaign that leaves budgets to line items', async () => {
		const refused = await ads(sim(), 'lineItem.create', dailyOn(ids.campaign));
		expect(refused.error?.message).toBe(
			'"Daily Budget" can be set only where the Budget Optimization of the campaign is "Line Item", and it is CAMPAIGN',
		);
		expect(sent(sim()).filter((line) => !line.startsWith('GET'))).toEqual([]);
		const made = await ads(sim(), 'lineItem.create', dailyOn(ids.activeCampaign));
		expect(made.json[0]).toMatchObject({ daily_budget_amount_local_micro: 5_000_000 });
	});

	it.each([
		['0.001', '"Bid Amount" must be at least 0.01 USD, and is 0.001 USD'],
		['0.015', '"Bid Amount" must be a multiple of 0.01 USD, and is 0.015 USD'],
	])('a bid of %s breaks a bidding rule', async (bid, message) => {
		const additionalFields = { bid_strategy: 'MAX', bid_amount_local_micro: bid, check_bidding_rules: true };
		const run = await ads(sim(), 'lineItem.create', newLineItem({ additionalFields }));
		expect([message, '"Bid Amount" must be a multiple of 0.01 USD, and is 0.001 USD']).toContain(
			run.error?.message,
		);
		expect(sent(sim())).not.toContain(`POST /12/accounts/${ids.account}/line_items`);
	});

	it('bidding rules are read once for all items, and kept with the workflow', async () => {
		const additionalFields = {
			bid_strategy: 'MAX',
			bid_amount_local_micro: '0.32',
			check_bidding_rules: true,
		};
		const items = [{ json: {} }, { json: {} }, { json: {} }];
		const run = await ads(sim(), 'lineItem.create', newLineItem({ additionalFields }), { items });
		expect(run.error).toBeUndefined();
		expect(sent(sim()).filter((line) => line === 'GET /12/bidding_rules')).toHaveLength(1);
		expect(JSON.stringify(run.staticData)).toContain('minimum_denomination');
	});

	it('an in-stream line item gets the whole sets of its kinds of business', async () => {
		const listed = await ads(sim(), 'category.getBusiness');
		const { id, iab_categories: set } = listed.json[0] as { id: string; iab_categories: string[] };
		const form = (additionalFields: INodeParameters) =>
			newLineItem({
				campaign_id: byId(ids.prerollCampaign),
				objective: 'PREROLL_VIEWS',
				product_type: 'MEDIA',
				additionalFields,
			});
		const made = await ads(sim(), 'lineItem.create', {
			...form({ business_categories: [id] }),
			output: 'raw',
		});
		expect(made.error?.message).toBeUndefined();
		expect((lastQuery(sim()).categories ?? '').split(',').sort()).toEqual([...set].sort());
		const partial = await ads(sim(), 'lineItem.create', form({ categories: set.slice(1) }));
		expect(partial.error?.message).toContain(
			'must be the whole sets of one or two advertiser business categories',
		);
		const unknown = await ads(sim(), 'lineItem.create', form({ business_categories: ['nope'] }));
		expect(unknown.error?.message).toContain('holds "nope", which the platform does not know');
	});

	it('a creative for website clicks leads somewhere', async () => {
		const form = (line: string, additionalFields = {}) => ({
			account_id: account,
			account_media_id: ids.imageMedia,
			line_item_id: byId(line),
			additionalFields,
		});
		const refused = await ads(sim(), 'mediaCreative.create', form(ids.websiteLineItem));
		expect(refused.error?.message).toBe(
			'"Landing URL" is required: the objective of the line item is WEBSITE_CLICKS',
		);
		const made = await ads(
			sim(),
			'mediaCreative.create',
			form(ids.websiteLineItem, { landing_url: 'https://example.com/' }),
		);
		expect(made.json[0]).toMatchObject({ landing_url: 'https://example.com/' });
	});

	it('a TV show needs a location, an age comes once', async () => {
		const form = (line: string, type: string, value: string) => ({
			account_id: account,
			line_item_id: byId(line),
			targeting_type: type,
			targeting_value: byId(value),
			operator_type: 'EQ',
		});
		const show = await ads(
			sim(),
			'targetingCriterion.create',
			form(ids.websiteLineItem, 'TV_SHOW', '10027243420'),
		);
		expect(show.error?.message).toContain('cannot be TV_SHOW before the line item has a LOCATION');
		const age = form(ids.lineItem, 'AGE', 'AGE_18_TO_34');
		expect((await ads(sim(), 'targetingCriterion.create', age)).error).toBeUndefined();
		const again = await ads(sim(), 'targetingCriterion.create', age);
		expect(again.error?.message).toBe(
			'"Targeting Type" cannot be AGE: a line item can have one, and this one has it already',
		);
	});

	it('an audience and its lookalike exclude each other', async () => {
		const form = (type: string, audience: string) => ({
			account_id: account,
			line_item_id: byId(ids.lineItem),
			targeting_type: type,
			targeting_value: byId(audience),
			operator_type: 'EQ',
		});
		const create = async (type: string, audience: string) =>
			(await ads(sim(), 'targetingCriterion.create', form(type, audience))).error?.message;
		expect(await create('CUSTOM_AUDIENCE', '249yj')).toBeUndefined();
		expect(await create('CUSTOM_AUDIENCE_EXPANDED', '249yj')).toBe(
			'"Targeting Value" cannot be that of CUSTOM_AUDIENCE_EXPANDED: the line item has the same one as CUSTOM_AUDIENCE, and an audience and its lookalike exclude each other',
		);
		expect(await create('CUSTOM_AUDIENCE_EXPANDED', '249ym')).toBeUndefined();
	});
});

describe('reading', () => {
	const many = async (parameters: INodeParameters) =>
		await ads(sim(), 'campaign.getMany', { account_id: account, ...parameters });

	it('follows cursors to the end', async () => {
		await sim().control('ads', 'addLineItems', {
			accountId: ids.account,
			campaignId: ids.activeCampaign,
			count: 2_500,
		});
		const run = await ads(sim(), 'lineItem.getMany', { account_id: account, returnAll: true });
		expect(run.json.length).toBeGreaterThan(2_500);
		expect(new Set(run.json.map(({ id }) => id)).size).toBe(run.json.length);
		expect(queries().map(({ count }) => count)).toEqual(['1000', '1000', '1000']);
	});

	it('asks for no more than the limit', async () => {
		const run = await many({ limit: 2 });
		expect(run.json).toHaveLength(2);
		expect(queries()).toEqual([{ count: '2' }]);
	});

	it('filters, sorts, shows drafts and what is deleted', async () => {
		const run = await many({
			returnAll: true,
			sort_by: { values: [{ attribute: 'name', direction: 'desc' }] },
			filters: { q: 'summer', with_draft: true },
			options: { with_deleted: true },
		});
		expect(run.json.map(({ name }) => name)).toEqual(['Summer sale', 'Summer of last year', 'Summer draft']);
		expect(lastQuery(sim())).toMatchObject({
			sort_by: 'name-desc',
			with_draft: 'true',
			with_deleted: 'true',
		});
	});

	it('counts on the first page only, and says the count', async () => {
		await sim().control('ads', 'addLineItems', {
			accountId: ids.account,
			campaignId: ids.activeCampaign,
			count: 1_200,
		});
		const parameters = { account_id: account, returnAll: true, options: { with_total_count: true } };
		const run = await ads(sim(), 'lineItem.getMany', parameters);
		expect(run.error).toBeUndefined();
		expect(queries().map((query) => query.with_total_count)).toEqual(['true', undefined]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('There are 1,204 in total'),
		]);
	});

	it('ends at a time of change: the newest first, and no page too many', async () => {
		await sim().control('ads', 'addLineItems', {
			accountId: ids.account,
			campaignId: ids.activeCampaign,
			count: 1_500,
		});
		sim().platform.clock.advance(3_600_000);
		const since = new Date(sim().platform.clock.now() - 60_000).toISOString();
		await ads(sim(), 'lineItem.update', { ...oneLineItem, updateFields: { name: 'Changed' } });
		sim().requests.length = 0;
		const parameters = { account_id: account, returnAll: true, filters: { changed_since: since } };
		const run = await ads(sim(), 'lineItem.getMany', parameters);
		expect(run.json.map(({ name }) => name)).toEqual(['Changed']);
		expect(queries()).toEqual([{ count: '1000', sort_by: 'updated_at-desc' }]);
	});

	it('gives a useful dozen of fields, named ones, or the untouched answer', async () => {
		const get = async (more: INodeParameters) =>
			(await ads(sim(), 'campaign.get', { ...oneCampaign, ...more })).json[0]!;
		expect(Object.keys(await get({}))).toHaveLength(13);
		expect(await get({ output: 'selectedFields', outputFields: 'id,name' })).toEqual({
			id: ids.campaign,
			name: 'Summer sale',
		});
		expect(await get({ output: 'raw' })).toMatchObject({
			data: { id: ids.campaign },
			request: { params: {} },
		});
	});
});

it('deletes, and finds what is deleted only on demand', async () => {
	const deleted = await ads(sim(), 'lineItem.delete', oneLineItem);
	expect(deleted.json).toEqual([{ deleted: true, line_item_id: ids.lineItem }]);
	const again = await ads(sim(), 'lineItem.get', oneLineItem);
	expect(again.error?.httpCode).toBe('404');
	const found = await ads(sim(), 'lineItem.get', { ...oneLineItem, options: { with_deleted: true } });
	expect(found.json[0]).toMatchObject({ deleted: true });
});

it('keeps the sandbox and production apart', async () => {
	const inSandbox = { account_id: byId(ids.sandboxAccount) };
	const run = await ads(sim(), 'account.get', inSandbox, { on: 'sandbox' });
	expect(run.json[0]).toMatchObject({ id: ids.sandboxAccount });
	const lost = await ads(sim(), 'account.get', inSandbox);
	expect(lost.error?.message).toContain('The ads account was not found');
});

it.each(['Sandbox', 'staging', ''])(
	'takes "%s" for no environment, and least of all for production',
	async (environment) => {
		const run = await ads(sim(), 'account.get', { account_id: byId(ids.account), environment });
		expect(run.error?.message).toBe(`"Environment" must be production or sandbox, and is "${environment}"`);
		expect(sent(sim())).toEqual([]);
	},
);
