/** The parameters of a campaign: https://docs.x.com/x-ads-api/campaign-management/reference#campaigns */
import { dailyBudget, totalBudget } from '../../shared/ads/amount';
import { nameQuery } from '../../shared/ads/listFields';
import { adIds } from '../../shared/ads/locators';
import { allOptional, choice, flag, formFlag, notice, text, when } from '../../shared/fields';
import { titled } from '../../shared/ads/fields';

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
