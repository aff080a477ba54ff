/** Forms with one thing wrong each, for the tables of wrong input. */
import type { INodeParameters } from 'n8n-workflow';
import { useSimulator } from '../../support/simulator';
import { account, ads, byId, ids, newCampaign, newLineItem } from './support';

/** n8n itself refuses a required field without a value; an expression can still turn out empty. */
export const empty = '={{ "" }}';

export const campaign = (additionalFields: INodeParameters, more: INodeParameters = {}) =>
	newCampaign({ additionalFields, ...more });
export const item = (additionalFields: INodeParameters, more: INodeParameters = {}) =>
	newLineItem({ additionalFields, ...more });
export const changedItem = (updateFields: INodeParameters) => ({
	account_id: account,
	line_item_id: byId(ids.lineItem),
	updateFields,
});
/** Changes the line item for website clicks, whose campaign spreads the budget itself. */
export const changedClicks = (updateFields: INodeParameters) => ({
	account_id: account,
	line_item_id: byId(ids.websiteLineItem),
	updateFields,
});
export const changedCampaign = (updateFields: INodeParameters) => ({
	account_id: account,
	campaign_id: byId(ids.campaign),
	updateFields,
});
export const list = (more: INodeParameters) => ({ account_id: account, ...more });
export const manyIds = (count: number) => Array.from({ length: count }, (_, index) => `a${index}`).join(',');
export const criterion = (targeting_type: string, targeting_value = 'x', operator_type = 'EQ') => ({
	account_id: account,
	line_item_id: byId(ids.lineItem),
	targeting_type,
	targeting_value: byId(targeting_value),
	operator_type,
});
export const estimate = (...types: string[]) => ({
	account_id: account,
	targeting_criteria: {
		values: types.map((type) => {
			const [criterion_type = '', operator_type = 'EQ'] = type.split('/');
			return { criterion_type, targeting_value: '1', operator_type };
		}),
	},
});
export const history = (start_time: string, end_time: string) => ({
	account_id: account,
	entity_type: 'CAMPAIGN',
	entity_id: ids.campaign,
	start_time,
	end_time,
});
export const MAX = { bid_strategy: 'MAX', bid_amount_local_micro: '1' };
export const TARGET = { bid_strategy: 'TARGET', bid_amount_local_micro: '1' };

export type Case = readonly [operation: string, form: INodeParameters, message: string];

/** Every case is refused with its message after a look at the platform, where nothing is changed. */
export function refusedAfterALook(cases: readonly Case[]): void {
	const sim = useSimulator();
	it.each(cases)('%s %#', async (operation, form, message) => {
		const run = await ads(sim(), operation, form);
		expect(run.error?.message).toBe(message);
		expect(run.error?.description).toContain('Nothing was changed');
		expect(sim().requests.map(({ method }) => method)).not.toEqual([]);
		expect(sim().requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});
}

/** Every case is refused with its message, and no request comes. */
export function refusedBeforeSending(cases: readonly Case[]): void {
	const sim = useSimulator();
	it.each(cases)('%s %#', async (operation, form, message) => {
		const run = await ads(sim(), operation, form);
		expect(run.error?.message).toBe(message);
		expect(sim().requests).toEqual([]);
	});
}
