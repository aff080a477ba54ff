import type { XEvent } from '../../shared/events/event';
import { timeOf } from '../../shared/model/ids';

/** Reads the time of an event, by the clock of X. An ID has the time in it, even if the fields were not requested. */
export function writtenTime({ createdAt, eventId = '' }: Pick<XEvent, 'createdAt' | 'eventId'>) {
	const created = Date.parse(createdAt ?? '');
	if (!Number.isNaN(created)) return created;
	return /^\d{15,20}$/.test(eventId) ? timeOf(eventId) : undefined;
}
