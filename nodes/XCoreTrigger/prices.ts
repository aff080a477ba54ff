/** What an event's reads cost in US dollars, by the highest published prices. */
import { mostUsd, priceOf as priceOfRoute } from '../shared/model/prices';
import type { TriggerEvent } from './events/event';

export interface ReadPrice {
	readonly usd: number;
	/** Whether each entity or each request is billed. */
	readonly unit: 'object' | 'request';
}

/** What asking for the account of a credential costs. */
export const ACCOUNT_USD = mostUsd(priceOfRoute('GET /2/users/me')) ?? 0;

/** The price of an event's list. The Ads API has no prices and counts as free. */
export function priceOf({ list }: Pick<TriggerEvent, 'list'>): ReadPrice {
	const price = priceOfRoute(list.route);
	return { usd: mostUsd(price) ?? 0, unit: price?.unit ?? 'object' };
}
