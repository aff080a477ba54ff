/** What a node keeps in mind: seen events, gaps, and who uses what. */
import { z } from 'zod';
import { SharedUses } from '../../../nodes/XStreamTrigger/sharing/sharedUses';
import { GapLedger, gapShape } from '../../../nodes/XStreamTrigger/stream/gaps';
import { REMEMBERED, SeenEvents, STORED } from '../../../nodes/XStreamTrigger/stream/seenEvents';
import { fc } from '../../support/properties';

describe('seen events', () => {
	it('are known once they were added, and the newest ones after a restart', () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { maxLength: 200 }), (keys) => {
				const seen = new SeenEvents();
				const known = new Set<string>();
				for (const key of keys) {
					expect(seen.add(key)).toBe(!known.has(key));
					known.add(key);
				}
				const again = new SeenEvents(seen.toText());
				expect(keys.filter((key) => !again.has(key))).toEqual([]);
			}),
		);
	});

	it('are bounded, in memory and as they are stored', () => {
		const seen = new SeenEvents();
		for (let key = 0; key < REMEMBERED + STORED; key++) seen.add(String(key));
		expect([seen.has('0'), seen.has(String(STORED))]).toEqual([false, true]);
		expect(seen.toText().length).toBeLessThanOrEqual(STORED * 12);
		expect(new SeenEvents(seen.toText()).has(String(REMEMBERED))).toBe(true);
	});

	it('survive a restart as far back as a search would find them, whatever their number', () => {
		const seen = new SeenEvents();
		const rate = 10;
		for (let count = 0; count < 600 * rate; count++) seen.add(`Post ${count}`, (count / rate) * 1000);
		const again = new SeenEvents(seen.toText(480_000), 600_000);
		const searched = Array.from({ length: 120 * rate }, (_, count) => `Post ${480 * rate + count}`);
		expect(searched.filter((key) => !again.has(key))).toEqual([]);
		expect(again.has(`Post ${100 * rate}`)).toBe(false);
		// After a second restart within the overlap they are still needed.
		again.add('later', 600_000);
		expect(searched.filter((key) => !new SeenEvents(again.toText(481_000)).has(key))).toEqual([]);
	});

	it('are forgotten where nothing came of them', () => {
		const seen = new SeenEvents();
		seen.add('1');
		seen.delete('1');
		expect(seen.has('1')).toBe(false);
	});

	it.each([undefined, 'short'])('begin anew where %p was stored', (stored) => {
		expect(new SeenEvents(stored).has('')).toBe(false);
	});
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** A day of 2026. */
const TODAY = 20_600 * DAY;

describe('gaps', () => {
	/** The model: minutes without the stream; a gap must cover each of them, also over restarts. */
	it('cover every moment in which the stream was not heard, until they are searched', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.record({
						isUp: fc.boolean(),
						minutes: fc.integer({ min: 1, max: 90 }),
						restarts: fc.boolean(),
						searches: fc.boolean(),
					}),
					{ maxLength: 30 },
				),
				(spans) => {
					let ledger = new GapLedger(TODAY);
					let now = TODAY;
					const silent: number[] = [];
					const searched: Array<{ from: number; to: number }> = [];
					const search = () => {
						for (let next = ledger.next(now); next; next = ledger.next(now)) {
							searched.push({ ...next.gap });
							ledger.finish(next.gap);
						}
					};
					const last = { isUp: true, minutes: 1, restarts: true, searches: true };
					for (const { isUp, minutes, restarts, searches } of [...spans, last]) {
						if (restarts) ledger = new GapLedger(ledger.lastHeard, ledger.stored);
						if (isUp) ledger.connected(now);
						if (searches) search();
						for (let passed = 0; passed < minutes; passed++) {
							now += MINUTE;
							if (isUp) ledger.alive(now);
							else silent.push(now - MINUTE / 2);
						}
					}
					search();
					const uncovered = silent.filter((at) => !searched.some(({ from, to }) => from <= at && at <= to));
					expect(uncovered).toEqual([]);
				},
			),
		);
	});

	it('are none where nothing was ever heard, and reach back some minutes for Posts that came late', () => {
		const ledger = new GapLedger();
		ledger.connected(1000);
		expect(ledger.next(1000)).toBeUndefined();
		ledger.connected(100 * MINUTE);
		const next = ledger.next(100 * MINUTE);
		expect(next).toMatchObject({ gap: { from: 1000 - 2 * MINUTE, to: 100 * MINUTE } });
		expect(next?.lost).toBeUndefined();
		if (next) ledger.finish(next.gap);
		expect(ledger.next(100 * MINUTE)).toBeUndefined();
	});

	it('keep what has been searched of them over a restart', () => {
		const ledger = new GapLedger(TODAY);
		ledger.connected(TODAY + 10 * MINUTE);
		const next = ledger.next(TODAY + 10 * MINUTE);
		next?.gap.done.push('rule');
		Object.assign(next?.gap ?? {}, { page: { query: 'q', token: 't' } });
		const stored = z.array(gapShape).parse(JSON.parse(JSON.stringify(ledger.stored)));
		const again = new GapLedger(ledger.lastHeard, stored);
		again.connected(TODAY + 20 * MINUTE);
		expect(again.stored).toMatchObject([
			{ done: ['rule'], page: { query: 'q', token: 't' }, isFromNote: true },
			{ from: TODAY + 8 * MINUTE, to: TODAY + 20 * MINUTE, done: [] },
		]);
	});

	it('say once what is too old to be found', () => {
		const ledger = new GapLedger(TODAY);
		ledger.connected(TODAY + 9 * DAY);
		const { gap, lost } = ledger.next(TODAY + 9 * DAY) ?? {};
		expect(gap).toMatchObject({ from: TODAY + 2 * DAY + MINUTE, to: TODAY + 9 * DAY, isFromNote: true });
		expect(lost).toEqual({ from: TODAY, to: TODAY + 2 * DAY + MINUTE });
		expect(ledger.next(TODAY + 9 * DAY)?.lost).toBeUndefined();
	});

	it.each([7, 'gap', { from: 'abc' }, { from: 1 }])('are not read where %p was stored', (stored) => {
		expect(gapShape.safeParse(stored).success).toBe(false);
	});
});

describe('shared things on X', () => {
	it('are removed exactly when the last of their users is gone, and only if they were made here', () => {
		const node = fc.constantFrom('a', 'b', 'c');
		const step = fc.record({
			node,
			ids: fc.uniqueArray(fc.constantFrom('1', '2', '3')),
			leaves: fc.boolean(),
		});
		fc.assert(
			fc.property(fc.uniqueArray(fc.constantFrom('1', '2', '3')), fc.array(step), (made, steps) => {
				const uses = new SharedUses();
				const model = new Map<string, string[]>();
				for (const { node: user, ids, leaves } of steps) {
					if (!leaves) {
						uses.use(
							user,
							ids,
							ids.filter((id) => made.includes(id)),
						);
						model.set(user, ids);
						continue;
					}
					const before = model.get(user) ?? [];
					model.delete(user);
					const others = new Set([...model.values()].flat());
					const expected = before.filter((id) => made.some((one) => one === id) && !others.has(id));
					expect(uses.release(user).sort()).toEqual(expected.sort());
				}
			}),
		);
	});
});
