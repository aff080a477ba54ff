/** Rules for campaigns, some for line items: https://docs.x.com/x-ads-api/campaign-management/reference#campaigns */
import { fromMicros } from '../../shared/ads/micros';
import { broken } from '../../shared/operation/operation';

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
