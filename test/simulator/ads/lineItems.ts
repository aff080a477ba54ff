/** Line items: the rules that tie objective, goal, bidding, budget, placements and applications together. */
import { findWebEventTag } from './assets';
import { asJson, campaigns, checkBudgets, checkDenomination, withoutDrafts } from './campaigns';
import { advertiserBusinessCategories, isIabCategory, isPlacementSet } from './categories';
import { addEntity, living, type EntityKind, type Fields, type Scope } from './entities';
import { invalid, missing, refuse } from './errors';
import { textValue, type Values } from './parameters';
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

function checkLineItem(scope: Scope, campaign: Data, item: Fields, given: Values): void {
	checkDenomination(given, campaign.currency ?? null);
	checkBidding(campaign, item);
	checkSpending(campaign, item, given);
	checkGoal(scope, item, given);
	checkPlacements(item);
	checkApplications(item);
	checkTimes(item);
	if (
		given.frequency_cap !== undefined &&
		given.frequency_cap !== null &&
		!frequencyObjectives.has(item.objective ?? null)
	) {
		invalid('frequency_cap', `frequency_cap is not available for the objective ${text(item.objective)}`);
	}
	const user = item.advertiser_user_id;
	if (typeof user === 'string' && !isPromotable(scope, user)) {
		refuse(
			'PROMOTABLE_USER_NOT_FOUND',
			`User ${user} cannot be promoted by this account`,
			'advertiser_user_id',
		);
	}
}

const frequencyObjectives = new Set<Json>(['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS']);

export function isPromotable({ state, accountId }: Scope, userId: string): boolean {
	return state
		.of('promotableUsers')
		.of(accountId)
		.some(({ data }) => data.user_id === userId && !data.deleted);
}

function checkBidding(campaign: Data, item: Fields): void {
	const { bid_strategy: strategy, objective, bid_amount_local_micro: bid } = item;
	if (strategy === 'AUTO') return;
	if (strategy === 'MAX' && (objective === 'REACH' || objective === 'FOLLOWERS')) {
		invalid('bid_strategy', `MAX is not available for the objective ${objective}`, strategy);
	}
	if (strategy === 'TARGET' && !['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS'].includes(text(objective))) {
		invalid('bid_strategy', `TARGET is not available for the objective ${text(objective)}`, strategy);
	}
	if (typeof bid !== 'number')
		return missing('bid_amount_local_micro', `bid_strategy ${text(strategy)} needs a bid`);
	for (const name of ['daily_budget_amount_local_micro', 'total_budget_amount_local_micro'] as const) {
		const budget = campaign[name];
		if (typeof budget === 'number' && bid > budget) {
			invalid('bid_amount_local_micro', 'The bid is more than the budget of the campaign', bid);
		}
	}
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

const goalObjectives: Readonly<Record<string, readonly string[]>> = {
	SITE_VISITS: ['WEBSITE_CLICKS'],
	APP_PURCHASES: ['APP_INSTALLS'],
	APP_CLICKS: ['APP_INSTALLS', 'APP_ENGAGEMENTS'],
	APP_INSTALLS: ['APP_INSTALLS', 'APP_ENGAGEMENTS'],
};

const payments: Readonly<Record<string, readonly string[]>> = {
	APP_INSTALLS: ['APP_CLICK', 'IMPRESSION'],
	LINK_CLICKS: ['LINK_CLICK', 'IMPRESSION'],
	SITE_VISITS: ['IMPRESSION'],
};

function checkGoal({ accountId }: Scope, item: Fields, given: Values): void {
	const goal = text(item.goal);
	const objective = text(item.objective);
	if (goalObjectives[goal]?.includes(objective) === false) {
		invalid('goal', `${goal} is not available for the objective ${objective}`, goal);
	}
	const tag = item.primary_web_event_tag;
	if (goal === 'WEBSITE_CONVERSIONS' && tag === null)
		missing('primary_web_event_tag', `${goal} needs a web event tag`);
	if (typeof tag === 'string' && !findWebEventTag(accountId, tag)) {
		refuse('WEB_EVENT_TAG_NOT_FOUND', `Web event tag ${tag} was not found`, 'primary_web_event_tag');
	}
	const payBy = given.pay_by;
	if (typeof payBy !== 'string') return;
	const choice = payments[goal];
	if (objective !== 'APP_INSTALLS' && !(objective === 'WEBSITE_CLICKS' && choice)) {
		invalid('pay_by', `pay_by cannot be set for the objective ${objective}`, payBy);
	}
	if (choice && !choice.includes(payBy))
		invalid('pay_by', `The goal ${goal} takes ${choice.join(' or ')}`, payBy);
	if (goal === 'LINK_CLICKS' && item.bid_strategy === 'TARGET') {
		invalid('pay_by', 'pay_by cannot be set with bid_strategy TARGET for the goal LINK_CLICKS', payBy);
	}
}

function checkPlacements(item: Fields): void {
	const names = texts(item.placements);
	const productType = text(item.product_type);
	if (!isPlacementSet(productType, names)) {
		refuse(
			'INVALID_PLACEMENT_TYPE',
			`${productType} cannot have the placements ${names.join(', ')}`,
			'placements',
		);
	}
	const { objective } = item;
	if (objective === 'REACH' && !names.includes('ALL_ON_TWITTER') && !names.includes('TWITTER_TIMELINE')) {
		refuse('INVALID_PLACEMENT_TYPE', 'REACH needs TWITTER_TIMELINE or ALL_ON_TWITTER', 'placements');
	}
	const categories = texts(item.categories);
	const unknown = categories.find((id) => !isIabCategory(id));
	if (unknown !== undefined)
		refuse('INVALID_IAB_CATEGORY', `${unknown} is not an IAB category`, 'categories');
	const domain = item.advertiser_domain;
	if (typeof domain === 'string' && !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)) {
		invalid('advertiser_domain', 'Expected a domain without protocol', domain);
	}
	if (names.includes('PUBLISHER_NETWORK')) {
		if (typeof domain !== 'string') missing('advertiser_domain', 'PUBLISHER_NETWORK needs advertiser_domain');
		if (categories.length === 0) missing('categories', 'PUBLISHER_NETWORK needs categories');
	}
	if (objective === 'PREROLL_VIEWS') checkPreroll(productType, categories);
}

/** A preroll line item has exactly the IAB categories of one or two kinds of business. */
function checkPreroll(productType: string, categories: readonly string[]): void {
	if (productType !== 'MEDIA') invalid('product_type', 'PREROLL_VIEWS needs product_type MEDIA', productType);
	if (categories.length === 0)
		missing('categories', 'PREROLL_VIEWS needs the categories of one or two businesses');
	const wanted = new Set(categories);
	const whole = advertiserBusinessCategories.filter(({ iab_categories: ids }) =>
		ids.every((id) => wanted.has(id)),
	);
	const covered = new Set(whole.flatMap(({ iab_categories: ids }) => ids));
	if (whole.length < 1 || whole.length > 2 || covered.size !== wanted.size) {
		invalid('categories', 'Expected the whole sets of one or two advertiser business categories', [
			...categories,
		]);
	}
}

function checkApplications(item: Fields): void {
	const { objective, android_app_store_identifier: android, ios_app_store_identifier: ios } = item;
	if ((objective === 'APP_INSTALLS' || objective === 'APP_ENGAGEMENTS') && android === null && ios === null) {
		missing('android_app_store_identifier', `${objective} needs an app store identifier`);
	}
	if (typeof ios === 'string' && !/^\d+$/.test(ios)) {
		refuse('INVALID_APP_ID', 'Expected the numeric part of the identifier', 'ios_app_store_identifier', {
			value: ios,
		});
	}
}

function checkTimes({ start_time: start, end_time: end }: Fields): void {
	if (typeof start === 'string' && typeof end === 'string' && end <= start) {
		refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
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
