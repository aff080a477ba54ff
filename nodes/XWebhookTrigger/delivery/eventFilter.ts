import { eventTypeFact } from '../../shared/model/eventTypes';
import type { PlatformEvent } from '../events';
import { isNews, type ReceiveSettings, type Subscribed } from '../settings';

/**
 * Whether an event is to start the workflow: one of the types that the option names; without that option, on a webhook
 * that several workflows share, one that this node asked for.
 */
export function isWanted(event: PlatformEvent, { onlyEventTypes, own }: ReceiveSettings): boolean {
	if (onlyEventTypes.size > 0) return onlyEventTypes.has(event.eventType);
	return own === undefined || own.sources.size === 0 || isSubscribed(event, own);
}

function isSubscribed({ source, eventType, userId }: PlatformEvent, own: Subscribed): boolean {
	if (source === 'replay' || source === 'unknown') return true;
	if (!own.sources.has(source)) return false;
	// What cannot be subscribed to by itself concerns everybody.
	if (source !== 'activity' || eventTypeFact(eventType) === undefined) return true;
	if (!own.eventTypes.has(eventType)) return false;
	return own.userIds.size === 0 || userId === undefined || isNews(eventType) || own.userIds.has(userId);
}
