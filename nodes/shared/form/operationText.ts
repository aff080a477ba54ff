/** An operation's description in the form, with its price if it has one. */
import { sumBy } from 'lodash';
import { nounOf } from '../ledger/requestCost';
import { mostUsd, priceOf, type Price } from '../model/prices';
import { mayBeBilled, type Operation } from '../operation/operation';
import { asMoney } from '../util/money';

/** Returns the description of an operation, as users and agents see it. */
export function describeOperation(operation: Operation): string {
	const cost = priceText(operation);
	return operation.description.replace(/\.?$/, (end) => (cost === undefined ? end : ` (${cost})${end}`));
}

/** Returns the price of an operation in words. Is undefined if it is free. */
export function priceText(operation: Operation): string | undefined {
	if (!mayBeBilled(operation) || operation.route === 'GET /') return undefined;
	const own = costText(operation, priceOf(operation.billedAs ?? operation.route));
	const first = firstUsd(operation);
	return first > 0 ? `${own ?? 'free'}, usually up to ${asMoney(first)} for what it reads first` : own;
}

/** Returns the most that X bills for what an operation reads before it writes. Public keys have no public price. */
export const firstUsd = ({ readsFirst = [] }: Operation): number =>
	sumBy(readsFirst, (route) => mostUsd(priceOf(route)) ?? 0);

function costText({ route }: Operation, price: Price | undefined): string | undefined {
	const most = mostUsd(price);
	if (!price || most === undefined) return 'no public price';
	if (most === 0) return undefined;
	const amount = price.usd === most ? asMoney(most) : `up to ${asMoney(most)}`;
	if (price.unit === 'object') return `${amount} for each ${nounOf(price.kind)}`;
	if (price.linkUsd !== undefined) return `costs ${amount}, with a link ${asMoney(price.linkUsd)}`;
	return route.startsWith('GET ') || price.usd === undefined
		? `${amount} for each request`
		: `costs ${amount}`;
}
