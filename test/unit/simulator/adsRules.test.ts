/** What the documentation forbids is refused, with its code and the parameter that is wrong; what it allows passes. */
import { ids } from '../../simulator/ads/seed';
import { account, campaign, history, many, refuses, type Row } from './adsRequests';
import { startAds, type Client } from './adsSupport';

let client: Client;

beforeAll(async () => {
	client = await startAds();
	await client.sim.control('ads', 'limit', { category: 'writes', limit: 10_000 });
});
afterAll(async () => {
	await client.close();
});

const lists: readonly Row[] = [
	['unknown parameter', `GET ${account}/campaigns?nope=1`, 'INVALID_PARAMETER', 'nope'],
	['count below 1', `GET ${account}/campaigns?count=0`, 'INVALID_PARAMETER', 'count'],
	['count above 1000', `GET ${account}/campaigns?count=1001`, 'INVALID_PARAMETER', 'count'],
	['count not an integer', `GET ${account}/campaigns?count=2.5`, 'INVALID_PARAMETER', 'count'],
	['not a boolean', `GET ${account}/campaigns?with_deleted=yes`, 'INVALID_PARAMETER', 'with_deleted'],
	[
		'cursor with total count',
		`GET ${account}/campaigns?cursor=x&with_total_count=true`,
		'EXCLUSIVE_PARAMETERS',
		'with_total_count',
	],
	[
		'201 identifiers',
		`GET ${account}/campaigns?campaign_ids=${many(201)}`,
		'INVALID_PARAMETER',
		'campaign_ids',
	],
	['sort attribute', `GET ${account}/line_items?sort_by=name-asc`, 'INVALID_PARAMETER', 'sort_by'],
	['sort direction', `GET ${account}/campaigns?sort_by=name`, 'INVALID_PARAMETER', 'sort_by'],
	['name query too long', `GET ${account}/campaigns?q=${'x'.repeat(256)}`, 'INVALID_PARAMETER', 'q'],
	['criteria without line items', `GET ${account}/targeting_criteria`, 'MISSING_PARAMETER', 'line_item_ids'],
	[
		'no line item for accounts',
		`GET ${account}/promoted_accounts?line_item_ids=${ids.lineItem}`,
		'INCOMPATIBLE_LINE_ITEM',
		'line_item_ids',
	],
	['51 shows', '/12/targeting_criteria/tv_shows?locale=en-US&count=51', 'INVALID_PARAMETER', 'count'],
	['shows of no market', '/12/targeting_criteria/tv_shows?locale=xx-XX', 'INVALID_PARAMETER', 'locale'],
	[
		'mixed suggestions',
		`${account}/targeting_suggestions?suggestion_type=KEYWORD&targeting_values=a,1`,
		'INVALID_PARAMETER',
		'targeting_values',
	],
	[
		'history without whole hours',
		history({ start_time: '2026-11-20T10:30:00Z' }),
		'INVALID_PARAMETER',
		'start_time',
	],
	['history backwards', history({ end_time: '2026-11-19T10:00:00Z' }), 'INVALID_TIME_WINDOW', 'end_time'],
	[
		'settings of another user',
		`${account}/user_settings/${ids.otherUserId}`,
		'ACTION_NOT_ALLOWED',
		'user_id',
	],
];

const campaigns: readonly Row[] = [
	['no name', campaign({ name: '' }), 'MISSING_PARAMETER', 'name'],
	['name of 256', campaign({ name: 'x'.repeat(256) }), 'INVALID_PARAMETER', 'name'],
	[
		'purchase order of 51',
		campaign({ purchase_order_number: '1'.repeat(51) }),
		'INVALID_PARAMETER',
		'purchase_order_number',
	],
	[
		'decimal budget',
		campaign({ daily_budget_amount_local_micro: '5.5' }),
		'INVALID_PARAMETER',
		'daily_budget_amount_local_micro',
	],
	[
		'odd fraction of the currency',
		campaign({ daily_budget_amount_local_micro: 10_000_001 }),
		'INVALID_DENOMINATION',
		'daily_budget_amount_local_micro',
	],
	[
		'daily above total',
		campaign({ total_budget_amount_local_micro: 1_000_000 }),
		'INVALID_PARAMETER',
		'daily_budget_amount_local_micro',
	],
	[
		'unknown funding',
		campaign({ funding_instrument_id: 'nope' }),
		'FUNDING_INSTRUMENT_NOT_FOUND',
		'funding_instrument_id',
	],
	[
		'deleted funding',
		campaign({ funding_instrument_id: ids.deletedFundingInstrument }),
		'FUNDING_INSTRUMENT_NOT_FOUND',
		'funding_instrument_id',
	],
	[
		'more than the credit',
		campaign({ funding_instrument_id: ids.insertionOrder, total_budget_amount_local_micro: 60_000_000_000 }),
		'FUNDING_INSTRUMENT_EXCEEDS_AVAILABLE_CREDIT_LIMIT',
		'total_budget_amount_local_micro',
	],
	[
		'delivery of line items',
		campaign({ budget_optimization: 'LINE_ITEM', standard_delivery: false }),
		'INVALID_PARAMETER',
		'standard_delivery',
	],
	['unknown status', campaign({ entity_status: 'STOPPED' }), 'INVALID_PARAMETER', 'entity_status'],
	[
		'back to draft',
		`PUT ${account}/campaigns/${ids.campaign}?entity_status=DRAFT`,
		'INVALID_PARAMETER',
		'entity_status',
	],
	['name unset', `PUT ${account}/campaigns/${ids.campaign}?name=`, 'MISSING_PARAMETER', 'name'],
	[
		'funding of others changed',
		`PUT ${account}/funding_instruments/${ids.fundingInstrument}?paused=true`,
		'ACTION_NOT_ALLOWED',
		'funding_instrument_id',
	],
	['no such business', `PUT ${account}?industry_type=CIRCUS`, 'INVALID_PARAMETER', 'industry_type'],
	[
		'client of no agency',
		`PUT ${account}/tax_settings?client_address_city=Rome`,
		'INVALID_PARAMETER',
		'client_address_city',
	],
];

describe('lists', () => {
	refuses(() => client, lists);
});

describe('campaigns and accounts', () => {
	refuses(() => client, campaigns);
});

describe('audience estimates', () => {
	const ask = async (...criteria: unknown[]) =>
		await client.call(`POST ${account}/audience_estimate`, { targeting_criteria: criteria });

	it('need a primary criterion', async () => {
		const place = { targeting_type: 'LOCATION', targeting_value: ids.unitedStates };
		expect((await ask(place)).errors[0]).toMatchObject({
			code: 'INVALID_PARAMETER',
			parameter: 'targeting_criteria',
		});
		const answer = await ask(place, {
			targeting_type: 'INTEREST',
			targeting_value: ids.interest,
			operator_type: 'NE',
		});
		const { min, max } = answer.row.audience_size as { min: number; max: number };
		expect(max).toBeGreaterThan(min);
		expect(answer.params).toEqual({ account_id: ids.account, targeting_criteria: null });
	});

	it('take EQ and NE only', async () => {
		const answer = await ask({
			targeting_type: 'INTEREST',
			targeting_value: ids.interest,
			operator_type: 'LT',
		});
		expect(answer.errors[0]).toMatchObject({ code: 'INVALID_PARAMETER', parameter: 'operator_type' });
	});
});

it('allows 200 active campaigns', async () => {
	await client.sim.reset();
	for (let count = 1; count < 200; count += 1) {
		expect((await client.call(campaign({ entity_status: 'ACTIVE', name: String(count) }))).status).toBe(200);
	}
	const full = await client.call(campaign({ entity_status: 'ACTIVE' }));
	expect([full.status, full.errors[0]?.code]).toEqual([400, 'TOO_MANY_CAMPAIGNS']);
	expect((await client.call(`PUT ${account}/campaigns/${ids.campaign}/activate`)).errors[0]?.code).toBe(
		'TOO_MANY_CAMPAIGNS',
	);
	expect((await client.call(campaign({ entity_status: 'PAUSED' }))).status).toBe(200);
});
