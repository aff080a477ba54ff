/** What a node keeps in mind: seen events, and who uses what. */
import { SharedUses } from '../../../nodes/XStreamTrigger/sharing/sharedUses';
import { REMEMBERED, SeenEvents, STORED } from '../../../nodes/XStreamTrigger/stream/seenEvents';
import { numbersInText, numbersToText } from '../../../nodes/shared/util/numberSet';
import { HOUR, MINUTE, SECOND } from '../../../nodes/shared/util/time';
import { fc } from '../../support/properties';

/** What was taken and has run. */
const ran = (seen: SeenEvents, key: string, at?: number) => {
	seen.take(key, at);
	seen.ran(key);
};
const restored = (text: string | undefined, now = Infinity) => new SeenEvents(undefined, { text, now });

describe('seen events', () => {
	it('are known once they were taken, and after a restart if they have run', () => {
		fc.assert(
			fc.property(fc.array(fc.string(), { maxLength: 200 }), (keys) => {
				const seen = new SeenEvents();
				seen.take('no run');
				for (const key of keys) {
					ran(seen, key);
					expect(seen.has(key)).toBe(true);
				}
				const again = restored(seen.toText());
				expect(keys.filter((key) => !again.has(key))).toEqual([]);
				expect([seen.has('no run'), again.has('no run')]).toEqual([true, false]);
				expect(restored(again.toText()).has(keys[0] ?? 'none')).toBe(keys.length > 0);
			}),
		);
	});

	it('are bounded, in memory and as they are stored', () => {
		const seen = new SeenEvents();
		for (let key = 0; key < 2 * REMEMBERED + STORED; key++) ran(seen, String(key));
		expect([seen.has('0'), seen.has(String(STORED + REMEMBERED))]).toEqual([false, true]);
		expect(seen.toText().length).toBeLessThanOrEqual(STORED * 5);
		expect(restored(seen.toText()).has(String(2 * REMEMBERED + 1))).toBe(true);
	});

	it('survive a restart where a search would find them, whatever their number, and no others', () => {
		const seen = new SeenEvents();
		const rate = 10;
		for (let count = 0; count < 2400 * rate; count++) ran(seen, `Post ${count}`, (count / rate) * SECOND);
		const now = 2400 * SECOND;
		const gap = { from: 0, to: 150 * SECOND };
		const rest = { from: now - 120 * SECOND, to: Infinity };
		const text = seen.toText([gap, rest]);
		const again = restored(text, now);
		const isIn = (count: number) => count <= 150 * rate || count >= 2280 * rate;
		const all = Array.from({ length: 2400 * rate }, (_, count) => count);
		const known = all.filter((count) => again.has(`Post ${count}`, (count / rate) * SECOND));
		expect(known).toEqual(all.filter(isIn));
		// After a second restart within the gap they are still needed, and later they are not.
		expect(restored(again.toText([gap, rest])).has('Post 5')).toBe(true);
		for (let count = 0; count < STORED; count++) ran(again, `later ${count}`, now + 10 * MINUTE);
		expect(restored(again.toText([{ from: now + 5 * MINUTE, to: Infinity }])).has('Post 5')).toBe(false);
	});

	it('in an open gap stay, however many come after them', () => {
		const gap = { from: 0, to: 100 };
		const seen = new SeenEvents(() => [gap]);
		for (let count = 0; count < 5 * REMEMBERED; count++) ran(seen, String(count), count);
		expect([seen.has('50'), seen.has('500'), seen.has(String(5 * REMEMBERED - 1))]).toEqual([
			true,
			false,
			true,
		]);
	});

	it('that are newer than a restart are not taken for older ones', () => {
		const seen = new SeenEvents();
		ran(seen, 'Post', MINUTE);
		const again = restored(seen.toText(), MINUTE);
		expect([again.has('Post', MINUTE), again.has('Post', HOUR)]).toEqual([true, false]);
	});

	it('are forgotten where the node could not take them', () => {
		const seen = new SeenEvents();
		seen.take('1');
		seen.drop('1');
		expect(seen.has('1')).toBe(false);
	});

	it.each([undefined, '', '!', 'zebra?', 'A', 'Zebra'])('begin anew where %p was stored', (stored) => {
		expect(restored(stored).has('')).toBe(false);
	});
});

it('a set of numbers is written briefly, and read as it was', () => {
	const below = fc.integer({ min: 1, max: 50 }).map((bits) => 2 ** bits);
	const numbers = below.chain((most) =>
		fc.uniqueArray(fc.integer({ min: 0, max: most - 1 }), { maxLength: 300 }),
	);
	fc.assert(
		fc.property(numbers, (set) => {
			const sorted = [...set].sort((one, other) => one - other);
			expect(numbersInText(numbersToText(set))).toEqual(sorted);
		}),
	);
	const many = Array.from({ length: 2400 }, (_, place) =>
		Math.floor(Math.abs(Math.sin(place + 1)) * 2 ** 30),
	);
	expect(numbersToText(many).length).toBeLessThan(2400 * 4);
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
