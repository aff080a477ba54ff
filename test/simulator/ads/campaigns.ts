/**
 * Campaigns and the funding instruments they spend from: rules, states, what a reader sees:
 * https://docs.x.com/x-ads-api/campaign-management/reference.
 */
import type { Values } from '../frame/validate';
import { biddingRules } from './categories';
import { textValue, type Context } from './context';
import { living, type EntityKind, type Fields, type Scope, named } from './entities';
import { invalid, missing, refuse } from './errors';
import { begun, changed } from './samples';
import { text, type AdsState, type Data, type Entity, type Json } from './state';

const ACTIVE_CAMPAIGN_LIMIT = 200;

export function checkWindow({ start_time: start, end_time: end }: Fields | Values): void {
	if (typeof start === 'string' && typeof end === 'string' && end <= start)
		refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
}

export const fundingInstruments: EntityKind = {
	...named('funding_instrument', 'fundingInstruments'),
	filters: { funding_instrument_ids: 'id' },
	create: ({ accountId: account_id }, values) => {
		checkWindow(values);
		const description = '(no payment method has been set up yet)';
		const state = { entity_status: 'ACTIVE', able_to_fund: true, reasons_not_able_to_fund: [] };
		return { ...begun('funding_instruments', values), account_id, description, ...state };
	},
	update: (_scope, { data }, { funded_amount_local_micro: funded, paused }) => {
		if (data.type !== 'PARTNER_MANAGED') {
			const message = 'Only partner managed funding instruments can be changed';
			refuse('ACTION_NOT_ALLOWED', message, 'funding_instrument_id');
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
	...named('campaign', 'campaigns'),
	history: 'CAMPAIGN',
	q: 'part',
	listed: withoutDrafts,
	filters: { campaign_ids: 'id', funding_instrument_ids: 'funding_instrument_id' },
	create: createCampaign,
	update: updateCampaign,
	view: viewCampaign,
};

/** Drafts are listed only if the request asks for them. */
export function withoutDrafts(data: Data, { values }: Context): boolean {
	return data.entity_status !== 'DRAFT' || values.with_draft === true;
}

function createCampaign(scope: Scope, values: Values): Fields {
	const id = textValue(values, 'funding_instrument_id') ?? '';
	const funding = living(fundingInstruments, scope, id).data;
	if (funding.able_to_fund !== true) {
		const message = 'The funding instrument is not able to fund';
		refuse('INVALID_FUNDING_INSTRUMENT', message, 'funding_instrument_id');
	}
	const optimization = textValue(values, 'budget_optimization') ?? 'LINE_ITEM';
	const fields = {
		...begun('campaigns', values),
		currency: funding.currency ?? null,
		budget_optimization: optimization,
		standard_delivery: values.standard_delivery ?? (optimization === 'CAMPAIGN' ? true : null),
	};
	if (values.entity_status === undefined || values.entity_status === 'ACTIVE') checkActiveLimit(scope);
	checkCampaign(fields, values, funding);
	return fields;
}

function updateCampaign(scope: Scope, { data }: Entity, values: Values): Fields {
	if (values.name === null) missing('name', 'A campaign cannot be without a name');
	if (values.entity_status === 'ACTIVE' && data.entity_status !== 'ACTIVE') checkActiveLimit(scope);
	const { state, accountId } = scope;
	const funding = state.of('fundingInstruments').find(accountId, text(data.funding_instrument_id));
	if (funding) checkCampaign({ ...data, ...changed(values) }, values, funding.data);
	return changed(values);
}

function checkActiveLimit({ state, accountId }: Scope): void {
	const active = state
		.of('campaigns')
		.of(accountId)
		.filter(({ data }) => !data.deleted && data.entity_status === 'ACTIVE').length;
	if (active < ACTIVE_CAMPAIGN_LIMIT) return;
	const message = `An account can have ${ACTIVE_CAMPAIGN_LIMIT} active campaigns`;
	refuse('TOO_MANY_CAMPAIGNS', message, 'entity_status');
}

function checkCampaign(fields: Fields, given: Values, funding: Data): void {
	checkDenomination(given, funding.currency ?? null);
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = fields;
	if ((daily ?? null) === null && funding.type !== 'INSERTION_ORDER')
		missing('daily_budget_amount_local_micro');
	checkBudgets(daily ?? null, total ?? null);
	const remaining = funding.credit_remaining_local_micro;
	if (typeof remaining === 'number' && typeof total === 'number' && total > remaining) {
		const message = `The total budget is more than the remaining credit of ${remaining}`;
		const code = 'FUNDING_INSTRUMENT_EXCEEDS_AVAILABLE_CREDIT_LIMIT';
		refuse(code, message, 'total_budget_amount_local_micro');
	}
	if (typeof given.standard_delivery === 'boolean' && fields.budget_optimization !== 'CAMPAIGN')
		invalid('standard_delivery', 'standard_delivery needs budget_optimization CAMPAIGN');
}

/** A daily budget is at most the total one; neither is zero. */
export function checkBudgets(daily: Json, total: Json): void {
	if (daily === 0) invalid('daily_budget_amount_local_micro', 'Expected an amount above zero', 0);
	if (total === 0) invalid('total_budget_amount_local_micro', 'Expected an amount above zero', 0);
	if (typeof daily === 'number' && typeof total === 'number' && daily > total)
		invalid('daily_budget_amount_local_micro', 'The daily budget is more than the total budget', daily);
}

/** Amounts are multiples of the smallest unit that the currency can be billed in. */
export function checkDenomination(given: Values, currency: Json): void {
	const unit = biddingRules.find((rule) => rule.currency === currency)?.minimum_denomination ?? 1;
	for (const [name, value] of Object.entries(given))
		if (name.endsWith('_local_micro') && typeof value === 'number' && value % unit !== 0)
			refuse('INVALID_DENOMINATION', `Expected a multiple of ${unit}`, name, { value });
}

/** Whether a campaign serves, computed whenever it is read. */
function viewCampaign(state: AdsState, data: Data): Data {
	if (data.deleted) return { ...data, servable: null, reasons_not_servable: [], effective_status: 'UNKNOWN' };
	const reasons = [
		...(data.entity_status === 'PAUSED' ? ['PAUSED_BY_ADVERTISER'] : []),
		...(data.entity_status === 'DRAFT' ? ['DRAFT'] : []),
		...(state.of('lineItems').childrenOf(data.id).length === 0 ? ['INCOMPLETE'] : []),
	];
	const servable = reasons.length === 0;
	const effective_status = servable ? 'RUNNING' : 'UNKNOWN';
	return { ...data, servable, reasons_not_servable: reasons, effective_status };
}
