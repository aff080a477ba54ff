/** Rules for budgets and bids. Brief: tables of campaign and line item parameters; documentation, same pages. */
import type { Values } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { fromMicros, microsOf } from '../fields/amount';
import { LABELS } from '../labels';

const daily = 'daily_budget_amount_local_micro';
const total = 'total_budget_amount_local_micro';
const bid = 'bid_amount_local_micro';

/** Budgets are more than nothing, and a day costs at most the whole. */
export function* checkBudgets(values: Values): Generator<string> {
	for (const name of [daily, total] as const)
		if (values[name] === 0) yield `${LABELS[name]}: must be more than 0`;
	const [day, whole] = [microsOf(values[daily]), microsOf(values[total])];
	if (day !== undefined && whole !== undefined && day > whole)
		yield `${LABELS[daily]}: must be at most the total budget (${fromMicros(day)} is more than ${fromMicros(whole)})`;
}

/** Standard or accelerated delivery is chosen where the campaign's budget is spread. */
export function* checkDelivery(values: Values): Generator<string> {
	if (values.standard_delivery !== undefined && values.budget_optimization === 'LINE_ITEM')
		yield `${LABELS.standard_delivery}: can be set only with Budget Optimization "Campaign"`;
}

const NO_MAX = new Set<unknown>(['REACH', 'FOLLOWERS']);
const TARGETABLE = new Set<unknown>(['REACH', 'FOLLOWERS', 'WEBSITE_CLICKS']);

/** Which strategies an objective allows, and which strategies need a bid. */
export function* checkBidding(values: Values): Generator<string> {
	const { bid_strategy: strategy, objective, [bid]: amount } = values;
	if (amount === 0) yield `${LABELS[bid]}: must be more than 0`;
	if (strategy === 'MAX' && NO_MAX.has(objective))
		yield `${LABELS.bid_strategy}: must not be "Max" with the objective ${asText(objective)}`;
	if (strategy === 'TARGET' && objective !== undefined && !TARGETABLE.has(objective))
		yield `${LABELS.bid_strategy}: can be "Target" with the objectives REACH, FOLLOWERS and WEBSITE_CLICKS only, and the objective is ${asText(objective)}`;
}

/** On creation the bid has to come with the strategy. */
export function* checkBidGiven({ bid_strategy: strategy, [bid]: amount }: Values): Generator<string> {
	if ((strategy === 'MAX' || strategy === 'TARGET') && amount === undefined)
		yield `${LABELS[bid]}: is required with the bid strategy "${strategy === 'MAX' ? 'Max' : 'Target'}"`;
}

/** An update must not take away the bid that the strategy needs. */
export function* checkBidKept({ bid_strategy: strategy, [bid]: amount }: Values): Generator<string> {
	if ((strategy === 'MAX' || strategy === 'TARGET') && amount === '')
		yield `${LABELS[bid]}: cannot be cleared with the bid strategy "${strategy === 'MAX' ? 'Max' : 'Target'}"`;
}

/** What the platform will not look at. */
export function* warnBidIgnored({ bid_strategy: strategy, [bid]: amount }: Values): Generator<string> {
	if (strategy === 'AUTO' && typeof amount === 'number')
		yield `${LABELS[bid]} is ignored: with the bid strategy "Auto" the platform bids by itself`;
}
