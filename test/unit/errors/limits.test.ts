import { remaining, resetAt } from '../../../nodes/shared/errors';

const now = new Date('2026-11-21T12:00:00Z');
const seconds = (time: string) => String(Date.parse(`2026-11-21T${time}Z`) / 1000);
/** What the headers say of one limit. */
const limit = (name: string, left: number, reset: string) => ({
	[`x-${name}-remaining`]: String(left),
	[`x-${name}-reset`]: seconds(reset),
});
const at = (time: string) => new Date(`2026-11-21T${time}Z`);

describe('resetAt', () => {
	test.each<[string, Record<string, unknown>, Date | undefined]>([
		[
			'the account limit before the user limit',
			{ 'x-account-rate-limit-reset': seconds('12:10:00'), 'x-rate-limit-reset': seconds('12:20:00') },
			at('12:10:00'),
		],
		[
			'the user limit before retry-after',
			{ 'x-rate-limit-reset': seconds('12:20:00'), 'retry-after': '5' },
			at('12:20:00'),
		],
		['retry-after in seconds', { 'retry-after': '5' }, at('12:00:05')],
		['retry-after as a date', { 'retry-after': 'Sat, 21 Nov 2026 12:30:00 GMT' }, at('12:30:00')],
		[
			'the limit that is used up, when another has requests left',
			{ ...limit('account-rate-limit', 17, '12:10:00'), ...limit('rate-limit', 0, '12:20:00') },
			at('12:20:00'),
		],
		[
			'the account limit when both are used up',
			{ ...limit('account-rate-limit', 0, '12:10:00'), ...limit('rate-limit', 0, '12:20:00') },
			at('12:10:00'),
		],
		[
			'the limit of the day when that is used up',
			{ ...limit('user-limit-24hour', 0, '23:00:00'), ...limit('rate-limit', 40, '12:20:00') },
			at('23:00:00'),
		],
		[
			'names in any case, numbers, lists',
			{ 'X-Rate-Limit-Reset': [Number(seconds('12:20:00'))] },
			at('12:20:00'),
		],
		['nothing when nothing is said', {}, undefined],
		['nothing when it is nonsense', { 'x-rate-limit-reset': 'soon', 'retry-after': 'later' }, undefined],
	])('%s', (_name, headers, expected) => {
		expect(resetAt(headers, now)).toEqual(expected);
	});

	// The window opens in five minutes. One clock is wrong: that of n8n, or the date, which a gateway may set.
	test.each([
		['right', '12:00:00', '12:00:00'],
		['ten minutes behind', '11:50:00', '12:00:00'],
		['ten minutes ahead', '12:10:00', '12:00:00'],
		['right, and the date an hour behind', '12:00:00', '11:00:00'],
		['right, and the date an hour ahead', '12:00:00', '13:00:00'],
	])('five minutes from now where the clock of n8n is %s', (_, own, ofX) => {
		const headers = { ...limit('rate-limit', 0, '12:05:00'), date: at(ofX).toUTCString() };
		expect(resetAt(headers, at(own))).toEqual(new Date(at(own).getTime() + 300_000));
	});
});

describe('remaining', () => {
	test.each<[string, Record<string, unknown>, number | undefined]>([
		['the user limit', { 'x-rate-limit-remaining': '14' }, 14],
		['the tightest of several', { 'x-rate-limit-remaining': '14', 'x-account-rate-limit-remaining': '3' }, 3],
		['none left', { 'X-Rate-Limit-Remaining': '0' }, 0],
		['nothing said', {}, undefined],
	])('%s', (_name, headers, expected) => {
		expect(remaining(headers)).toBe(expected);
	});
});
