import type { Values } from '../../shared/operation/operation';
import { LABELS } from '../labels';

/** A window ends after it begins. */
export function* checkWindow({ start_time: start, end_time: end }: Values): Generator<string> {
	if (isMoment(start) && isMoment(end) && Date.parse(end) < Date.parse(start))
		yield `${LABELS.end_time}: must be after the start time (${end} is before ${start})`;
}

const HOUR = 3_600_000;

/** Account history knows whole hours only. Brief: limits. */
export function* checkWholeHours(values: Values): Generator<string> {
	for (const name of ['start_time', 'end_time'] as const) {
		const moment = values[name];
		if (isMoment(moment) && Date.parse(moment) % HOUR !== 0)
			yield `${LABELS[name]}: must be a whole hour, such as 2026-01-31T09:00:00Z, and is ${moment}`;
	}
}

const isMoment = (value: unknown): value is string => typeof value === 'string' && value !== '';
