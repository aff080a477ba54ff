/** This file prices the events of a stream in US dollars, by the highest published prices. */
import { mostUsd, priceOfEvent } from '../shared/model/prices';

/** Returns the price of an event. It is 0 if a plan's contract covers it, or if no public source has a price. */
export function priceOf(source: string, eventType: string): number {
	if (source === 'filteredStream') return mostUsd(priceOfEvent('stream.post')) ?? 0;
	return source === 'activity' ? (mostUsd(priceOfEvent(eventType)) ?? 0) : 0;
}

/** Prices the cheapest event that a stream may deliver next, which the day's budget must still allow. */
export const cheapestOf = (source: string): number => priceOf(source, 'post.create');
