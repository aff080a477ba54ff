/**
 * Campaigns and the funding instruments they spend from: rules, and what a reader sees:
 * https://docs.x.com/x-ads-api/campaign-management/reference.
 */
import type { Values } from '../frame/validate';
import { textValue, type Context } from './context';
import { living, type EntityKind, type Fields, type Scope, named } from './entities';
import { missing } from './errors';
import { begun } from './samples';
import type { AdsState, Data } from './state';

export const fundingInstruments: EntityKind = {
	...named('funding_instrument', 'fundingInstruments'),
	create: ({ accountId: account_id }, values) => ({
		...begun('funding_instruments', values),
		account_id,
		description: '(no payment method has been set up yet)',
		entity_status: 'ACTIVE',
		able_to_fund: true,
		reasons_not_able_to_fund: [],
	}),
	update: (_scope, _entity, { funded_amount_local_micro: funded, paused }) => ({
		...(funded !== undefined && { funded_amount_local_micro: funded }),
		...(typeof paused === 'boolean' && {
			entity_status: paused ? 'PAUSED' : 'ACTIVE',
			able_to_fund: !paused,
		}),
	}),
	onDelete: () => ({ able_to_fund: false, reasons_not_able_to_fund: ['DELETED'] }),
};

export const campaigns: EntityKind = {
	...named('campaign', 'campaigns'),
	history: 'CAMPAIGN',
	q: 'part',
	listed: withoutDrafts,
	filters: { campaign_ids: 'id', funding_instrument_ids: 'funding_instrument_id' },
	create: createCampaign,
	view: viewCampaign,
};

/** Drafts are listed only if the request asks for them. */
export function withoutDrafts(data: Data, { values }: Context): boolean {
	return data.entity_status !== 'DRAFT' || values.with_draft === true;
}

function createCampaign(scope: Scope, values: Values): Fields {
	const id = textValue(values, 'funding_instrument_id') ?? '';
	const { currency = null, type } = living(fundingInstruments, scope, id).data;
	if (type !== 'INSERTION_ORDER' && values.daily_budget_amount_local_micro === undefined)
		missing('daily_budget_amount_local_micro');
	const optimization = textValue(values, 'budget_optimization') ?? 'LINE_ITEM';
	return {
		...begun('campaigns', values),
		currency,
		budget_optimization: optimization,
		standard_delivery: values.standard_delivery ?? (optimization === 'CAMPAIGN' ? true : null),
	};
}

/** Whether a campaign serves, computed whenever it is read. */
function viewCampaign(state: AdsState, data: Data): Data {
	if (data.deleted) return { ...data, servable: null, reasons_not_servable: [], effective_status: 'UNKNOWN' };
	const reasons = [
		...(data.entity_status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
		...(state.of('lineItems').childrenOf(data.id).length === 0 ? ['INCOMPLETE'] : []),
	];
	const servable = reasons.length === 0;
	const effective_status = servable ? 'RUNNING' : 'UNKNOWN';
	return { ...data, servable, reasons_not_servable: reasons, effective_status };
}
