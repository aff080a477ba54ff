/** The parameters of a campaign. Brief: campaigns. */
import { choice, flag, text } from '../../shared/fields';
import type { Field } from '../../shared/operation/operation';
import { LABELS } from '../labels';
import { BUDGET_OPTIMIZATIONS, NEW_STATUSES, STATUSES } from '../enums';
import { dailyBudget, totalBudget } from './amount';
import { formFlag } from './common';

/** What is created serves nothing until somebody activates it: the platform's own default would spend money. */
export const newStatus = (): Field =>
	choice(NEW_STATUSES, {
		label: LABELS.entity_status,
		default: 'PAUSED',
		description: 'Paused until you activate it, unless you choose otherwise',
	});

/** Adding the field must not activate anything before a choice was made. */
export const changedStatus = (): Field =>
	choice(STATUSES, { label: LABELS.entity_status, default: 'PAUSED', description: 'Whether it may serve' });

export const checkBiddingRules = (): Field =>
	formFlag(
		'Check Bidding Rules',
		"Whether to hold the amounts against the platform's rules for the currency, and those of a line item against its campaign's budget, before anything is sent",
	);

export const campaignName = () => text({ label: 'Name', max: 255 });

/** What creation and update have in common. */
export const campaignDetails = (): Record<string, Field> => ({
	budget_optimization: choice(BUDGET_OPTIMIZATIONS, {
		label: 'Budget Optimization',
		default: 'LINE_ITEM',
		description: 'Where budgets are set',
	}),
	daily_budget_amount_local_micro: dailyBudget(),
	purchase_order_number: text({
		label: 'Purchase Order Number',
		max: 50,
		description: 'Appears on the invoice',
	}),
	standard_delivery: flag({
		label: LABELS.standard_delivery,
		default: true,
		description: 'Whether to spend evenly over the day; otherwise as fast as possible',
	}),
	total_budget_amount_local_micro: totalBudget(),
});
