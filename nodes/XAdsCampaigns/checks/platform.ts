/** Checks that need to look at the platform first. Each throws an error that names field and rule. */
import type { Call, Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { microsOf, money } from '../fields/amount';
import { LABELS } from '../labels';
import {
	biddingRules,
	businessCategories,
	campaignOf,
	fundingInstrumentOf,
	lineItemOf,
	readCriteria,
} from '../entityCache';
import { checkCompany, Company, needsCompany } from './company';
import { refuse, throwFirst } from './errors';

const AMOUNTS = [
	'bid_amount_local_micro',
	'daily_budget_amount_local_micro',
	'total_budget_amount_local_micro',
] as const;
type Amount = (typeof AMOUNTS)[number];

const given = (value: unknown) => value !== undefined && value !== '';

/** The campaign that a line item's values refer to, directly or through the line item. */
async function parentOf(call: Call) {
	const { campaign_id: campaign, line_item_id: lineItem } = call.values;
	if (given(campaign)) return await campaignOf(call, asText(campaign));
	const { campaign_id: parent } = await lineItemOf(call, asText(lineItem));
	return await campaignOf(call, asText(parent));
}

const OWN = ['daily_budget_amount_local_micro', 'standard_delivery'] as const;

/** Whether a rule about the money of a line item needs to know its campaign. */
export const spends = (values: Values) =>
	OWN.some((name) => given(values[name])) || values.check_bidding_rules === true;

/** A line item has a budget a day and a way of delivery of its own only where the campaign leaves them to it. */
export async function checkLineItemSpending(call: Call): Promise<void> {
	const name = OWN.find((each) => given(call.values[each]));
	if (!name) return;
	const { budget_optimization: optimization } = await parentOf(call);
	if (optimization !== undefined && optimization !== 'LINE_ITEM')
		refuse(
			call,
			LABELS[name],
			`can be set only where the Budget Optimization of the campaign is "Line Item", and it is ${asText(optimization)}`,
		);
}

/** Neither the budget nor the bid of a line item is more than what the campaign has. Facts: rules, line items. */
export async function checkCampaignBudget(call: Call): Promise<void> {
	const { values } = call;
	if (values.check_bidding_rules !== true || AMOUNTS.every((name) => typeof values[name] !== 'number'))
		return;
	const campaign = await parentOf(call);
	const atMost = (name: Amount, limit: Amount) => {
		const [amount, most] = [microsOf(values[name]), microsOf(campaign[limit])];
		if (amount === undefined || most === undefined || amount <= most) return;
		const compared = `${money(amount, campaign.currency)} is more than ${money(most, campaign.currency)}`;
		refuse(call, LABELS[name], `must be at most the ${LABELS[limit]} of the campaign (${compared})`);
	};
	atMost('total_budget_amount_local_micro', 'total_budget_amount_local_micro');
	if (values.bid_strategy === 'AUTO') return;
	atMost('bid_amount_local_micro', 'daily_budget_amount_local_micro');
	atMost('bid_amount_local_micro', 'total_budget_amount_local_micro');
}

/** Amounts against the bidding rule of their currency: bounds of a bid, smallest part of every amount. */
export async function checkBiddingRule(call: Call): Promise<void> {
	const { values } = call;
	if (values.check_bidding_rules !== true) return;
	const amounts = AMOUNTS.filter((name) => typeof values[name] === 'number');
	if (amounts.length === 0) return;
	const currency = asText(await currencyOf(call));
	const rule = (await biddingRules(call)).find((each) => each.currency === currency);
	if (!rule) {
		call.hint(`The platform has no bidding rule for ${currency || 'the currency of the campaign'}`);
		return;
	}
	const least = microsOf(rule.minimum_cpe_bid_local_micro);
	const most = microsOf(rule.maximum_cpe_bid_local_micro);
	const part = microsOf(rule.minimum_denomination);
	for (const name of amounts) {
		const amount = Number(values[name]);
		const said = money(amount, currency);
		if (part !== undefined && part > 0 && amount % part !== 0)
			refuse(call, LABELS[name], `must be a multiple of ${money(part, currency)}, and is ${said}`);
		if (name !== 'bid_amount_local_micro') continue;
		if (least !== undefined && amount < least)
			refuse(call, LABELS[name], `must be at least ${money(least, currency)}, and is ${said}`);
		if (most !== undefined && amount > most)
			refuse(call, LABELS[name], `must be at most ${money(most, currency)}, and is ${said}`);
	}
}

async function currencyOf(call: Call): Promise<unknown> {
	const { funding_instrument_id: funding } = call.values;
	const source = given(funding) ? await fundingInstrumentOf(call, asText(funding)) : await parentOf(call);
	return source.currency;
}

/**
 * The IAB categories of a line item for in-stream ads: those of the chosen kinds of business, or the given ones if
 * they are the whole sets of one or two kinds. Brief: rules for advertiser business categories.
 */
export async function prerollCategories(
	call: Call,
	objective: unknown,
): Promise<readonly string[] | undefined> {
	const { business_categories: chosen, categories } = call.values;
	const label = Array.isArray(chosen) ? LABELS.business_categories : LABELS.categories;
	if (!Array.isArray(chosen) && (objective !== 'PREROLL_VIEWS' || !Array.isArray(categories)))
		return undefined;
	const sets = (await businessCategories(call)).map(({ id, name, iab_categories: ids }) => ({
		id,
		name,
		ids: (ids ?? []) as string[],
	}));
	if (Array.isArray(chosen)) {
		const known = chosen.map(
			(id: unknown) => sets.find((set) => set.id === id || set.name === id) ?? asText(id),
		);
		const unknown = known.find((set) => typeof set === 'string');
		if (typeof unknown === 'string')
			refuse(call, label, `holds "${unknown}", which the platform does not know`);
		return [...new Set(known.flatMap((set) => (typeof set === 'string' ? [] : set.ids)))];
	}
	const wanted = new Set((categories as unknown[]).map(asText));
	const whole = sets.filter(({ ids }) => ids.length > 0 && ids.every((id) => wanted.has(id)));
	const covered = new Set(whole.flatMap(({ ids }) => ids));
	if (whole.length < 1 || whole.length > 2 || covered.size !== wanted.size)
		refuse(
			call,
			label,
			'must be the whole sets of one or two advertiser business categories for the objective PREROLL_VIEWS; choose Advertiser Business Categories instead',
		);
	return undefined;
}

/** A creative of a line item for website clicks leads somewhere. */
export async function checkLandingUrl(call: Call): Promise<void> {
	const { landing_url: url, line_item_id: id } = call.values;
	if (given(url)) return;
	const { objective } = await lineItemOf(call, asText(id));
	if (objective === 'WEBSITE_CLICKS')
		refuse(call, LABELS.landing_url, 'is required: the objective of the line item is WEBSITE_CLICKS');
}

/** Types that depend on what the line item has already. */
export async function checkCriterionCompany(call: Call): Promise<void> {
	const { values } = call;
	if (!needsCompany(values)) return;
	const present = new Company(await readCriteria(call, [asText(values.line_item_id)]));
	throwFirst(call, checkCompany(values, present));
}
