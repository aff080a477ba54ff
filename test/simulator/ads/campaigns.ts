/**
 * Campaigns and the funding instruments they spend from, their line items, and what those target: rules, and what a
 * reader sees: https://docs.x.com/x-ads-api/campaign-management/reference.
 */
import type { Values } from '../frame/validate';
import { textValue, type Context } from './context';
import { living, type EntityKind, type Fields, type Scope, named } from './entities';
import { invalid, missing } from './errors';
import { begun, changed } from './samples';
import { text, type AdsState, type Data } from './state';

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
function withoutDrafts(data: Data, { values }: Context): boolean {
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

export const lineItems: EntityKind = {
	...named('line_item', 'lineItems'),
	history: 'LINE_ITEM',
	q: 'part',
	listed: withoutDrafts,
	filters: {
		line_item_ids: 'id',
		campaign_ids: 'campaign_id',
		funding_instrument_ids: 'funding_instrument_id',
	},
	create: createLineItem,
	update: (_scope, _entity, values) => ({
		...changed(values),
		...(values.categories === null && { categories: [] }),
		...(values.bid_strategy === 'AUTO' && { bid_amount_local_micro: null }),
	}),
};

/** What those of a campaign have in common. */
function createLineItem(scope: Scope, values: Values): Fields {
	const campaign = living(campaigns, scope, textValue(values, 'campaign_id') ?? '').data;
	const [first] = scope.state.of('lineItems').childrenOf(campaign.id);
	for (const name of first ? ['objective', 'product_type'] : [])
		if (first?.data[name] !== values[name])
			invalid(name, `The other line items of the campaign have ${name} ${text(first?.data[name])}`);
	const { bid_amount_local_micro: bid = null, objective, pay_by: paid } = values;
	const usual = objective === 'REACH' || objective === 'FOLLOWERS' ? 'TARGET' : 'MAX';
	const strategy = textValue(values, 'bid_strategy') ?? (bid === null ? 'AUTO' : usual);
	return {
		...begun('line_items', values),
		audience_expansion: values.audience_expansion ?? null,
		creative_source: 'MANUAL',
		standard_delivery: values.standard_delivery ?? null,
		categories: values.categories ?? [],
		funding_instrument_id: campaign.funding_instrument_id ?? null,
		currency: campaign.currency ?? null,
		bid_strategy: strategy,
		// A bid is ignored with automatic bidding.
		bid_amount_local_micro: strategy === 'AUTO' ? null : bid,
		pay_by: paid ?? (objective === 'ENGAGEMENTS' ? 'ENGAGEMENT' : 'IMPRESSION'),
	};
}

export const targetingCriteria: EntityKind = {
	kind: 'targetingCriteria',
	segment: 'targeting_criteria',
	idParam: 'targeting_criterion_id',
	notFound: 'TARGETING_CRITERION_NOT_FOUND',
	history: 'TARGETING_CRITERIA',
	filters: { line_item_ids: 'line_item_id', targeting_criterion_ids: 'id' },
	create: (scope, values) => {
		const value = textValue(values, 'targeting_value') ?? '';
		return {
			line_item_id: living(lineItems, scope, textValue(values, 'line_item_id') ?? '').data.id,
			name: value,
			operator_type: textValue(values, 'operator_type') ?? 'EQ',
			targeting_type: textValue(values, 'targeting_type') ?? '',
			targeting_value: value,
		};
	},
};
