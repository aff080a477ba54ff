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

describe('a list with the latest addition first', () => {
	it('loses nothing and doubles nothing, whatever happens', async () => {
		await fc.assert(
			fc.asyncProperty(fc.nat(40), fc.array(step, { maxLength: 50 }), async (before, happenings) => {
				const { list, poller } = open(before);
				await poller.activate();
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
							if (member !== undefined && returned++ < 4) list.add(member);
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

	it('does not take one who came back for the end of what is new', async () => {
		const { list, poller } = open(100);
		await poller.activate();
		list.add('new');
		['old99', 'old80', 'old98'].forEach((name) => list.add(name));
		await poller.poll();
		expect(poller.emitted).toEqual(['new']);
	});

	it('finds the end of what is new where most of those it remembers have left', async () => {
		const { list, poller } = open(200);
		await poller.activate();
		names(200, 'old')
			.slice(170)
			.filter((_, place) => place % 5 !== 0)
			.forEach((name) => list.remove(name));
		list.add('new');
		await poller.poll();
		expect(poller.emitted).toEqual(['new']);
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
});
