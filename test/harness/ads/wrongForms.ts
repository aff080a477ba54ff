/** Forms with one thing wrong each, for the tables of wrong input. */
import { get, omit } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../support';
import { account, byId, ids, newCampaign, newLineItem, useAds } from './support';

export const campaign = (more: INodeParameters) => ({
	...omit(newCampaign(), 'daily_budget_amount_local_micro'),
	...more,
});
export const item = (additionalFields: INodeParameters, more: INodeParameters = {}) =>
	newLineItem({ additionalFields, ...more });
export const changedItem = (updateFields: INodeParameters) => ({
	account_id: account,
	line_item_id: byId(ids.lineItem),
	updateFields,
});
export const changedCampaign = (updateFields: INodeParameters) => ({
	account_id: account,
	campaign_id: byId(ids.campaign),
	updateFields,
});
export const list = (more: INodeParameters) => ({ account_id: account, ...more });
export const criterion = (targeting_type: string, targeting_value = 'x', operator_type = 'EQ') => ({
	account_id: account,
	line_item_id: byId(ids.lineItem),
	targeting_type,
	targeting_value: byId(targeting_value),
	operator_type,
});
export const history = (start_time: string, end_time: string) => ({
	account_id: account,
	entity_type: 'CAMPAIGN',
	entity_id: ids.campaign,
	start_time,
	end_time,
});

/** Forms with one thing wrong, by operation, and by the field and rule that the error names. */
export type WrongForms = Readonly<
	Record<string, Readonly<Record<`${string}: ${string}`, readonly INodeParameters[]>>>
>;

interface Invalid {
	readonly field: string;
	readonly rule: string;
}

/** The broken rules that an error names. */
export const brokenRules = ({ error }: NodeRun): Invalid[] => {
	const invalid = (get(error, 'context.data.invalid') ?? []) as Invalid[];
	return invalid.map(({ field, rule }) => ({ field, rule }));
};

/** Every form is refused for its field and rule, and no request comes. */
export function refusedBeforeSending(wrong: WrongForms, node = 'xAdsCampaigns'): void {
	const { ads, sim } = useAds(node);
	const cases = Object.entries(wrong).flatMap(([operation, byRule]) =>
		Object.entries(byRule).flatMap(([broken, forms]) =>
			forms.map((form) => [operation, broken, form] as const),
		),
	);
	it.each(cases)('%s refuses %s %#', async (operation, broken, form) => {
		const run = await ads(operation, form);
		expect(brokenRules(run).map(({ field, rule }) => `${field}: ${rule}`)).toEqual([broken]);
		expect(sim().requests).toEqual([]);
	});
}
