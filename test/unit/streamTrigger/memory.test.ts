/** What a node keeps in mind: seen events, events that wait, and which credentials are those of one app. */
import { numbersInText, numbersToText } from '../../../nodes/shared/util/numberSet';
import { HOUR, MINUTE, SECOND } from '../../../nodes/shared/util/time';
import { appOf } from '../../../nodes/XStreamTrigger/sharing/registry';
import { BoundedQueue } from '../../../nodes/XStreamTrigger/stream/boundedQueue';
import { REMEMBERED, SeenEvents, STORED } from '../../../nodes/XStreamTrigger/stream/seenEvents';
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

/** Tasks that end when the test says so. */
function open(parallel: number, limit: number) {
	const started: number[] = [];
	const ends: (() => void)[] = [];
	let idle = 0;
	const queue = new BoundedQueue<number>({
		parallel,
		limit,
		run: async (item) => {
			started.push(item);
			await new Promise<void>((resolve) => ends.push(resolve));
		},
		onIdle: () => idle++,
	});
	const settle = async () => await new Promise((resolve) => setImmediate(resolve));
	const end = async () => {
		ends.shift()?.();
		await settle();
	};
	return { queue, started, ends, end, settle, idle: () => idle };
}

describe('a bounded queue', () => {
	it('starts all that it takes in order, and never holds more than it may', async () => {
		await fc.assert(
			fc.asyncProperty(
				fc.integer({ min: 1, max: 4 }),
				fc.integer({ min: 0, max: 5 }),
				fc.array(fc.constantFrom('add', 'end'), { maxLength: 60 }),
				async (parallel, limit, steps) => {
					const { queue, started, ends, end } = open(parallel, limit);
					const taken: number[] = [];
					let next = 0;
					for (const step of steps) {
						if (step === 'end') await end();
						else if (queue.add(next++)) taken.push(next - 1);
						expect(ends.length).toBeLessThanOrEqual(parallel);
						expect(queue.size).toBeLessThanOrEqual(limit);
					}
					while (ends.length > 0) await end();
					expect(started).toEqual(taken);
				},
			),
			{ numRuns: 50 },
		);
	});

	it('lets wait for room, and says when all is done', async () => {
		const { queue, started, end, idle } = open(1, 1);
		expect([queue.add(1), queue.add(2), queue.add(3)]).toEqual([true, true, false]);
		const later = queue.addLater(4);
		await end();
		expect(await later).toBe(true);
		await end();
		await end();
		expect([started, idle()]).toEqual([[1, 2, 4], 1]);
	});

	it('takes nothing once it is closed', async () => {
		const { queue, started, end } = open(1, 1);
		queue.add(1);
		queue.add(2);
		const later = queue.addLater(3);
		queue.close();
		expect(await later).toBe(false);
		await end();
		expect([started, queue.add(4), queue.size]).toEqual([[1], false, 0]);
	});
});

const BASE_URL = 'https://api.x.com';

/** X's tokens begin with the ID of their app: sixteen zero bytes, then eight bytes, the lowest first. */
function tokenOf(app: number, rest: string): string {
	const bytes = Buffer.alloc(24);
	bytes.writeBigUInt64LE(BigInt(app), 16);
	return `${bytes.toString('base64')}${encodeURIComponent(rest)}`;
}

describe('the app of a credential', () => {
	it('is the same for each of its tokens', () => {
		const one = appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3001, 'first=') });
		expect(appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3001, 'second=') })).toBe(one);
		expect(appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3002, 'first=') })).not.toBe(one);
	});

	it('is the same with the consumer key and with the token alone, whichever comes first', () => {
		const both = { baseUrl: BASE_URL, consumerKey: 'key of 3003', bearerToken: tokenOf(3003, 'a') };
		const { bearerToken, ...withKey } = both;
		expect(appOf({ baseUrl: BASE_URL, bearerToken })).toBe(appOf(both));
		expect(appOf(withKey)).toBe(appOf(both));
		const exchanged = { baseUrl: BASE_URL, consumerKey: 'key of 3004', exchangedToken: tokenOf(3004, 'b') };
		expect(appOf({ ...exchanged, exchangedFor: '' })).toBe(
			appOf({ baseUrl: BASE_URL, bearerToken: tokenOf(3004, 'c') }),
		);
	});

	it('differs for other keys, other tokens without an ID, and other hosts, and shows no secret', () => {
		const key = appOf({ baseUrl: BASE_URL, bearerToken: 'secret one' });
		const others = [
			appOf({ baseUrl: BASE_URL, bearerToken: 'secret two' }),
			appOf({ baseUrl: BASE_URL, consumerKey: 'key of 3005' }),
			appOf({ baseUrl: 'https://gateway.example', bearerToken: 'secret one' }),
		];
		expect(new Set([key, ...others]).size).toBe(4);
		expect([key, ...others].join()).not.toMatch(/secret|key/);
	});
});
