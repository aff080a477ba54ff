/**
 * Campaigns and line items: money, safety, updates, syncing.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { omit } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { useSkippedWaits } from '../../support/waits';
import { account, byId, ids, newCampaign, newLineItem, useAds } from './support';
import { brokenRules, history } from './wrongForms';

const { sim, ads, lastQuery, sent, addLineItems } = useAds();
useSkippedWaits(sim);
const queries = () => sim().requests.map(({ query }) => query);

const oneCampaign = { account_id: account, campaign_id: byId(ids.campaign) };
const oneLineItem = { account_id: account, line_item_id: byId(ids.lineItem) };

describe('creating', () => {
	it('makes a campaign that is paused, with the amount exact', async () => {
		const run = await ads('campaign.create', newCampaign());
		expect(lastQuery()).toEqual({
			funding_instrument_id: ids.fundingInstrument,
			name: 'Winter sale',
			entity_status: 'PAUSED',
			daily_budget_amount_local_micro: '12500000',
		});
		expect(run.json).toEqual([
			expect.objectContaining({ name: 'Winter sale', entity_status: 'PAUSED', currency: 'USD' }),
		]);
	});

	it('makes a line item that is paused, and knows both vocabularies of placements', async () => {
		const form = newLineItem({ additionalFields: { placements: byId('ALL_ON_SERVICE') } });
		const run = await ads('lineItem.create', form);
		expect(lastQuery()).toMatchObject({ entity_status: 'PAUSED', placements: 'ALL_ON_TWITTER' });
		expect(run.json[0]).toMatchObject({ objective: 'ENGAGEMENTS', entity_status: 'PAUSED' });
	});

	it.each(['campaign', 'lineItem'])(
		'makes a %s that is paused also where its status came out empty',
		async (name) => {
			const form = (name === 'campaign' ? newCampaign : newLineItem)({
				additionalFields: { entity_status: '={{ $json.status }}' },
			});
			const refused = await ads(`${name}.create`, form);
			expect(refused.error?.message).toContain('"Status" is empty');
			expect(sent()).toEqual([]);
			await ads(`${name}.create`, { ...form, options: { emptyExpressions: 'leaveOut' } });
			expect(lastQuery()).toMatchObject({ entity_status: 'PAUSED' });
		},
	);

	it.each([
		['campaign.pause', { ...oneCampaign, campaign_id: byId(ids.activeCampaign) }],
		['lineItem.pause', { ...oneLineItem, line_item_id: byId(ids.lineItem) }],
	])('%s is what stops it, and changes nothing else', async (name, form) => {
		const run = await ads(name, form);
		expect(lastQuery()).toEqual({ entity_status: 'PAUSED' });
		expect(run.json[0]).toMatchObject({ entity_status: 'PAUSED' });
	});

	it('asks for the daily budget before anything is sent, unless an insertion order pays', async () => {
		const paidBy = async (id: string) =>
			await ads(
				'campaign.create',
				newCampaign({ funding_instrument_id: byId(id), daily_budget_amount_local_micro: '' }),
			);
		expect((await paidBy(ids.partnerManaged)).error?.message).toContain(
			'is required: the type of the funding instrument is partner managed, and only an insertion order does without',
		);
		expect(sent().filter((request) => request.startsWith('POST '))).toEqual([]);
		expect((await paidBy(ids.insertionOrder)).error).toBeUndefined();
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
		['text by an expression that says so', { advertiser_domain: "={{ '' }}" }],
		['amount', { total_budget_amount_local_micro: '' }],
		['choice', { audience_expansion: '' }],
		['several choices', { categories: [] }],
		['resource locator', { advertiser_user_id: none }],
	] as readonly [string, INodeParameters][])('unsets a %s', async (_, fields) => {
		const run = await ads('lineItem.update', lineItem(fields));
		expect(run.error?.message).toBeUndefined();
		const [name = ''] = Object.keys(fields);
		expect(lastQuery()).toEqual({ [name]: '' });
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
		const run = await ads('lineItem.batch', parameters);
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

	it('is not what data do that hold nothing: in a field, in a list, in a batch', async () => {
		const items = [{ json: { total: null } }, { json: { total: '' } }, { json: {} }];
		const changed = {
			name: 'Renamed',
			total_budget_amount_local_micro: '={{ $json.total }}',
			purchase_order_number: '={{ $json.total }}',
		};
		const options = { emptyExpressions: 'leaveOut' };
		const stopped = await ads('campaign.update', { ...oneCampaign, updateFields: changed }, { items });
		expect(stopped.error?.message).toContain('is empty: {{ $json.total }} has no value');
		expect(sent()).toEqual([]);
		const run = await ads('campaign.update', { ...oneCampaign, updateFields: changed, options }, { items });
		expect(run.error?.message).toBeUndefined();
		expect(queries()).toEqual([{ name: 'Renamed' }, { name: 'Renamed' }, { name: 'Renamed' }]);
		const additionalFields = omit(changed, 'name');
		const form = { ...oneCampaign, operation_type: 'Update', name: 'Renamed', additionalFields, options };
		await ads('campaign.batch', form, { items: items.slice(0, 2) });
		const params = { campaign_id: ids.campaign, name: 'Renamed' };
		expect(sim().requests.at(-1)?.body).toEqual([
			{ operation_type: 'Update', params },
			{ operation_type: 'Update', params },
		]);
		const lists = { categories: '={{ $json.none }}', advertiser_user_id: byId('={{ $json.nobody }}') };
		const empty = await ads('lineItem.update', lineItem(lists), {
			items: [{ json: { none: [], nobody: '' } }],
		});
		expect(empty.error?.message).toContain('is empty: {{ $json.');
	});
});

describe('in-stream ads', () => {
	const form = (additionalFields: INodeParameters) =>
		newLineItem({
			campaign_id: byId(ids.prerollCampaign),
			objective: 'PREROLL_VIEWS',
			additionalFields: { product_type: 'MEDIA', ...additionalFields },
		});

	it('get the whole sets of their kinds of business, on creation, in an update and in a batch', async () => {
		const listed = await ads('category.getBusiness');
		const [kind] = listed.json as Array<{ id: string; name: string; iab_categories: string[] }>;
		const { id, name, iab_categories: set } = kind!;
		const made = await ads('lineItem.create', form({ business_categories: [id] }));
		expect(made.error?.message).toBeUndefined();
		expect(lastQuery().categories?.split(',').sort()).toEqual([...set].sort());
		const updateFields = { business_categories: [name] };
		const change = { account_id: account, line_item_id: byId(ids.prerollLineItem) };
		await ads('lineItem.update', { ...change, updateFields });
		expect(lastQuery().categories?.split(',').sort()).toEqual([...set].sort());
		const batch = { ...change, operation_type: 'Update', additionalFields: updateFields };
		await ads('lineItem.batch', batch);
		expect(sim().requests.at(-1)?.body).toEqual([
			{
				operation_type: 'Update',
				params: { line_item_id: ids.prerollLineItem, categories: set.join(',') },
			},
		]);
	});

	it('of an unknown kind of business are refused: there is nothing to send', async () => {
		const run = await ads('lineItem.create', form({ business_categories: ['nope'] }));
		expect(brokenRules(run)).toEqual([{ field: 'business_categories', rule: 'enum' }]);
		expect(sent()).toEqual(['GET /12/advertiser_business_categories']);
	});
});

describe('reading', () => {
	it('counts on the first page only, and says the count', async () => {
		await addLineItems(1_200);
		const parameters = { account_id: account, returnAll: true, options: { with_total_count: true } };
		const run = await ads('lineItem.getMany', parameters);
		expect(run.error).toBeUndefined();
		expect(new Set(run.json.map(({ id }) => id)).size).toBe(1_204);
		expect(queries().map(({ count, with_total_count: total }) => [count, total])).toEqual([
			['1000', 'true'],
			['1000', undefined],
		]);
		expect(run.hints.map(({ message }) => message)).toEqual([
			expect.stringContaining('There are 1,204 in total'),
		]);
	});

	it('ends at a time of change: the newest first, and no page too many', async () => {
		await addLineItems(1_500);
		sim().platform.clock.advance(3_600_000);
		const since = new Date(sim().platform.clock.now() - 60_000).toISOString();
		await ads('lineItem.update', { ...oneLineItem, updateFields: { name: 'Changed' } });
		sim().requests.length = 0;
		const parameters = { account_id: account, returnAll: true, filters: { changed_since: since } };
		const run = await ads('lineItem.getMany', parameters);
		expect(run.json.map(({ name }) => name)).toEqual(['Changed']);
		expect(queries()).toEqual([{ count: '1000', sort_by: 'updated_at-desc' }]);
	});
});

it.each(['Sandbox', 'staging', ''])(
	'takes "%s" for no environment, and least of all for production',
	async (environment) => {
		const run = await ads('account.get', { account_id: byId(ids.account), environment });
		expect(run.error?.message).toBe(`"Environment" must be production or sandbox, and is "${environment}"`);
		expect(sent()).toEqual([]);
	},
);

it('asks for the history in whole hours of UTC, and says where it widened the time', async () => {
	const changes = async (from: string, to: string) => await ads('accountHistory.getMany', history(from, to));
	// Nine o'clock in India, which is half past three in UTC.
	const wide = await changes('2026-01-05T09:00:00+05:30', '2026-01-05T10:00:00+05:30');
	expect(wide.error?.message).toBeUndefined();
	expect(lastQuery()).toMatchObject({
		start_time: '2026-01-05T03:00:00Z',
		end_time: '2026-01-05T05:00:00Z',
	});
	expect(wide.hints.map(({ message }) => message).join()).toContain(
		'widened to whole hours: 2026-01-05T03:00:00Z to 2026-01-05T05:00:00Z',
	);
	const whole = await changes('2026-01-05T09:00:00Z', '2026-01-05T10:00:00Z');
	expect(lastQuery()).toMatchObject({ start_time: '2026-01-05T09:00:00Z' });
	expect(whole.hints).toEqual([]);
});
