import { uniq } from 'lodash';
import { byAdded, type ByAddedState } from '../../../nodes/XCoreTrigger/cursor/byAdded';
import { fc } from '../../support/properties';
import { Additions, names } from './model';
import { happening, mishaps, Poller } from './support';
import { cases } from '../../support/cases';

const open = (before: number, memory?: number) => {
	const list = new Additions(30);
	names(before, 'old').forEach((name) => list.add(name));
	const cursor = byAdded({
		seedSize: 30,
		peekSize: 5,
		pageSize: 30,
		...(memory !== undefined && { memory }),
	});
	return { list, poller: new Poller<ByAddedState>(cursor, list.ask) };
};

const step = fc.oneof(
	happening(5, 'add', { count: fc.integer({ min: 1, max: 25 }) }),
	// Those who were there leave, and come back to the top: at most some between two polls.
	happening(2, 'remove', { which: fc.nat(30) }),
	happening(1, 'return', { which: fc.nat(30) }),
	happening(4, 'poll', { pages: fc.integer({ min: 1, max: 4 }) }),
	...mishaps,
);
type Happening = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Ten a second for this long, while no one polls. */
const away = (list: Additions, seconds: number): string[] => {
	const added = names(10 * seconds, 'new');
	added.forEach((name) => list.add(name));
	list.now += seconds * 1000;
	return added;
};

describe('a list with the latest addition first', () => {
	it('loses nothing and doubles nothing, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(40), fc.array(step, { maxLength: 50 }), async (before, happenings) => {
				const { list, poller } = open(before);
				await poller.activate();
				// The first page remembers only so many: of others no one knows whether they were there before.
				const unknown = new Set(list.members.slice(30));
				let made = 0;
				const add = () => list.add(`new${made++}`);
				// Between two polls only as few come back as are needed to see where the new ones end.
				let returned = 0;
				const happen = async (one: Happening) => {
					list.now++;
					switch (one.kind) {
						case 'add':
							for (let count = 0; count < one.count; count++) add();
							return;
						case 'remove':
							return list.remove(list.members[one.which] ?? '');
						case 'return': {
							const member = list.members[one.which];
							if (member !== undefined && !unknown.has(member) && returned++ < 4) list.add(member);
							return;
						}
						case 'poll':
							return await poller.poll(one.pages);
						default:
							return await poller.suffer(one, {
								add: () => add(),
								expireTokens: () => (list.tokensSince = ++list.now),
							});
					}
				};
				for (const one of happenings) {
					await happen(one);
					if (one.kind === 'again' || one.kind === 'restart') returned = 0;
				}
				await poller.poll();
				await poller.poll();
				const { emitted } = poller;
				expect(uniq(emitted)).toHaveLength(emitted.length);
				expect(emitted.filter((name) => name.startsWith('old'))).toEqual([]);
				const expected = list.members.filter((name) => name.startsWith('new'));
				expect(expected.filter((name) => !emitted.includes(name))).toEqual([]);
			}),
			{ numRuns: cases(60, 400) },
		);
	});

	it('reads no further than what is new, and keeps its memory small', async () => {
		const { list, poller } = open(500, 60);
		await poller.activate();
		for (let round = 0; round < 50; round++) {
			names(7, `r${round}-`).forEach((name) => list.add(name));
			await poller.poll();
		}
		expect(poller.emitted).toHaveLength(350);
		expect(poller.largestState).toBeLessThan(2000);
	});

	it.each([
		['as many pages as it needs', Infinity],
		['some pages', 7],
		['a single page', 1],
	])('passes on all that came in five minutes, oldest first, where a poll may read %s', async (_, pages) => {
		const { list, poller } = open(100);
		await poller.activate();
		const added = away(list, 300);
		for (let polls = 0; polls < 500 && poller.emitted.length < added.length; polls++)
			await poller.poll(pages);
		expect(poller.emitted).toEqual(added);
		expect(poller.mostPassedOn).toBeLessThan(1100);
		expect(poller.unsure).toBe(0);
		const asked = list.requests;
		await poller.poll();
		expect({ requests: list.requests - asked, emitted: poller.emitted.length }).toEqual({
			requests: 1,
			emitted: added.length,
		});
	});
});

describe('how far such a list is read', () => {
	it('goes on where a restart forgets how far it had read, and where tokens have ended', async () => {
		const { list, poller } = open(100);
		await poller.activate();
		const added = away(list, 400);
		for (let polls = 0; polls < 60; polls++) {
			await poller.poll(40);
			if (polls % 7 === 3) await poller.restart();
			if (polls % 5 === 4) list.tokensSince = ++list.now;
		}
		expect([...poller.emitted].sort()).toEqual([...added].sort());
	});

	/** Polls each minute for an hour, in which one comes in ten minutes. */
	const usual = async (list: Additions, poller: Poller<object>): Promise<void> => {
		for (let minute = 0; minute < 60; minute++) {
			list.now += 60_000;
			if (minute % 10 === 0) list.add(`usual${minute}`);
			await poller.poll();
		}
	};

	it('reads as far as ten times the usual number, and further where that was not enough', async () => {
		const { list, poller } = open(100);
		await poller.activate();
		await usual(list, poller);
		const grow = async (count: number, prefix: string) => {
			names(count, prefix).forEach((name) => list.add(name));
			list.now += 3_600_000;
			for (let polls = 0; polls < 8; polls++) await poller.poll();
		};
		await grow(900, 'first');
		await grow(3000, 'second');
		expect(poller.emitted).toHaveLength(3906);
		expect(poller.unsure).toBe(0);
		list.now += 7 * 24 * 3_600_000;
		await poller.poll();
		await usual(list, poller);
		await grow(3000, 'viral');
		expect(poller.unsure).toBeGreaterThan(0);
		const { length } = poller.emitted;
		await grow(3000, 'more');
		expect(poller.emitted.length - length).toBe(3000);
	});
});
