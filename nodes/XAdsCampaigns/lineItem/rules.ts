/**
 * Checks how the objective, goal, placements, apps, budgets and bids of a line item depend on each other:
 * https://docs.x.com/x-ads-api/campaign-management/reference#line-items. What only X can know is left to X. Where the
 * documentation contradicts itself, the values are sent with a hint.
 */
import { checkWindow } from '../../shared/operation/window';
import { broken } from '../../shared/operation/operation';
import { checkBudgets, type Budgets } from '../campaign/fields';

/** The values of a line item that rules check; an empty text removes one. */
interface LineItem extends Budgets {
	readonly objective?: string | undefined;
	readonly product_type?: string | undefined;
	readonly goal?: string | undefined;
	readonly pay_by?: string | undefined;
	readonly bid_strategy?: string | undefined;
	readonly bid_amount_local_micro?: number | '' | undefined;
	readonly frequency_cap?: number | '' | undefined;
	readonly placements?: readonly string[] | undefined;
	readonly advertiser_domain?: string | undefined;
	readonly categories?: readonly string[] | '' | undefined;
	readonly business_categories?: readonly string[] | '' | undefined;
	readonly primary_web_event_tag?: string | undefined;
	readonly android_app_store_identifier?: string | undefined;
	readonly ios_app_store_identifier?: string | undefined;
	readonly start_time?: string | undefined;
	readonly end_time?: string | undefined;
}

const isGiven = (value: unknown) => value !== undefined && value !== '';

const CAPPED = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'];

/** A frequency cap counts over 1, 7 or 30 days, and only some objectives allow one. */
function* checkFrequency({ objective = '', frequency_cap: cap }: LineItem) {
	if (isGiven(cap) && !CAPPED.includes(objective))
		yield broken(
			'frequency_cap',
			'objective',
			`is available for the objectives ${CAPPED.join(', ')} only, and the objective is ${objective}`,
		);
}

const GOAL_OBJECTIVES: Readonly<Record<string, readonly string[]>> = {
	APP_CLICKS: ['APP_INSTALLS', 'APP_ENGAGEMENTS'],
	APP_INSTALLS: ['APP_INSTALLS', 'APP_ENGAGEMENTS'],
	APP_PURCHASES: ['APP_INSTALLS'],
	SITE_VISITS: ['WEBSITE_CLICKS'],
};

/** Each objective allows some goals, and some goals need the website tag that counts conversions. */
function* checkGoal({ objective = '', goal = '', primary_web_event_tag: tag }: LineItem) {
	const wanted = GOAL_OBJECTIVES[goal];
	if (wanted && !wanted.includes(objective))
		yield broken(
			'goal',
			'objective',
			`can be ${goal} with the objective ${wanted.join(' or ')} only, and the objective is ${objective}`,
		);
	if (goal === 'WEBSITE_CONVERSIONS' && !isGiven(tag))
		yield broken('primary_web_event_tag', 'required', 'is required with the goal WEBSITE_CONVERSIONS');
}

const PAYMENTS: Readonly<Record<string, readonly string[]>> = {
	APP_INSTALLS: ['APP_CLICK', 'IMPRESSION'],
	LINK_CLICKS: ['LINK_CLICK', 'IMPRESSION'],
	SITE_VISITS: ['IMPRESSION'],
};

/** Checks what the advertiser pays for, which depends on the goal. */
function* checkPayBy({ goal = '', pay_by: payBy = '', bid_strategy: strategy }: LineItem) {
	if (payBy === '') return;
	const choice = PAYMENTS[goal];
	if (choice && !choice.includes(payBy))
		yield broken('pay_by', 'goal', `must be ${choice.join(' or ')} with the goal ${goal}, and is ${payBy}`);
	if (goal === 'LINK_CLICKS' && strategy === 'TARGET')
		yield broken(
			'pay_by',
			'bidStrategy',
			'cannot be set with the bid strategy "Target" and the goal LINK_CLICKS',
		);
}

/** Some objectives allow only one way to pay. */
function* checkPayByObjective(values: LineItem) {
	const { objective = '', pay_by: payBy } = values;
	if (isGiven(payBy) && objective !== 'APP_INSTALLS' && !choosesForClicks(values))
		yield broken(
			'pay_by',
			'objective',
			`can be set with the objective APP_INSTALLS only, or for the goals LINK_CLICKS and SITE_VISITS; the objective is ${objective}`,
		);
}

/** X lists values of `pay_by` for two goals of WEBSITE_CLICKS, which its page rules out. They are sent. */
const choosesForClicks = ({ objective, goal = '' }: LineItem) =>
	objective === 'WEBSITE_CLICKS' && (goal === '' || PAYMENTS[goal] !== undefined);

/** Line items that promote an app must name it. */
function* checkApps(values: LineItem) {
	const { objective, android_app_store_identifier: android, ios_app_store_identifier: ios } = values;
	if ((objective === 'APP_INSTALLS' || objective === 'APP_ENGAGEMENTS') && !isGiven(android) && !isGiven(ios))
		yield broken(
			'android_app_store_identifier',
			'required',
			`or {ios_app_store_identifier} is required with the objective ${objective}`,
		);
}

/** Some placements require others, and the publisher network has its own requirements. */
function* checkPlacements(values: LineItem) {
	const { objective, placements = [], advertiser_domain: domain, categories } = values;
	if (placements.length === 0) return;
	if (placements.includes('PUBLISHER_NETWORK')) {
		const text = 'is required with the placement PUBLISHER_NETWORK';
		if (!isGiven(domain)) yield broken('advertiser_domain', 'required', text);
		if (!isGiven(categories) && !isGiven(values.business_categories))
			yield broken('categories', 'required', text);
	}
	if (placements.length === 1 && placements[0] === 'TWITTER_PROFILE')
		yield broken('placements', 'alone', 'must not be TWITTER_PROFILE alone');
	if (
		objective === 'REACH' &&
		!placements.some((name) => name === 'ALL_ON_TWITTER' || name === 'TWITTER_TIMELINE')
	)
		yield broken(
			'placements',
			'objective',
			'must include ALL_ON_TWITTER or TWITTER_TIMELINE with the objective REACH',
		);
}

/** In-stream ads need one or two kinds of business, whose IAB categories are sent. */
function* checkBusinesses({ categories, business_categories: businesses }: LineItem) {
	if (businesses === undefined) return;
	if (businesses === '')
		yield broken(
			'business_categories',
			'minItems',
			'needs at least one; to take the categories away, add {categories} and leave it empty',
		);
	if (businesses.length > 2)
		yield broken('business_categories', 'maxItems', `takes one or two, and has ${businesses.length}`);
	if (isGiven(categories))
		yield broken(
			'business_categories',
			'exclusive',
			'cannot be combined with {categories}, which it stands for',
		);
}

/** Checks the values that in-stream ads require, and those that only they may have. */
function* checkPreroll(values: LineItem) {
	const { objective = '', product_type: product, categories, business_categories: businesses } = values;
	if (objective !== 'PREROLL_VIEWS') {
		if (isGiven(businesses))
			yield broken(
				'business_categories',
				'objective',
				`belongs to the objective PREROLL_VIEWS, and the objective is ${objective}`,
			);
		return;
	}
	if (product !== 'MEDIA')
		yield broken('product_type', 'objective', 'must be "Media" with the objective PREROLL_VIEWS');
	if (!isGiven(categories) && !isGiven(businesses))
		yield broken('business_categories', 'required', 'must name one or two with the objective PREROLL_VIEWS');
}

const NO_MAX = ['REACH', 'FOLLOWERS'];
/** The last two are in https://docs.x.com/x-ads-api/campaign-management#target-bidding, but not in the reference. */
const TARGETABLE = ['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS', 'APP_INSTALLS', 'APP_ENGAGEMENTS'];
const CONTRADICTORY = TARGETABLE.slice(-2);

/** Each objective allows some bid strategies. */
function* checkStrategy({ bid_strategy: strategy, objective = '' }: LineItem) {
	if (strategy === 'MAX' && NO_MAX.includes(objective))
		yield broken('bid_strategy', 'objective', `must not be "Max" with the objective ${objective}`);
	if (strategy === 'TARGET' && !TARGETABLE.includes(objective))
		yield broken(
			'bid_strategy',
			'objective',
			`can be "Target" with the objectives ${TARGETABLE.join(', ')} only, and the objective is ${objective}`,
		);
}

const STRATEGIES_WITH_BID: Readonly<Record<string, string>> = { MAX: 'Max', TARGET: 'Target' };

/** A new line item with a strategy that needs a bid must have one, and an update must not remove it. */
function* checkBid(
	{ bid_strategy: strategy = '', bid_amount_local_micro: amount }: LineItem,
	isNew: boolean,
) {
	const name = STRATEGIES_WITH_BID[strategy];
	const text = isNew ? 'is required' : 'cannot be cleared';
	if (name !== undefined && amount === (isNew ? undefined : ''))
		yield broken('bid_amount_local_micro', 'required', `${text} with the bid strategy "${name}"`);
}

function* checkGiven(values: LineItem) {
	if (values.bid_amount_local_micro === 0)
		yield broken('bid_amount_local_micro', 'positive', 'must be more than 0');
	yield* checkBudgets(values);
	yield* checkBusinesses(values);
	yield* checkPayBy(values);
	yield* checkWindow(values);
}

/** Rules for an update. Only X knows the other values of the line item. */
export function* checkLineItemUpdate(values: LineItem) {
	yield* checkGiven(values);
	yield* checkBid(values, false);
}

/** Rules for a new line item, which must be complete. */
export function* checkNewLineItem(values: LineItem) {
	yield* checkGiven(values);
	yield* checkApps(values);
	yield* checkBid(values, true);
	yield* checkFrequency(values);
	yield* checkGoal(values);
	yield* checkPayByObjective(values);
	yield* checkPlacements(values);
	yield* checkPreroll(values);
	yield* checkStrategy(values);
}

/** Hints at a bid that X ignores. */
export function* warnBidIgnored({ bid_strategy: strategy, bid_amount_local_micro: amount }: LineItem) {
	if (strategy === 'AUTO' && typeof amount === 'number')
		yield '{bid_amount_local_micro} is ignored: with the bid strategy "Auto" X bids automatically';
}

/** Hints where the documentation contradicts itself. */
export function* warnNewLineItem(values: LineItem): Generator<string> {
	yield* warnBidIgnored(values);
	const { objective = '', bid_strategy: strategy, start_time: start, end_time: end } = values;
	if (isGiven(values.pay_by) && choosesForClicks(values))
		yield '{pay_by} is mainly for the objective APP_INSTALLS; X may refuse it for WEBSITE_CLICKS';
	if (strategy === 'TARGET' && CONTRADICTORY.includes(objective))
		yield `{bid_strategy} "Target" is documented for ${objective} in one place only; X may refuse it`;
	if (!isGiven(start) || !isGiven(end))
		yield `A line item without ${isGiven(start) ? '{end_time}' : isGiven(end) ? '{start_time}' : '{start_time} and {end_time}'}: the documentation says that it is required, and has examples without; X may refuse it`;
}
