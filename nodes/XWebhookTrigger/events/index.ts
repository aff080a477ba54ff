import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { isObject, lenient, objects, text } from '../../shared/util/lenient';
import { accountActivityEvents } from './accountActivity';
import { activityEvent, streamEvent } from '../../shared/events/activityEvent';
import type { XEvent } from '../../shared/events/event';

/** Splits a delivery into events by its top-level members. Unknown ones are events too, so that none is lost. */
export function eventsOf(body: unknown): XEvent[] {
	if (isHollow(body)) return [];
	if (!isObject(body)) return [unknownEvent({ body: body as IDataObject[string] })];
	if (isObject(body.replay_job_status)) return [replayEvent(body.replay_job_status)];
	const entries = objects(body.data);
	if (entries.some((data) => text(data.event_type) !== undefined)) return entries.map(activityEvent);
	if (Array.isArray(body.matching_rules)) return [streamEvent(body)];
	if (body.for_user_id !== undefined || isObject(body.user_event)) {
		const events = accountActivityEvents(body);
		return events.length > 0 ? events : [{ ...unknownEvent(body), userId: text(body.for_user_id) }];
	}
	return [unknownEvent(body)];
}

const isHollow = (value: unknown): boolean =>
	typeof value === 'object' && value !== null && Object.values(value).every(isHollow);

const replayJob = z.object({ job_id: lenient.text, job_state: lenient.text });

/** @see https://docs.x.com/x-api/account-activity/quickstart#job-completed-messages */
function replayEvent(payload: IDataObject): XEvent {
	const { job_id: job, job_state: state = 'unknown' } = replayJob.parse(payload);
	return {
		...unknownEvent(payload),
		eventType: `replay.${state.toLowerCase()}`,
		nativeType: 'replay_job_status',
		source: 'replay',
		eventId: job,
		key: job === undefined ? undefined : `replay|${job}|${state}`,
	};
}

const unknownEvent = (payload: IDataObject): XEvent => ({
	eventType: 'unknown',
	nativeType: 'unknown',
	source: 'unknown',
	payload,
	key: undefined,
});
