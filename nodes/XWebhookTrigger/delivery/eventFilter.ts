import { eventTypeFact, isNews } from '../../shared/model/eventTypes';
import type { PlatformEvent } from '../events/event';
import type { ReceiveSettings } from '../settings';

/**
 * Whether an event is to start the workflow: one of the types that the option names; without that option, on a webhook
 * that several workflows share, one that this node asked for.
 */
export function isWanted(event: PlatformEvent, { onlyEventTypes, subscribed }: ReceiveSettings): boolean {
	const { source, eventType, userId } = event;
	if (onlyEventTypes.size > 0) return onlyEventTypes.has(eventType);
	if (subscribed === undefined || subscribed.sources.size === 0) return true;
	if (source === 'replay' || source === 'unknown') return true;
	if (!subscribed.sources.has(source)) return false;
	// Types that nobody can subscribe to, such as a withdrawn access, are for every workflow.
	if (source !== 'activity' || eventTypeFact(eventType) === undefined) return true;
	const { eventTypes, userIds } = subscribed.activity;
	if (!eventTypes.includes(eventType)) return false;
	return userIds.length === 0 || userId === undefined || isNews(eventType) || userIds.includes(userId);
}
