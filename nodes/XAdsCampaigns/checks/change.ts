/** Rules for an update that depend on what the entity is now: it is read first, where such a rule is at stake. */
import { isNil, omitBy } from 'lodash';
import type { Call, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { amend, campaignOf, lineItemOf } from '../entityCache';
import {
	checkApps,
	checkConversionTag,
	checkFrequency,
	checkGoal,
	checkPayBy,
	checkPlacements,
	checkPreroll,
} from './lineItem';
import { checkBidding, checkBidGiven, checkBidKept, checkBudgets, checkDelivery } from './money';
import { throwFirst } from './errors';
import { checkWindow } from './time';

const touches = (values: Values, ...names: string[]) => names.some((name) => values[name] !== undefined);

/** Of two that are compared one is given, and so the other one matters as it is. */
const half = (values: Values, one: string, other: string) =>
	touches(values, one) !== touches(values, other) && values[one] !== '' && values[other] !== '';

const budgets = ['daily_budget_amount_local_micro', 'total_budget_amount_local_micro'] as const;

/** What the entity will be like: null says that a field is not set. */
const afterwards = (now: Values, values: Values): Values => ({
	...omitBy(now, isNil),
	...omitBy(values, isNil),
});

const needsCampaign = (values: Values) =>
	half(values, ...budgets) ||
	(touches(values, 'standard_delivery') && !touches(values, 'budget_optimization'));

/** IDs of the campaigns or line items that the check of an update will read. */
export const campaignToRead = (values: Values) =>
	needsCampaign(values) ? asText(values.campaign_id) : undefined;
export const lineItemToRead = (values: Values) =>
	needsLineItem(values) ? asText(values.line_item_id) : undefined;

/** What later items of a batch will find: to be called once an update has passed all checks. */
export const keepCampaignChange = (call: Call) =>
	amend(call, 'campaigns', asText(call.values.campaign_id), (now) => afterwards(now, call.values));
export const keepLineItemChange = (call: Call) =>
	amend(call, 'line_items', asText(call.values.line_item_id), (now) => afterwards(now, call.values));

/** @throws NodeOperationError where an update of a campaign does not go with what the campaign is. */
export async function checkCampaignChange(call: Call): Promise<void> {
	const { values } = call;
	if (!needsCampaign(values)) return;
	const id = asText(values.campaign_id);
	const next = afterwards(await campaignOf(call, id), values);
	throwFirst(call, brokenByCampaign(values, next));
}

function* brokenByCampaign(values: Values, next: Values): Generator<string> {
	if (touches(values, ...budgets)) yield* checkBudgets(next);
	yield* checkDelivery({ ...next, standard_delivery: values.standard_delivery });
}

const bidding = ['bid_strategy', 'bid_amount_local_micro'];
const apps = ['android_app_store_identifier', 'ios_app_store_identifier'];
const network = ['advertiser_domain', 'categories', 'business_categories'];

const needsLineItem = (values: Values) =>
	touches(values, 'frequency_cap', 'goal', 'pay_by', ...bidding, ...apps, ...network) ||
	half(values, ...budgets) ||
	half(values, 'start_time', 'end_time');

/**
 * @returns The objective of the line item where it was looked up.
 * @throws NodeOperationError where an update of a line item does not go with what the line item is.
 */
export async function checkLineItemChange(call: Call): Promise<string | undefined> {
	const { values } = call;
	if (!needsLineItem(values)) return undefined;
	const id = asText(values.line_item_id);
	const now = await lineItemOf(call, id);
	throwFirst(call, brokenByLineItem(values, afterwards(now, values)));
	return asText(now.objective);
}

function* brokenByLineItem(values: Values, next: Values): Generator<string> {
	if (touches(values, 'frequency_cap')) yield* checkFrequency(next);
	if (touches(values, 'goal')) {
		yield* checkGoal(next);
		yield* checkConversionTag(next);
	}
	if (touches(values, 'pay_by')) yield* checkPayBy(next);
	if (touches(values, 'bid_strategy')) {
		yield* checkBidding(next);
		yield* checkBidGiven(next);
	}
	if (touches(values, ...bidding)) yield* checkBidKept(next);
	if (touches(values, ...apps)) yield* checkApps(next);
	if (touches(values, ...budgets)) yield* checkBudgets(next);
	if (touches(values, 'start_time', 'end_time')) yield* checkWindow(next);
	if (!touches(values, ...network)) return;
	// The kinds of business stand for the categories that are there.
	const chosen = touches(values, 'business_categories') ? { ...next, categories: values.categories } : next;
	yield* checkPreroll(chosen);
	yield* checkPlacements({ ...chosen, objective: undefined });
}
