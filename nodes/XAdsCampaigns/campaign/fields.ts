/** The parameters of a campaign, and rules for them: https://docs.x.com/x-ads-api/campaign-management/reference#campaigns */
import { dailyBudget, totalBudget } from '../../shared/ads/amount';
import { detailsFor } from '../../shared/ads/batch/batchKind';
import { nameQuery, titled } from '../../shared/ads/fields';
import { adIds } from '../../shared/ads/locators';
import {
	allOptional,
	choice,
	flag,
	formFlag,
	notice,
	text,
	when,
	date,
	filters,
	formOnly,
	wireName,
} from '../../shared/fields';
import { fromMicros } from '../../shared/ads/micros';
import { broken, type Field, type Operation } from '../../shared/operation/operation';
import { get } from 'lodash';
import { asText } from '../../shared/util/text';

/** New entities are paused, because X's own default would start to spend money. */
export const newStatus = () =>
	choice(
		{
			ACTIVE: ['Active', 'Serves, and costs money, as soon as everything is in place'],
			DRAFT: ['Draft', 'Not shown in lists unless asked for'],
			PAUSED: ['Paused', 'Serves nothing until it is activated'],
		},
		{
			label: 'Status',
			default: 'PAUSED',
			description: 'Paused until you activate it, unless you choose otherwise',
		},
	);

/** Paused by default: adding this field to an update must not activate anything before the user has chosen. */
export const changedStatus = () =>
	choice(titled('ACTIVE PAUSED'), {
		label: 'Status',
		default: 'PAUSED',
		description: 'Whether it may serve',
	});

export const checkBiddingRulesOption = () =>
	formFlag({
		label: 'Check Bidding Rules',
		description:
			"Whether to check the amounts against X's rules for the currency, and those of a line item against its campaign's budget, before anything is sent",
	});

export const campaignName = () => text({ label: 'Name', max: 255 });

/** Returns the switch that spreads spending over the day. */
export const standardDelivery = (note = '') =>
	flag({
		label: 'Standard Delivery',
		default: true,
		description: `Whether to spend evenly over the day; otherwise as fast as possible${note}`,
	});

const budgetOptimization = () =>
	choice(
		{
			CAMPAIGN: ['Campaign', 'For older campaigns; no longer documented'],
			LINE_ITEM: ['Line Item', 'Every line item has its own budget'],
		},
		{
			label: 'Budget Optimization',
			default: 'LINE_ITEM',
			description: 'Where budgets are set',
		},
	);

/** Returns the common fields of creation and update. */
export const campaignDetails = () => ({
	budget_optimization: budgetOptimization(),
	daily_budget_amount_local_micro: dailyBudget(),
	purchase_order_number: text({
		max: 50,
		description: 'Appears on the invoice',
	}),
	standard_delivery: standardDelivery('. Deprecated here: set it on the line items.'),
	total_budget_amount_local_micro: totalBudget(),
});

/** Returns the budgets of a new campaign. */
export const newBudgets = () => ({
	...allOptional({
		daily_budget_amount_local_micro: dailyBudget(
			'The most to spend in a day. Required by X, unless an insertion order pays.',
		),
	}),
	budgetNotice: when(
		{ daily_budget_amount_local_micro: [''] },
		notice('Daily Budget is required, unless an insertion order pays'),
	),
	...allOptional({ total_budget_amount_local_micro: totalBudget() }),
});

/** Returns the filters that the lists of campaigns and line items share. */
export const campaignFilters = () => ({
	campaign_ids: adIds('Campaign IDs'),
	funding_instrument_ids: adIds('Funding Instrument IDs'),
	q: nameQuery(),
	with_draft: flag({ label: 'Include Drafts', description: 'Whether to include drafts' }),
});

export interface Budgets {
	readonly daily_budget_amount_local_micro?: number | '' | undefined;
	readonly total_budget_amount_local_micro?: number | '' | undefined;
}

/** A budget must be more than 0, and the daily budget at most the total budget. */
export function* checkBudgets(budgets: Budgets) {
	const { daily_budget_amount_local_micro: daily, total_budget_amount_local_micro: total } = budgets;
	if (daily === 0) yield broken('daily_budget_amount_local_micro', 'positive', 'must be more than 0');
	if (total === 0) yield broken('total_budget_amount_local_micro', 'positive', 'must be more than 0');
	if (typeof daily === 'number' && typeof total === 'number' && daily > total)
		yield broken(
			'daily_budget_amount_local_micro',
			'maximum',
			`must be at most the total budget (${fromMicros(daily)} is more than ${fromMicros(total)})`,
		);
}

/** An update can activate or pause. Only new campaigns can be drafts. */
export function* checkStatus({
	entity_status: status = '',
}: {
	readonly entity_status?: string | undefined;
}) {
	if (status !== '' && status !== 'ACTIVE' && status !== 'PAUSED')
		yield broken('entity_status', 'enum', `must be ACTIVE or PAUSED in an update, and is ${status}`);
}

interface DeprecatedValues {
	readonly budget_optimization?: string | undefined;
	readonly standard_delivery?: boolean | '' | undefined;
}

/** Parameters that the documentation of campaigns no longer has. */
export function* warnDeprecated({
	budget_optimization: optimization,
	standard_delivery: delivery,
}: DeprecatedValues) {
	if (delivery !== undefined && delivery !== '')
		yield '{standard_delivery} of a campaign is deprecated: set it on the line items';
	if (optimization === 'CAMPAIGN')
		yield '{budget_optimization} "Campaign" is no longer documented; X may refuse it';
}

/**
 * Reads only what has changed, as X advises: sort by the time of the last change, newest first, and stop at the time of
 * the last sync. https://docs.x.com/x-ads-api/fundamentals/rate-limiting#best-practices
 */
const changedSince = {
	...filters({
		changed_since: formOnly(
			date({
				description:
					'Only those changed at this time or later, newest first: with Return All the list is read until it gets older',
			}),
		),
	}),
	newest_first: {
		wire: 'sort_by',
		place: 'query',
		encode: () => undefined,
		resolve: (_value, { values }) =>
			Promise.resolve(values.changed_since === undefined ? undefined : 'updated_at-desc'),
	} satisfies Field,
};

/** Returns a list with the option Changed Since. */
export const withChangedSince = (list: Operation): Operation => ({
	...list,
	fields: { ...list.fields, ...changedSince },
	*check(values) {
		yield* list.check?.(values) ?? [];
		if (values.changed_since !== undefined && values.sort_by !== undefined)
			yield broken(
				'sort_by',
				'exclusive',
				'cannot be combined with {changed_since}, which sorts by the last change',
			);
	},
	page: untilUnchanged,
});

/** Keeps entities that changed since then. The first older one ends the list. */
export const untilUnchanged: NonNullable<Operation['page']> = (body, { changed_since: since }) => {
	const data: unknown = get(body, 'data');
	if (typeof since !== 'string' || !Array.isArray(data)) return { body, last: false };
	const from = Date.parse(since);
	// An entity without a time may have changed since.
	const kept = data.filter((entity) => !(Date.parse(asText(get(entity, 'updated_at'))) < from));
	return { body: { ...(body as object), data: kept }, last: kept.length < data.length };
};

/** The status in an update is a separate field, because the one for new campaigns is required and cannot be empty. */
export const statusOfUpdate = detailsFor(['Update'], {
	changed_status: {
		...wireName('entity_status', changedStatus()),
		label: 'Status (Update)',
		name: 'changed_status',
	},
});

export function* checkStatusOfUpdate({
	changed_status: status,
}: {
	readonly changed_status?: string | undefined;
}) {
	for (const { rule, text } of checkStatus({ entity_status: status }))
		yield broken('changed_status', rule, text);
}
