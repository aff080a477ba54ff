/** The ledger of what a trigger owes: every moment in it is asked for, or given up with a word. */
import { openSpansShape, OpenSpans, type OpenSpan } from '../../../nodes/shared/events/openSpans';
import { withoutDamage } from '../../../nodes/shared/memory/stored';
import { z } from 'zod';
import { fc } from '../../support/properties';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const TODAY = Date.UTC(2026, 10, 2);
const RULES = { reach: 7 * DAY, settles: MINUTE / 2, joins: 2 * MINUTE };
const shape = openSpansShape(z.object({ done: z.array(z.string()) }));
type Progress = { done: string[] };

const again = (spans: OpenSpans<Progress>, now: number) =>
	new OpenSpans<Progress>(RULES, shape.parse(JSON.parse(JSON.stringify(spans.stored))), now);

const step = fc.oneof(
	fc.record({ kind: fc.constant('missed' as const), minutes: fc.integer({ min: 1, max: 600 }) }),
	fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 3000 }) }),
	fc.record({
		kind: fc.constantFrom('failed' as const, 'shown' as const, 'nothing' as const, 'partly' as const),
		minutes: fc.integer({ min: 1, max: 20 }),
	}),
	fc.record({ kind: fc.constant('restart' as const), minutes: fc.integer({ min: 1, max: 100 }) }),
);

it('every moment that was missed is asked for, or given up once, over failures and restarts', () => {
	fc.assert(
		fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
			let spans = new OpenSpans<Progress>(RULES);
			let now = TODAY;
			const missed: number[] = [];
			const answered: Array<{ from: number; to: number }> = [];
			const lost: Array<{ from: number; to: number }> = [];
			const act = (kind: (typeof steps)[number]['kind']) => {
				lost.push(...spans.giveUp(now));
				const due = spans.next(now);
				if (!due) return;
				expect(due.nextTry).toBeLessThanOrEqual(now);
				const before = { ...due };
				if (kind === 'failed') spans.tried(due, now, 'down');
				const shown = { shown: due.to, nothing: undefined, partly: (due.from + due.to) / 2 }[kind as 'shown'];
				if (kind === 'failed') return;
				const part = spans.looked(due, now, shown);
				if (part) lost.push(part);
				answered.push(spans.has(due) ? { from: before.from, to: shown ?? before.from } : before);
			};
			for (const { kind, minutes } of steps) {
				const from = now;
				now += minutes * MINUTE;
				if (kind === 'missed') {
					spans.open({ from, to: now, reason: 'the stream was down' });
					for (let at = from; at <= now; at += 5 * MINUTE) missed.push(at);
				} else if (kind === 'restart') spans = again(spans, now);
				else if (kind !== 'wait') act(kind);
				expect(spans.stored.length).toBeLessThanOrEqual(20);
			}
			const open = spans.stored.map(({ from, to, lostFrom }) => ({ from: lostFrom ?? from, to }));
			const isIn = (all: ReadonlyArray<{ from: number; to: number }>, at: number) =>
				all.some(({ from, to }) => from <= at && at <= to);
			expect(missed.filter((at) => ![open, answered, lost].some((all) => isIn(all, at)))).toEqual([]);
			// What X still reaches is never given up, and what it does not reach is given up once.
			expect(lost.filter(({ to }) => to > now - RULES.reach)).toEqual([]);
			const sorted = [...lost].sort((one, other) => one.from - other.from);
			expect(sorted.filter(({ to }, place) => to > (sorted[place + 1]?.from ?? Infinity))).toEqual([]);
		}),
		{ numRuns: 300 },
	);
});

const opened = (from = TODAY, to = TODAY + 10 * MINUTE) => {
	const spans = new OpenSpans<Progress>(RULES);
	spans.open({ from, to, reason: 'the stream was down' });
	return spans;
};
const spanOf = (spans: OpenSpans<Progress>, now: number): OpenSpan<Progress> => {
	const span = spans.next(now);
	if (!span) throw new Error('Nothing is due');
	return span;
};

it('tries again after growing pauses, says once that a span is still open, and gives up at the reach of X', () => {
	const spans = opened();
	let now = TODAY + 11 * MINUTE;
	const tries: number[] = [];
	const told: number[] = [];
	for (let next: number | undefined = now; next !== undefined; next = spans.nextTry) {
		now = Math.max(now, next);
		if (spans.giveUp(now).length > 0) continue;
		tries.push(now);
		if (spans.tried(spanOf(spans, now), now, 'HTTP 402')) told.push(now);
	}
	const pauses = tries.slice(1, 7).map((at, place) => (at - (tries[place] ?? 0)) / MINUTE);
	expect(pauses).toEqual([1, 2, 4, 8, 15, 15]);
	expect(told).toHaveLength(1);
	expect([tries.length, now >= TODAY + 7 * DAY]).toEqual([expect.any(Number), true]);
	expect(tries.at(-1)).toBeGreaterThan(TODAY + 7 * DAY - 20 * MINUTE);
});

it('gives up the part that X no longer reaches, and keeps the rest', () => {
	const spans = opened(TODAY, TODAY + 9 * DAY);
	const now = TODAY + 9 * DAY + MINUTE;
	expect(spans.giveUp(now)).toEqual([]);
	const span = spanOf(again(spans, now), now);
	expect(span).toMatchObject({ from: TODAY + 2 * DAY + MINUTE, to: TODAY + 9 * DAY });
	// It was searched an hour later only: that is one loss.
	spans.tried(spanOf(spans, now), now, 'HTTP 503');
	const later = again(spans, now);
	const rest = spanOf(later, now + 60 * MINUTE);
	const lost = { from: TODAY, to: TODAY + 2 * DAY + 61 * MINUTE };
	expect(later.looked(rest, now, undefined)).toEqual(lost);
	expect(later.looked(rest, now, undefined)).toBeUndefined();
	expect(spans.giveUp(now + 7 * DAY)).toEqual([{ from: TODAY, to: TODAY + 9 * DAY }]);
});

it('asks once more for the rest of a span in which X has shown nothing near the end', () => {
	const spans = opened();
	const now = TODAY + 11 * MINUTE;
	const span = spanOf(spans, now);
	span.progress = { done: ['rule'] };
	expect(spans.looked(span, now, TODAY + 4 * MINUTE)).toBeUndefined();
	expect(spans.next(now + 4 * MINUTE)).toBeUndefined();
	const rest = spanOf(again(spans, now), now + 5 * MINUTE);
	expect(rest).toMatchObject({ from: TODAY + 3.5 * MINUTE, to: TODAY + 10 * MINUTE, isLookedAt: true });
	expect(rest.progress).toBeUndefined();
	spans.looked(spanOf(spans, now + 5 * MINUTE), now + 5 * MINUTE, undefined);
	expect(spans.stored).toEqual([]);
});

it('joins untouched spans near each other, and keeps what was done of others', () => {
	const spans = opened();
	spans.open({ from: TODAY + 11 * MINUTE, to: TODAY + 20 * MINUTE, reason: 'down again' });
	expect(spans.stored).toMatchObject([{ from: TODAY, to: TODAY + 20 * MINUTE }]);
	spanOf(spans, TODAY + DAY).progress = { done: ['rule'] };
	spans.open({ from: TODAY + 21 * MINUTE, to: TODAY + 30 * MINUTE, reason: 'down again' });
	expect(spans.stored.map(({ progress }) => progress)).toEqual([{ done: ['rule'] }, undefined]);
	expect(again(spans, TODAY + DAY).stored).toEqual(spans.stored);
});

it('is bounded, and joins the nearest spans first', () => {
	const spans = new OpenSpans<Progress>(RULES);
	for (let hour = 0; hour < 40; hour++) {
		const from = TODAY + hour * 60 * MINUTE + (hour === 30 ? -50 * MINUTE : 0);
		spans.open({ from, to: from + MINUTE, reason: 'x'.repeat(5000) });
	}
	expect(spans.stored).toHaveLength(20);
	expect(spans.stored.some(({ from, to }) => to - from === MINUTE)).toBe(true);
	expect(JSON.stringify(spans.stored).length).toBeLessThan(10_000);
});

it('asks at once what a wrong clock has put off', () => {
	const spans = opened(TODAY, TODAY + MINUTE);
	const [stored] = spans.stored;
	const now = TODAY + 2 * MINUTE;
	const late = new OpenSpans<Progress>(RULES, [{ ...stored!, nextTry: TODAY + 30 * DAY }], now);
	expect(late.next(now)).toBeDefined();
});

it.each([7, 'span', [{ from: 'abc' }], [{ from: 1 }], [null]])(
	'reads nothing where %p was stored',
	(wrong) => {
		const data = { owed: wrong };
		expect(withoutDamage(data as never, { owed: shape })).toEqual(['owed']);
		expect(data).toEqual({});
	},
);
