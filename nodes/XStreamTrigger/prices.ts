/** What the events of a stream cost, by the highest published prices, in US dollars. */
import { mostUsd, priceOfEvent } from '../shared/model/prices';

/**
 * The price of an event. What a plan's contract covers, and what no public source names, counts as nothing.
 *
 * @param source The stream.
 * @param eventType Dotted name of the event.
 */
export function priceOf(source: string, eventType: string): number {
	if (source === 'filteredStream') return mostUsd(priceOfEvent('stream.post')) ?? 0;
	return source === 'activity' ? (mostUsd(priceOfEvent(eventType)) ?? 0) : 0;
}

/** The price of an event that a stream may bring next: it must still fit into the day. */
export const cheapestOf = (source: string): number => priceOf(source, 'post.create');
