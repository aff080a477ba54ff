/** Line items: what the documentation says of one as a whole, and of those beside it. */
import type { Values } from '../frame/validate';
import { campaigns, checkBudgets, checkDenomination, checkWindow, withoutDrafts } from './campaigns';
import { isIabCategory, isPlacementSet } from './categories';
import { textValue } from './context';
import { living, type EntityKind, type Fields, type Scope, named } from './entities';
import { invalid, missing, refuse } from './errors';
import { begun, changed } from './samples';
import { text, type Data, type Entity, type Json } from './state';

const LINE_ITEMS_PER_CAMPAIGN = 100;

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
	update: updateLineItem,
};

const GOAL_OF: Readonly<Record<string, string>> = {
	APP_ENGAGEMENTS: 'APP_CLICKS',
	APP_INSTALLS: 'APP_CLICKS',
	ENGAGEMENTS: 'ENGAGEMENT',
	FOLLOWERS: 'FOLLOWERS',
	PREROLL_VIEWS: 'PREROLL',
	REACH: 'MAX_REACH',
	VIDEO_VIEWS: 'VIDEO_VIEW',
	WEBSITE_CLICKS: 'LINK_CLICKS',
};

function createLineItem(scope: Scope, values: Values): Fields {
	const campaign = living(campaigns, scope, textValue(values, 'campaign_id') ?? '').data;
	checkSiblings(scope, campaign.id, values);
	const objective = textValue(values, 'objective') ?? '';
	const hasBid = typeof values.bid_amount_local_micro === 'number';
	const usual = objective === 'REACH' || objective === 'FOLLOWERS' ? 'TARGET' : 'MAX';
	const fields: Record<string, Json> = {
		...begun('line_items', values),
		audience_expansion: values.audience_expansion ?? null,
		creative_source: 'MANUAL',
		standard_delivery: values.standard_delivery ?? null,
		categories: values.categories ?? [],
		funding_instrument_id: campaign.funding_instrument_id ?? null,
		currency: campaign.currency ?? null,
		goal: textValue(values, 'goal') ?? GOAL_OF[objective] ?? null,
		bid_strategy: textValue(values, 'bid_strategy') ?? (hasBid ? usual : 'AUTO'),
		pay_by: textValue(values, 'pay_by') ?? (objective === 'ENGAGEMENTS' ? 'ENGAGEMENT' : 'IMPRESSION'),
	};
	checkLineItem(scope, campaign, fields, values);
	// A bid is ignored with automatic bidding.
	return fields.bid_strategy === 'AUTO' ? { ...fields, bid_amount_local_micro: null } : fields;
}

function updateLineItem(scope: Scope, { data }: Entity, values: Values): Fields {
	const campaign = living(campaigns, scope, text(data.campaign_id)).data;
	const change = {
		...changed(values),
		...(values.categories === null && { categories: [] }),
		...(values.bid_strategy === 'AUTO' && { bid_amount_local_micro: null }),
	};
	checkLineItem(scope, campaign, { ...data, ...change }, values);
	return change;
}

/** All line items of a campaign are for the same product and objective, and there are not too many. */
function checkSiblings({ state }: Scope, campaignId: string, values: Values): void {
	const siblings = state.of('lineItems').childrenOf(campaignId);
	if (siblings.length >= LINE_ITEMS_PER_CAMPAIGN)
		refuse('TOO_MANY_LINE_ITEMS', `A campaign can have ${LINE_ITEMS_PER_CAMPAIGN} line items`, 'campaign_id');
	const first = siblings[0]?.data;
	for (const name of first ? (['objective', 'product_type'] as const) : [])
		if (first?.[name] !== values[name])
			invalid(name, `The other line items of the campaign have ${name} ${text(first?.[name])}`);
}

/** https://docs.x.com/x-ads-api/campaign-management/reference. */
function checkLineItem(scope: Scope, campaign: Data, item: Fields, given: Values): void {
	checkDenomination(given, campaign.currency ?? null);
	checkSpending(campaign, item, given);
	checkWindow(item);
	const { advertiser_user_id: user, bid_strategy: strategy } = item;
	if (typeof user === 'string' && !isPromotable(scope, user)) {
		const message = `User ${user} cannot be promoted by this account`;
		refuse('PROMOTABLE_USER_NOT_FOUND', message, 'advertiser_user_id');
	}
	if ((strategy === 'MAX' || strategy === 'TARGET') && item.bid_amount_local_micro === null)
		missing('bid_amount_local_micro', `bid_strategy ${strategy} needs a bid`);
	const unknown = texts(item.categories).find((id) => !isIabCategory(id));
	if (unknown !== undefined)
		refuse('INVALID_IAB_CATEGORY', `${unknown} is not an IAB category`, 'categories');
	const [names, product] = [texts(item.placements), text(item.product_type)];
	if (!isPlacementSet(product, names))
		refuse('INVALID_PLACEMENT_TYPE', `${product} cannot have the placements ${names.join()}`, 'placements');
}

function isPromotable({ state, accountId }: Scope, userId: string): boolean {
	const users = state.of('promotableUsers').of(accountId);
	return users.some(({ data }) => data.user_id === userId && !data.deleted);
}

function checkSpending(campaign: Data, item: Fields, given: Values): void {
	for (const name of ['daily_budget_amount_local_micro', 'standard_delivery'] as const)
		if (campaign.budget_optimization !== 'LINE_ITEM' && (given[name] ?? null) !== null)
			invalid(name, `${name} needs a campaign with budget_optimization LINE_ITEM`);
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = item;
	checkBudgets(daily ?? null, total ?? null);
	const limit = campaign.total_budget_amount_local_micro;
	if (typeof total === 'number' && typeof limit === 'number' && total > limit)
		invalid('total_budget_amount_local_micro', 'The total budget is more than that of the campaign', total);
}

const texts = (value: Json | undefined): readonly string[] =>
	Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];
