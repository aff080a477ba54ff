import { DateTime } from 'luxon';
import { violation, type Violation } from './violation';

const DATE_TIME =
	/^\d{4}-?\d{2}-?\d{2}T\d{2}(?::?\d{2}(?::?\d{2}(?:[.,]\d+)?)?)?(?:Z|[+-]\d{2}(?::?\d{2})?)$/;

/** Checks the period of a sale: a start and an end, both in ISO 8601 with an offset, separated by a slash. */
export function periodProblem(text: string): Violation | undefined {
	const parts = text.split('/');
	if (parts.length !== 2) return violation('period', 'must be a start and an end, separated by one slash');
	const [start = '', end = ''] = parts.map((part) => part.trim());
	for (const [which, part] of [
		['start', start],
		['end', end],
	] as const) {
		if (part === '') return violation('period', `has no ${which}`);
		if (instant(part) === undefined) {
			const offset =
				/T\d{2}:?\d{2}/.test(part) && !/(?:Z|[+-]\d{2}:?\d{0,2})$/.test(part)
					? ': the offset is missing'
					: '';
			return violation(
				'dateTime',
				`has ${which === 'end' ? 'an' : 'a'} ${which} that is no ISO 8601 date-time with offset, like 2026-03-01T00:00:00Z${offset}`,
			);
		}
	}
	if ((instant(start) ?? 0) >= (instant(end) ?? 0)) return violation('order', 'must end after its start');
	return undefined;
}

/** Returns both moments in milliseconds, so that one period in two time zones is equal. Other text stays as it is. */
export function canonicalPeriod(text: string): string {
	const parts = text.split('/').map((part) => instant(part.trim()));
	return parts.length === 2 && parts.every((part) => part !== undefined) ? parts.join('/') : text;
}

function instant(text: string): number | undefined {
	if (!DATE_TIME.test(text)) return undefined;
	const parsed = DateTime.fromISO(text, { setZone: true });
	return parsed.isValid ? parsed.toMillis() : undefined;
}
