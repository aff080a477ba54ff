/** Time as X counts it: whole hours, and days in the time zone of the account, by the machine's time zone data. */
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const formats = new Map<string, Intl.DateTimeFormat>();

function clock(zone: string): Intl.DateTimeFormat {
	const known = formats.get(zone);
	if (known) return known;
	const made = new Intl.DateTimeFormat('en-CA', { timeZone: zone, dateStyle: 'short' });
	formats.set(zone, made);
	return made;
}

/** The date on the clocks of a zone. */
export const dateIn = (zone: string, moment: number): string => clock(zone).format(moment);

/** Whether a day begins at a moment. */
export const isMidnight = (zone: string, moment: number): boolean =>
	dateIn(zone, moment) !== dateIn(zone, moment - 1);

/** Whether a time was written as a whole hour, in whatever offset. */
export const isWholeHour = (written: string): boolean =>
	/T\d\d(:?00(:?00(\.0+)?)?)?(Z|[+-]\d\d(:?\d\d)?)?$/i.test(written);

/** Where the intervals of a range begin, with its end. */
export function intervalsOf(granularity: string, from: number, to: number, zone: string): number[] {
	if (granularity === 'TOTAL') return [from, to];
	const found: number[] = [];
	// Zones differ from UTC by quarters of an hour.
	const step = granularity === 'HOUR' ? HOUR : HOUR / 4;
	for (let moment = from; moment < to; moment += step)
		if (granularity === 'HOUR' || moment === from || isMidnight(zone, moment)) found.push(moment);
	return [...found, to];
}

export const daysBetween = (from: number, to: number): number => (to - from) / DAY;
