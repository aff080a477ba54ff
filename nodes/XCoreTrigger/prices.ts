/** What the reads of an event cost, by the highest published prices, in US dollars. */
import { INCLUDED, mostUsd, priceOf as priceOfRoute } from '../shared/model/prices';
import type { TriggerEvent } from './events/event';

export interface Price {
	readonly usd: number;
	/** Whether it is charged for each entity that comes, or for each request. */
	readonly unit: 'object' | 'request';
	/** For the user whom an entity's answer includes, such as the author of a Post; 0 where there is none. */
	readonly joined: number;
}

/** The advertising API, which has no prices, is free of charge. */
export function priceOf({ list, expand }: Pick<TriggerEvent, 'list' | 'expand'>): Price {
	const price = priceOfRoute(list.route);
	return {
		usd: mostUsd(price) ?? 0,
		unit: price?.unit ?? 'object',
		joined: expand === undefined ? 0 : (mostUsd(INCLUDED.users) ?? 0),
	};
}
