import type { XEvent } from '../../shared/events/event';

/** The beginning of the times in X's IDs: https://docs.x.com/fundamentals/x-ids */
const EPOCH = 1_288_834_974_657;
const TIME_BITS = 22n;

/** When an event was written, by the clock of X. An ID has the time in it, even if the fields were not requested. */
export function writtenTime({
	createdAt,
	eventId,
}: Pick<XEvent, 'createdAt' | 'eventId'>): number | undefined {
	const created = Date.parse(createdAt ?? '');
	if (!Number.isNaN(created)) return created;
	return /^\d{15,20}$/.test(eventId ?? '') ? Number(BigInt(eventId ?? '') >> TIME_BITS) + EPOCH : undefined;
}
