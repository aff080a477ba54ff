/** Line items: the rules that tie objective, goal, bidding, budget, placements and applications together. */
import type { Values } from '../frame/validate';
import { textValue } from './context';
import { findWebEventTag } from './assets';
import { asJson, campaigns, checkBudgets, checkDenomination, withoutDrafts } from './campaigns';
import { isIabCategory, isPlacementSet } from './categories';
import { addEntity, living, type EntityKind, type Fields, type Scope } from './entities';
import { invalid, missing, refuse } from './errors';
import { text, type Data, type Entity, type Json } from './state';

export const lineItemsPerCampaign = 100;

export const lineItems: EntityKind = {
	kind: 'lineItems',
	segment: 'line_items',
	idParam: 'line_item_id',
	notFound: 'LINE_ITEM_NOT_FOUND',
	history: 'LINE_ITEM',
	filters: {
		line_item_ids: 'id',
		campaign_ids: 'campaign_id',
		funding_instrument_ids: 'funding_instrument_id',
	},
	q: 'part',
	listed: withoutDrafts,
	create: createLineItem,
	update: (scope, entity, values) => updateLineItem(scope, entity, values),
	afterCreate: addPlatforms,
};

const goalOf: Readonly<Record<string, string>> = {
	APP_ENGAGEMENTS: 'APP_CLICKS',
	APP_INSTALLS: 'APP_CLICKS',
	ENGAGEMENTS: 'ENGAGEMENT',
	FOLLOWERS: 'FOLLOWERS',
	PREROLL_VIEWS: 'PREROLL',
	REACH: 'MAX_REACH',
	VIDEO_VIEWS: 'VIDEO_VIEW',
	WEBSITE_CLICKS: 'LINK_CLICKS',
};

const optional = [
	'name',
	'start_time',
	'end_time',
	'advertiser_domain',
	'advertiser_user_id',
	'android_app_store_identifier',
	'ios_app_store_identifier',
	'primary_web_event_tag',
	'audience_expansion',
	'bid_amount_local_micro',
	'duration_in_days',
	'frequency_cap',
	'daily_budget_amount_local_micro',
	'total_budget_amount_local_micro',
	'standard_delivery',
] as const;

function createLineItem(scope: Scope, values: Values): Fields {
	const campaign = living(campaigns, scope, textValue(values, 'campaign_id') ?? '').data;
	checkSiblings(scope, campaign.id, values);
	const objective = textValue(values, 'objective') ?? '';
	const fields: Record<string, Json> = {
		...Object.fromEntries(optional.map((name) => [name, asJson(values[name])])),
		campaign_id: campaign.id,
		funding_instrument_id: campaign.funding_instrument_id ?? null,
		currency: campaign.currency ?? null,
		objective,
		product_type: asJson(values.product_type),
		placements: asJson(values.placements),
		categories: asJson(values.categories) ?? [],
		goal: textValue(values, 'goal') ?? goalOf[objective] ?? null,
		bid_strategy: textValue(values, 'bid_strategy') ?? defaultStrategy(objective, values),
		pay_by: textValue(values, 'pay_by') ?? (objective === 'ENGAGEMENTS' ? 'ENGAGEMENT' : 'IMPRESSION'),
		entity_status: textValue(values, 'entity_status') ?? 'ACTIVE',
		target_cpa_local_micro: null,
		automatic_tweet_promotion: null,
		creative_source: 'MANUAL',
	};
	checkLineItem(scope, campaign, fields, values);
	// A bid is ignored when the platform bids by itself.
	return fields.bid_strategy === 'AUTO' ? { ...fields, bid_amount_local_micro: null } : fields;
}

function updateLineItem(scope: Scope, { data }: Entity, values: Values): Fields {
	const campaign = living(campaigns, scope, text(data.campaign_id)).data;
	const change: Record<string, Json> = Object.fromEntries(
		Object.entries(values).map(([name, value]) => [
			name,
			name === 'categories' ? (value ?? []) : asJson(value),
		]),
	);
	if (change.bid_strategy === 'AUTO') change.bid_amount_local_micro = null;
	const merged = { ...data, ...change };
	checkLineItem(scope, campaign, merged, values);
	return change;
}

function defaultStrategy(objective: string, values: Values): string {
	if (typeof values.bid_amount_local_micro !== 'number') return 'AUTO';
	return objective === 'REACH' || objective === 'FOLLOWERS' ? 'TARGET' : 'MAX';
}

/** All line items of a campaign are for the same product and objective, and there are not too many. */
function checkSiblings({ state }: Scope, campaignId: string, values: Values): void {
	const siblings = state.of('lineItems').childrenOf(campaignId);
	if (siblings.length >= lineItemsPerCampaign) {
		refuse('TOO_MANY_LINE_ITEMS', `A campaign can have ${lineItemsPerCampaign} line items`, 'campaign_id');
	}
	const first = siblings[0]?.data;
	if (!first) return;
	for (const name of ['objective', 'product_type'] as const) {
		if (first[name] !== values[name])
			invalid(name, `The other line items of the campaign have ${name} ${text(first[name])}`);
	}
}

/** What the documentation says of a line item as a whole: https://docs.x.com/x-ads-api/campaign-management/reference. */
function checkLineItem(scope: Scope, campaign: Data, item: Fields, given: Values): void {
	checkDenomination(given, campaign.currency ?? null);
	checkSpending(campaign, item, given);
	const { start_time: start, end_time: end, advertiser_user_id: user, primary_web_event_tag: tag } = item;
	if (typeof start === 'string' && typeof end === 'string' && end <= start)
		refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
	if (typeof user === 'string' && !isPromotable(scope, user)) {
		const message = `User ${user} cannot be promoted by this account`;
		refuse('PROMOTABLE_USER_NOT_FOUND', message, 'advertiser_user_id');
	}
	if (typeof tag === 'string' && !findWebEventTag(scope.accountId, tag))
		refuse('WEB_EVENT_TAG_NOT_FOUND', `Web event tag ${tag} was not found`, 'primary_web_event_tag');
	if ((item.bid_strategy === 'MAX' || item.bid_strategy === 'TARGET') && item.bid_amount_local_micro === null)
		missing('bid_amount_local_micro', `bid_strategy ${item.bid_strategy} needs a bid`);
	const unknown = texts(item.categories).find((id) => !isIabCategory(id));
	if (unknown !== undefined)
		refuse('INVALID_IAB_CATEGORY', `${unknown} is not an IAB category`, 'categories');
	const names = texts(item.placements);
	const productType = text(item.product_type);
	if (!isPlacementSet(productType, names)) {
		const message = `${productType} cannot have the placements ${names.join(', ')}`;
		refuse('INVALID_PLACEMENT_TYPE', message, 'placements');
	}
}

export function isPromotable({ state, accountId }: Scope, userId: string): boolean {
	return state
		.of('promotableUsers')
		.of(accountId)
		.some(({ data }) => data.user_id === userId && !data.deleted);
}

function checkSpending(campaign: Data, item: Fields, given: Values): void {
	const own = campaign.budget_optimization === 'LINE_ITEM';
	for (const name of ['daily_budget_amount_local_micro', 'standard_delivery'] as const) {
		if (!own && given[name] !== undefined && given[name] !== null) {
			invalid(name, `${name} needs a campaign with budget_optimization LINE_ITEM`);
		}
	}
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = item;
	checkBudgets(daily ?? null, total ?? null);
	const limit = campaign.total_budget_amount_local_micro;
	if (typeof total === 'number' && typeof limit === 'number' && total > limit) {
		invalid('total_budget_amount_local_micro', 'The total budget is more than that of the campaign', total);
	}
}

const texts = (value: Json | undefined): readonly string[] =>
	Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

/** Promoting an application targets the platform that it runs on. */
function addPlatforms(scope: Scope, { data }: Entity): void {
	const runsOn = {
		ios_app_store_identifier: ['0', 'iOS'],
		android_app_store_identifier: ['1', 'Android'],
	} as const;
	for (const [field, [value, name]] of Object.entries(runsOn)) {
		if (data[field] === null) continue;
		addEntity(scope, 'targetingCriteria', {
			line_item_id: data.id,
			name,
			operator_type: 'EQ',
			targeting_type: 'PLATFORM',
			targeting_value: value,
		});
	}
}
