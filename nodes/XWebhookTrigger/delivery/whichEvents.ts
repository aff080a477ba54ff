/** Which events of a delivery start the workflow. */
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';

import type { XEvent } from '../../shared/events/event';
import { eventTypeFact, isOfUser, takesNoFilter } from '../../shared/model/eventTypes';
import type { ReceiveSettings } from '../settings';

/**
 * Whether an event is to start the workflow: one of the types that the option names; without that option, on a webhook
 * that several workflows share, one that this node asked for.
 */
export function isWanted(event: XEvent, { onlyEventTypes, subscribed }: ReceiveSettings): boolean {
	const { source, eventType, userId } = event;
	if (onlyEventTypes.size > 0) return onlyEventTypes.has(eventType);
	if (subscribed === undefined || subscribed.sources.size === 0) return true;
	if (source === 'replay' || source === 'unknown') return true;
	if (!subscribed.sources.has(source)) return false;
	// Types that nobody can subscribe to are for every workflow, and so is a revoked access.
	if (source !== 'activity' || takesNoFilter(eventType) || eventTypeFact(eventType) === undefined)
		return true;
	const { eventTypes, userIds } = subscribed.activity;
	if (!eventTypes.includes(eventType)) return false;
	return userIds.length === 0 || userId === undefined || !isOfUser(eventType) || userIds.includes(userId);
}

const replayNote = z.object({ before: z.number(), from: z.number(), until: z.number() });

/** How much later than created an event may have come, in milliseconds. */
const LATENESS = 60_000;

/**
 * Whether a replay after n8n's start repeats an event that ran before n8n stopped, and that is not remembered: because
 * it has no identifier, or because too many came after it.
 *
 * @param data The node's static data.
 * @param isFull Whether so many events are remembered that older ones may have been forgotten.
 */
export function isRepeatedByReplay(event: XEvent, data: IDataObject, isFull: boolean): boolean {
	const note = replayNote.safeParse(data.replay).data;
	if (note === undefined || (event.key !== undefined && !isFull)) return false;
	const created = Date.parse(event.createdAt ?? '');
	const now = Date.now();
	return now >= note.from && now < note.until && created < note.before - LATENESS;
}
