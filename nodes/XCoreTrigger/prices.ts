/** This file prices an event's reads in US dollars, by the highest published prices. */
import { mostUsd, priceOf as priceOfRoute } from '../shared/model/prices';
import type { TriggerEvent } from './events/event';

export interface ReadPrice {
	readonly usd: number;
	readonly unit: 'object' | 'request';
}

export const ACCOUNT_USD = mostUsd(priceOfRoute('GET /2/users/me')) ?? 0;

/** Returns the price of an event's list. The Ads API has no prices and counts as free. */
export function priceOf({ list }: Pick<TriggerEvent, 'list'>): ReadPrice {
	const price = priceOfRoute(list.route);
	return { usd: mostUsd(price) ?? 0, unit: price?.unit ?? 'object' };
}
