/** Requests that are right as they stand, to be bent by the tests of the rules. */
import { ids } from '../../simulator/ads/seed';
import { query, type Client } from './adsSupport';

export const account = `/12/accounts/${ids.account}`;

export type Fields = Readonly<Record<string, string | number | boolean>>;
export type Row = readonly [rule: string, request: string, code: string, parameter: string];

export const campaign = (fields: Fields) =>
	`POST ${account}/campaigns?${query({
		funding_instrument_id: ids.fundingInstrument,
		name: 'New',
		daily_budget_amount_local_micro: 10_000_000,
		entity_status: 'PAUSED',
		...fields,
	})}`;
export const item = (fields: Fields) =>
	`POST ${account}/line_items?${query({
		campaign_id: ids.activeCampaign,
		objective: 'ENGAGEMENTS',
		product_type: 'PROMOTED_TWEETS',
		placements: 'ALL_ON_TWITTER',
		start_time: '2026-12-01T00:00:00Z',
		end_time: '2026-12-31T00:00:00Z',
		entity_status: 'PAUSED',
		...fields,
	})}`;
export const change = (id: string, fields: Fields) => `PUT ${account}/line_items/${id}?${query(fields)}`;
export const criterion = (type: string, value: string, fields: Fields = {}) =>
	`POST ${account}/targeting_criteria?${query({
		line_item_id: ids.lineItem,
		targeting_type: type,
		targeting_value: value,
		...fields,
	})}`;
export const history = (fields: Fields) =>
	`GET ${account}/account_history?${query({
		entity_type: 'CAMPAIGN',
		entity_id: ids.campaign,
		start_time: '2026-11-20T10:00:00Z',
		end_time: '2026-11-21T10:00:00Z',
		...fields,
	})}`;
export const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join();

/** One test for each row: the request is refused with this code, for this parameter. */
export function refuses(client: () => Client, rows: readonly Row[]): void {
	it.each(rows)('refuses: %s', async (_rule, request, code, parameter) => {
		const answer = await client().call(request.startsWith('/') ? `GET ${request}` : request);
		expect(answer.errors[0]).toMatchObject({ code, parameter });
	});
}
