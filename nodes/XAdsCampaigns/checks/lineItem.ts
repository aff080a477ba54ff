/** Rules that tie a line item's objective, goal, placements, applications and caps together. Brief: line items. */
import type { Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { LABELS } from '../labels';

const given = (value: unknown) => value !== undefined && value !== '';
const list = (value: unknown): string[] => (Array.isArray(value) ? value.map(asText) : []);

const CAPPED = ['REACH', 'ENGAGEMENTS', 'VIDEO_VIEWS', 'PREROLL_VIEWS'];

/** A frequency cap counts over 1, 7 or 30 days, and only some objectives have one. */
export function* checkFrequency({ objective, frequency_cap: cap }: Values): Generator<string> {
	if (given(cap) && objective !== undefined && !CAPPED.includes(asText(objective)))
		yield `${LABELS.frequency_cap}: is available for the objectives ${CAPPED.join(', ')} only, and the objective is ${asText(objective)}`;
}

const GOAL_OBJECTIVES: Readonly<Record<string, readonly string[]>> = {
	APP_CLICKS: ['APP_INSTALLS', 'APP_ENGAGEMENTS'],
	APP_INSTALLS: ['APP_INSTALLS', 'APP_ENGAGEMENTS'],
	APP_PURCHASES: ['APP_INSTALLS'],
	SITE_VISITS: ['WEBSITE_CLICKS'],
};

/** Goals that belong to an objective. */
export function* checkGoal({ objective, goal }: Values): Generator<string> {
	const wanted = GOAL_OBJECTIVES[asText(goal)];
	if (wanted && objective !== undefined && !wanted.includes(asText(objective)))
		yield `${LABELS.goal}: can be ${asText(goal)} with the objective ${wanted.join(' or ')} only, and the objective is ${asText(objective)}`;
}

/** Conversions are counted by a tag on the website. */
export function* checkConversionTag({ goal, primary_web_event_tag: tag }: Values): Generator<string> {
	if (goal === 'WEBSITE_CONVERSIONS' && !given(tag))
		yield `${LABELS.primary_web_event_tag}: is required with the goal WEBSITE_CONVERSIONS`;
}

const PAYMENTS: Readonly<Record<string, readonly string[]>> = {
	APP_INSTALLS: ['APP_CLICK', 'IMPRESSION'],
	LINK_CLICKS: ['LINK_CLICK', 'IMPRESSION'],
	SITE_VISITS: ['IMPRESSION'],
};

/** What is paid for depends on the goal, and on whether the objective leaves a choice at all. */
export function* checkPayBy(values: Values): Generator<string> {
	const { goal, objective, pay_by: payBy, bid_strategy: strategy } = values;
	if (!given(payBy)) return;
	if (objective !== undefined && objective !== 'APP_INSTALLS' && !choosesForClicks(values))
		yield `${LABELS.pay_by}: can be set with the objective APP_INSTALLS only, or for the goals LINK_CLICKS and SITE_VISITS; the objective is ${asText(objective)}`;
	const choice = PAYMENTS[asText(goal)];
	if (choice && !choice.includes(asText(payBy)))
		yield `${LABELS.pay_by}: must be ${choice.join(' or ')} with the goal ${asText(goal)}, and is ${asText(payBy)}`;
	if (goal === 'LINK_CLICKS' && strategy === 'TARGET')
		yield `${LABELS.pay_by}: cannot be set with the bid strategy "Target" and the goal LINK_CLICKS`;
}

/**
 * The documentation says that only APP_INSTALLS has a choice, and in the same place which choice two goals of website
 * clicks have: those are let through.
 */
const choosesForClicks = ({ objective, goal }: Values) =>
	objective === 'WEBSITE_CLICKS' && (!given(goal) || PAYMENTS[asText(goal)] !== undefined);

/** Where the documentation contradicts itself: said, but not refused. */
export function* warnPayBy(values: Values): Generator<string> {
	if (given(values.pay_by) && choosesForClicks(values))
		yield `${LABELS.pay_by} is mainly for the objective APP_INSTALLS; the platform may refuse it for WEBSITE_CLICKS`;
}

/** Promoting an app needs to know which. */
export function* checkApps(values: Values): Generator<string> {
	const { objective, android_app_store_identifier: android, ios_app_store_identifier: ios } = values;
	if ((objective === 'APP_INSTALLS' || objective === 'APP_ENGAGEMENTS') && !given(android) && !given(ios))
		yield `${LABELS.android_app_store_identifier}: or ${LABELS.ios_app_store_identifier} is required with the objective ${objective}`;
}

/** Where ads can appear: the publisher network wants to know the advertiser, a profile alone does not do. */
export function* checkPlacements(values: Values): Generator<string> {
	const { objective, advertiser_domain: domain, categories, business_categories: businesses } = values;
	const placements = list(values.placements);
	if (placements.length === 0) return;
	if (placements.includes('PUBLISHER_NETWORK')) {
		if (!given(domain)) yield `${LABELS.advertiser_domain}: is required with the placement PUBLISHER_NETWORK`;
		if (!given(categories) && !given(businesses))
			yield `${LABELS.categories}: is required with the placement PUBLISHER_NETWORK`;
	}
	if (placements.length === 1 && placements[0] === 'TWITTER_PROFILE')
		yield `${LABELS.placements}: must not be TWITTER_PROFILE alone`;
	if (
		objective === 'REACH' &&
		!placements.some((name) => name === 'ALL_ON_TWITTER' || name === 'TWITTER_TIMELINE')
	)
		yield `${LABELS.placements}: must include ALL_ON_TWITTER or TWITTER_TIMELINE with the objective REACH`;
}

/** In-stream ads name the kind of business by its whole set of IAB categories. */
export function* checkPreroll(values: Values): Generator<string> {
	const { objective, product_type: product, categories, business_categories: businesses } = values;
	if (list(businesses).length > 2)
		yield `${LABELS.business_categories}: takes one or two, and has ${list(businesses).length}`;
	if (given(businesses) && given(categories))
		yield `${LABELS.business_categories}: cannot be combined with ${LABELS.categories}, which it stands for`;
	if (objective !== 'PREROLL_VIEWS') {
		if (given(businesses) && objective !== undefined)
			yield `${LABELS.business_categories}: belongs to the objective PREROLL_VIEWS, and the objective is ${asText(objective)}`;
		return;
	}
	if (product !== undefined && product !== 'MEDIA')
		yield `${LABELS.product_type}: must be "Media" with the objective PREROLL_VIEWS`;
	if (!given(categories) && !given(businesses))
		yield `${LABELS.business_categories}: must name one or two with the objective PREROLL_VIEWS`;
}

/** In an update the kinds of business stand for categories to set; what is emptied is the categories themselves. */
export function* checkBusinessChosen({ business_categories: businesses }: Values): Generator<string> {
	if (businesses === '')
		yield `${LABELS.business_categories}: needs at least one; to take the categories away, add ${LABELS.categories} and leave it empty`;
}

/** What serves now can be paused and the other way round; a draft is only ever made new. */
export function* checkStatus(
	{ entity_status: status }: Values,
	label: string = LABELS.entity_status,
): Generator<string> {
	if (given(status) && status !== 'ACTIVE' && status !== 'PAUSED')
		yield `${label}: must be ACTIVE or PAUSED in an update, and is ${asText(status)}`;
}
