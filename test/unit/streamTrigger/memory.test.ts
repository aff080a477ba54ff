/** What a node keeps in mind: seen events, gaps, and who uses what. */
import { SharedUses } from '../../../nodes/XStreamTrigger/sharing/sharedUses';
import { GapLedger } from '../../../nodes/XStreamTrigger/stream/gaps';
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
		expect(seen.toText()).toHaveLength(STORED * 12);
		expect(new SeenEvents(seen.toText()).has(String(REMEMBERED))).toBe(true);
	});

	it('are forgotten where nothing came of them', () => {
		const seen = new SeenEvents();
		seen.add('1');
		seen.delete('1');
		expect(seen.has('1')).toBe(false);
	});

	it.each([undefined, null, 7, {}, 'short'])('begin anew where %p was stored', (stored) => {
		expect(new SeenEvents(stored).has('')).toBe(false);
	});
});

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe('gaps', () => {
	/** The model: minutes without the stream; a gap must cover each of them. */
	it('cover every moment in which the stream was not heard', () => {
		fc.assert(
			fc.property(
				fc.array(fc.tuple(fc.boolean(), fc.integer({ min: 1, max: 90 })), { maxLength: 30 }),
				(spans) => {
					const ledger = new GapLedger(0);
					let now = 0;
					const silent: number[] = [];
					const gaps: Array<{ from: number; to: number }> = [];
					for (const [isUp, minutes] of [...spans, [true, 1] as const]) {
						if (isUp) ledger.connected(now);
						const taken = ledger.take(now);
						if (taken) gaps.push(taken.gap);
						for (let passed = 0; passed < minutes; passed++) {
							now += MINUTE;
							if (isUp) ledger.alive(now);
							else silent.push(now - MINUTE / 2);
						}
					}
					const uncovered = silent.filter((at) => !gaps.some(({ from, to }) => from <= at && at <= to));
					expect(uncovered).toEqual([]);
				},
			),
		);
	});

	it('are none where nothing was ever heard, and reach back some minutes for Posts that came late', () => {
		const ledger = new GapLedger();
		ledger.connected(1000);
		expect(ledger.take(1000)).toBeUndefined();
		ledger.connected(100 * MINUTE);
		expect(ledger.take(100 * MINUTE)).toEqual({
			gap: { from: 1000 - 2 * MINUTE, to: 100 * MINUTE },
			lost: 0,
		});
		expect(ledger.take(100 * MINUTE)).toBeUndefined();
	});

	it('say what is too old to be found', () => {
		const ledger = new GapLedger(DAY);
		ledger.connected(10 * DAY);
		const { gap, lost } = ledger.take(10 * DAY) ?? { lost: 0 };
		expect(gap).toEqual({ from: 3 * DAY + MINUTE, to: 10 * DAY });
		expect(lost).toBe(2 * DAY + MINUTE);
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
