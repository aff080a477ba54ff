/** Campaigns and the funding instruments they spend from: rules, states, what a reader sees. */
import type { Values } from '../frame/validate';
import { textValue } from './context';
import { biddingRules } from './categories';
import { living, type EntityKind, type Fields, type Scope } from './entities';
import { invalid, missing, refuse } from './errors';
import { text, type AdsState, type Data, type Entity, type Json } from './state';

export const activeCampaignLimit = 200;

export const fundingInstruments: EntityKind = {
	kind: 'fundingInstruments',
	segment: 'funding_instruments',
	idParam: 'funding_instrument_id',
	notFound: 'FUNDING_INSTRUMENT_NOT_FOUND',
	filters: { funding_instrument_ids: 'id' },
	create: ({ accountId }, values) => {
		const { start_time: start, end_time: end } = values;
		if (typeof start === 'string' && typeof end === 'string' && end <= start) {
			refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
		}
		return {
			account_id: accountId,
			type: textValue(values, 'type') ?? null,
			currency: textValue(values, 'currency') ?? null,
			description: '(no payment method has been set up yet)',
			start_time: textValue(values, 'start_time') ?? null,
			end_time: textValue(values, 'end_time') ?? null,
			credit_limit_local_micro: values.credit_limit_local_micro ?? null,
			credit_remaining_local_micro: null,
			funded_amount_local_micro: values.funded_amount_local_micro ?? null,
			io_header: null,
			entity_status: 'ACTIVE',
			able_to_fund: true,
			reasons_not_able_to_fund: [],
		};
	},
	update: (_scope, { data }, { funded_amount_local_micro: funded, paused }) => {
		if (data.type !== 'PARTNER_MANAGED') {
			refuse(
				'ACTION_NOT_ALLOWED',
				'Only partner managed funding instruments can be changed',
				'funding_instrument_id',
			);
		}
		return {
			...(funded !== undefined && { funded_amount_local_micro: funded }),
			...(typeof paused === 'boolean' && {
				entity_status: paused ? 'PAUSED' : 'ACTIVE',
				able_to_fund: !paused,
			}),
		};
	},
	onDelete: () => ({ able_to_fund: false, reasons_not_able_to_fund: ['DELETED'] }),
};

export const campaigns: EntityKind = {
	kind: 'campaigns',
	segment: 'campaigns',
	idParam: 'campaign_id',
	notFound: 'CAMPAIGN_NOT_FOUND',
	history: 'CAMPAIGN',
	filters: { campaign_ids: 'id', funding_instrument_ids: 'funding_instrument_id' },
	q: 'part',
	listed: withoutDrafts,
	create: createCampaign,
	update: updateCampaign,
	view: viewCampaign,
};

/** Drafts are listed on demand only. */
export function withoutDrafts(data: Data, values: Values): boolean {
	return data.entity_status !== 'DRAFT' || values.with_draft === true;
}

function createCampaign(scope: Scope, values: Values): Fields {
	const funding = living(fundingInstruments, scope, textValue(values, 'funding_instrument_id') ?? '');
	if (funding.data.able_to_fund !== true) {
		refuse(
			'INVALID_FUNDING_INSTRUMENT',
			'The funding instrument is not able to fund',
			'funding_instrument_id',
		);
	}
	const optimization = textValue(values, 'budget_optimization') ?? 'CAMPAIGN';
	const fields = {
		name: textValue(values, 'name') ?? null,
		funding_instrument_id: funding.data.id,
		currency: funding.data.currency ?? null,
		budget_optimization: optimization,
		daily_budget_amount_local_micro: asJson(values.daily_budget_amount_local_micro),
		total_budget_amount_local_micro: asJson(values.total_budget_amount_local_micro),
		standard_delivery: asJson(values.standard_delivery) ?? (optimization === 'CAMPAIGN' ? true : null),
		purchase_order_number: asJson(values.purchase_order_number),
		entity_status: textValue(values, 'entity_status') ?? 'ACTIVE',
		duration_in_days: null,
		frequency_cap: null,
	};
	if (fields.entity_status === 'ACTIVE') checkActiveLimit(scope);
	checkCampaign(fields, values, funding.data);
	return fields;
}

function updateCampaign(scope: Scope, { data }: Entity, values: Values): Fields {
	if (values.name === null) missing('name', 'A campaign cannot be without a name');
	const change = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, asJson(value)]));
	const merged = { ...data, ...change };
	if (merged.entity_status === 'ACTIVE' && data.entity_status !== 'ACTIVE') checkActiveLimit(scope);
	const funding = scope.state
		.of('fundingInstruments')
		.find(scope.accountId, text(data.funding_instrument_id));
	if (funding) checkCampaign(merged, values, funding.data);
	return change;
}

export const asJson = (value: Values[string]): Json => value ?? null;

function checkActiveLimit({ state, accountId }: Scope): void {
	const active = state
		.of('campaigns')
		.of(accountId)
		.filter(({ data }) => !data.deleted && data.entity_status === 'ACTIVE').length;
	if (active >= activeCampaignLimit) {
		refuse(
			'TOO_MANY_CAMPAIGNS',
			`An account can have ${activeCampaignLimit} active campaigns`,
			'entity_status',
		);
	}
}

function checkCampaign(fields: Fields, given: Values, funding: Data): void {
	checkDenomination(given, funding.currency ?? null);
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = fields;
	if (daily === null && funding.type !== 'INSERTION_ORDER') missing('daily_budget_amount_local_micro');
	checkBudgets(daily ?? null, total ?? null);
	const remaining = funding.credit_remaining_local_micro;
	if (typeof remaining === 'number' && typeof total === 'number' && total > remaining) {
		refuse(
			'FUNDING_INSTRUMENT_EXCEEDS_AVAILABLE_CREDIT_LIMIT',
			`The total budget is more than the remaining credit of ${remaining}`,
			'total_budget_amount_local_micro',
		);
	}
	if (typeof given.standard_delivery === 'boolean' && fields.budget_optimization !== 'CAMPAIGN') {
		invalid('standard_delivery', 'standard_delivery needs budget_optimization CAMPAIGN');
	}
}

/** A daily budget is at most the total one; neither is zero. */
export function checkBudgets(daily: Json, total: Json): void {
	if (daily === 0) invalid('daily_budget_amount_local_micro', 'Expected an amount above zero', 0);
	if (total === 0) invalid('total_budget_amount_local_micro', 'Expected an amount above zero', 0);
	if (typeof daily === 'number' && typeof total === 'number' && daily > total) {
		invalid('daily_budget_amount_local_micro', 'The daily budget is more than the total budget', daily);
	}
}

/** Amounts are multiples of the smallest unit that the currency can be billed in. */
export function checkDenomination(given: Values, currency: Json): void {
	const rule = biddingRules.find((each) => each.currency === currency);
	if (!rule) return;
	for (const [name, value] of Object.entries(given)) {
		if (
			name.endsWith('_local_micro') &&
			typeof value === 'number' &&
			value % rule.minimum_denomination !== 0
		) {
			refuse(
				'INVALID_DENOMINATION',
				`Expected a multiple of ${rule.minimum_denomination} for ${rule.currency}`,
				name,
				{
					value,
				},
			);
		}
	}
}

/** Whether a campaign serves, computed whenever it is read. */
function viewCampaign(state: AdsState, data: Data): Data {
	if (data.deleted) return { ...data, servable: null, reasons_not_servable: [], effective_status: 'UNKNOWN' };
	const reasons: string[] = [];
	if (data.entity_status === 'PAUSED') reasons.push('PAUSED_BY_ADVERTISER');
	if (data.entity_status === 'DRAFT') reasons.push('DRAFT');
	if (state.of('lineItems').childrenOf(data.id).length === 0) reasons.push('INCOMPLETE');
	const servable = reasons.length === 0;
	return {
		...data,
		servable,
		reasons_not_servable: reasons,
		effective_status: servable ? 'RUNNING' : 'UNKNOWN',
	};
}
