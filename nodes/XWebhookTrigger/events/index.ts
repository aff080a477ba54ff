import type { IDataObject } from 'n8n-workflow';

import { accountActivityEvents } from './accountActivity';
import { activityEvents } from './activity';
import type { PlatformEvent } from './event';
import { streamEvents } from './filteredStream';
import { isObject, object, objects, text } from './read';

export { toJson, type EventSource, type PlatformEvent } from './event';

/**
 * Splits one delivery into events. The root keys tell the family; what belongs to none is passed through as one
 * event of type `unknown`, so that a new kind of delivery is not lost.
 *
 * @param body the parsed delivery
 * Source: platform documentation of the three delivery kinds and of replay jobs.
 */
export function eventsOf(body: unknown): PlatformEvent[] {
	if (!isObject(body)) return [unknownEvent({ body: body as IDataObject[string] })];
	if (isObject(body.replay_job_status)) return [replayEvent(body.replay_job_status)];
	if (objects(body.data).some((data) => text(data.event_type) !== undefined)) return activityEvents(body);
	if (Array.isArray(body.matching_rules)) return streamEvents(body);
	if (body.for_user_id !== undefined || isObject(body.user_event)) {
		const events = accountActivityEvents(body);
		return events.length > 0 ? events : [{ ...unknownEvent(body), userId: text(body.for_user_id) }];
	}
	return [unknownEvent(body)];
}

function replayEvent(payload: IDataObject): PlatformEvent {
	const job = text(payload.job_id);
	const state = text(payload.job_state) ?? 'unknown';
	return {
		eventType: `replay.${state.toLowerCase()}`,
		nativeType: 'replay_job_status',
		source: 'replay',
		eventId: job,
		userId: undefined,
		createdAt: undefined,
		tag: undefined,
		payload: object(payload),
		key: job === undefined ? undefined : `replay|${job}|${state}`,
	};
}

function unknownEvent(payload: IDataObject): PlatformEvent {
	return {
		eventType: 'unknown',
		nativeType: 'unknown',
		source: 'unknown',
		eventId: undefined,
		userId: undefined,
		createdAt: undefined,
		tag: undefined,
		payload,
		key: undefined,
	};
}
