/** What an event's reads cost in US dollars, by the highest published prices. */
import { INCLUDED, mostUsd, priceOf as priceOfRoute } from '../shared/model/prices';
import type { TriggerEvent } from './events/event';

export interface ReadPrice {
	readonly usd: number;
	/** Whether each entity or each request is billed. */
	readonly unit: 'object' | 'request';
	/** For the user that an answer includes with an entity, such as the author of a Post. 0 if there is none. */
	readonly joined: number;
}

/** What asking for the account of a credential costs. */
export const ACCOUNT_USD = mostUsd(priceOfRoute('GET /2/users/me')) ?? 0;

/**
 * The price of an event's list. The Ads API has no prices and counts as free.
 *
 * @param joins Whether the users of the entries are asked for.
 */
export function priceOf({ list, expand }: Pick<TriggerEvent, 'list' | 'expand'>, joins = true): ReadPrice {
	const price = priceOfRoute(list.route);
	return {
		usd: mostUsd(price) ?? 0,
		unit: price?.unit ?? 'object',
		joined: expand === undefined || !joins ? 0 : (mostUsd(INCLUDED.users) ?? 0),
	};
}
