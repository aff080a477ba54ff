/** Decides which events of a delivery start the workflow. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { XEvent } from '../../shared/events/event';
import { isOwnEvent } from '../../shared/events/ownEntries';
import { eventTypeFact, isOfUser, takesNoFilter } from '../../shared/model/eventTypes';
import type { ReceiveSettings } from '../settings';

/**
 * Returns whether an event starts the workflow. The option names the types that do. Without it, on a webhook that
 * several workflows share, only events that this node subscribed to start it.
 */
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

/**
 * Returns whether an event is left out because the account itself wrote the Post or the message. A type that the
 * option names shows that the user wants such events.
 *
 * @param account The account of the credential: Posts of the filtered stream do not say whose events they are.
 * @param ownAccounts IDs of the accounts that the form names.
 */
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

/** The limits of a replay, as deliveries read them. */
export const replayNote = z.object({ before: z.number(), from: z.number(), until: z.number() });

/** The longest delay between the creation of an event and its arrival, in milliseconds. */
const LATENESS = 60_000;

/**
 * Returns whether a replay after n8n's start repeats an event that ran before n8n stopped but is not remembered,
 * because it has no identifier or because too many events followed.
 *
 * @param data The node's static data.
 * @param isFull Whether older events may have been forgotten.
 */
export function isRepeatedByReplay(event: XEvent, data: IDataObject, isFull: boolean): boolean {
	const note = replayNote.safeParse(data.replay).data;
	if (note === undefined || (event.key !== undefined && !isFull)) return false;
	const created = Date.parse(event.createdAt ?? '');
	const now = Date.now();
	return now >= note.from && now < note.until && created < note.before - LATENESS;
}
