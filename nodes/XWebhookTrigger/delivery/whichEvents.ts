/** Decides which events of a delivery start the workflow. */
import type { XEvent } from '../../shared/events/event';
import { isOwnEvent } from '../../shared/events/ownEntries';
import { eventTypeFact, isOfUser, takesNoFilter } from '../../shared/model/eventTypes';
import type { ReceiveSettings } from '../settings';

/** Checks whether an event starts the workflow: by its type, or on a shared webhook by the node's subscriptions. */
export function isWanted(event: XEvent, { onlyEventTypes, subscribed }: ReceiveSettings): boolean {
	const { source, eventType, userId } = event;
	if (onlyEventTypes.size > 0) return onlyEventTypes.has(eventType);
	if (subscribed === undefined || subscribed.sources.size === 0) return true;
	if (source === 'replay' || source === 'unknown') return true;
	if (!subscribed.sources.has(source)) return false;
	// Every workflow gets the types that have no subscription, and revoked access.
	if (source !== 'activity' || takesNoFilter(eventType) || eventTypeFact(eventType) === undefined)
		return true;
	const { eventTypes, userIds } = subscribed.activity;
	if (!eventTypes.includes(eventType)) return false;
	return userIds.length === 0 || userId === undefined || !isOfUser(eventType) || userIds.includes(userId);
}

/** Returns whether the account itself wrote the Post or the message. A type that the option names is wanted. */
export function isOfAccountItself(
	event: XEvent,
	{ includeOwnPosts, onlyEventTypes }: Pick<ReceiveSettings, 'includeOwnPosts' | 'onlyEventTypes'>,
	account: string | undefined,
	ownAccounts: readonly string[] = [],
): boolean {
	const meant: XEvent = onlyEventTypes.has(event.eventType) ? { ...event, source: 'activity' } : event;
	if (ownAccounts.some((id) => isOwnEvent(meant, id))) return true;
	return !includeOwnPosts && isOwnEvent(meant, accountOf(event, account));
}

/** Returns the account of the credential that an event is for. */
export const accountOf = ({ source, userId }: XEvent, account: string | undefined): string | undefined =>
	source === 'filteredStream' ? account : userId;
