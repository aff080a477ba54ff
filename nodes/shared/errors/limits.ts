import { nextDay } from '../util/time';

type Headers = Readonly<Record<string, unknown>>;

/** Limits in order of precedence: ads account, the day's, then user or app per endpoint. */
const LIMITS = ['x-account-rate-limit', 'x-user-limit-24hour', 'x-app-limit-24hour', 'x-rate-limit'] as const;

/** Reads when the limit is reset: the first used-up one, else the account's, the user's, or `retry-after`. */
export function resetAt(headers: Headers, now = new Date()): Date | undefined {
	const used = LIMITS.filter((limit) => number(headers, `${limit}-remaining`) === 0);
	return (
		[...used, 'x-account-rate-limit', 'x-rate-limit']
			.map((limit) => reset(headers, limit, now))
			.find((time) => time !== undefined) ?? retryAfter(headers, now)
	);
}

/**
 * Finds when a usage cap opens again. X counts days in UTC, and the months of a project from an unknown day. Is
 * undefined if the period is not known.
 */
export function capOpensAt(period: unknown, now = new Date()): Date | undefined {
	if (period === 'Daily') return new Date(nextDay(now.getTime()));
	return period === 'Monthly' ? new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1)) : undefined;
}

/** Reads how many requests the tightest limit still allows. Is undefined if no header has it. */
export function remaining(headers: Headers): number | undefined {
	const counts = LIMITS.flatMap((limit) => number(headers, `${limit}-remaining`) ?? []);
	return counts.length > 0 ? Math.min(...counts) : undefined;
}

/** Returns the value of a header in any case; the first one if there are several. */
export function header(headers: Headers, name: string): string | undefined {
	const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
	const first: unknown = Array.isArray(value) ? value[0] : value;
	return typeof first === 'string' || typeof first === 'number' ? String(first) : undefined;
}

/** Returns when a limit is reset, on n8n's clock. That one or X's date may be wrong, and to ask too early is refused. */
function reset(headers: Headers, limit: string, now: Date): Date | undefined {
	const time = (number(headers, `${limit}-reset`) ?? 0) * 1000;
	const clocks = [now.getTime(), Date.parse(header(headers, 'date') ?? '')];
	const waits = clocks.map((clock) => time - clock).filter((wait) => wait > 0);
	if (time === 0) return undefined;
	return new Date(waits.length === 0 ? time : now.getTime() + Math.min(...waits));
}

/** Returns the time in `retry-after`: seconds, or a date (RFC 9110 section 10.2.3). */
export function retryAfter(headers: Headers, now = new Date()): Date | undefined {
	const seconds = number(headers, 'retry-after');
	if (seconds !== undefined) return new Date(now.getTime() + seconds * 1000);
	const time = Date.parse(header(headers, 'retry-after') ?? '');
	return Number.isNaN(time) ? undefined : new Date(time);
}

function number(headers: Headers, name: string): number | undefined {
	const text = header(headers, name)?.trim() ?? '';
	return /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : undefined;
}
