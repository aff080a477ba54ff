/**
 * The node reports once what a search cannot bring back, and what is damaged or too expensive stays within its bounds.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { madeAt } from './posts';
import { play, postsOf, type Style } from './streamHistories';
import { withStream } from './streamLife';
import { DAY, HOUR, MINUTE, SECOND, START } from './time';

it('each workflow says once what no search reaches, whichever starts first', async () => {
	const posts = postsOf({ days: 10, every: HOUR, faultEvery: 0, faults: [] }, new Chance(3));
	await withStream(posts, [['cats'], ['cats', 'dogs'], ['birds']], async ({ life, time }) => {
		await life.start('activate');
		await time.reach(START + HOUR);
		await life.stop();
		await time.reach(START + 9 * DAY);
		await life.start();
		await life.settle();
		expect(life.failures).toEqual(
			[1, 2, 3].map(() => expect.stringMatching(/ hours before .* are missing/) as string),
		);
		const reached = START + 2 * DAY;
		const lost = posts.filter(({ id }) => life.lost(START + 9 * DAY).includes(id)).map(({ made }) => made);
		expect(lost.length).toBeGreaterThan(5);
		expect(lost.filter((made) => made > reached + 2 * MINUTE)).toEqual([]);
	});
});

it('what was missed before a workflow is switched off is asked for, although it cannot be published at once', async () => {
	const posts = postsOf({ days: 1 / 24, every: 5 * SECOND, faultEvery: 0, faults: [] }, new Chance(3));
	await withStream(posts, [['cats'], ['dogs']], async ({ life, x, time }) => {
		await life.start('activate');
		await time.reach(START + 5 * MINUTE);
		// X counts the connection of the process that was killed, and takes no other one.
		x.ghost = 4 * MINUTE;
		life.kill();
		await life.start();
		await time.reach(START + 8 * MINUTE);
		await life.unpublish(1);
		await life.publishFirst(1);
		await life.settle();
		expect(life.failures.filter((message) => /^not published/.test(message))).not.toEqual([]);
		expect(life.lost(time.now - 5 * MINUTE)).toEqual([]);
		expect(life.doubled()).toEqual([]);
	});
});

const DAMAGED: Style = {
	days: cases(1, 2) / 8,
	every: 20 * SECOND,
	faultEvery: 15 * MINUTE,
	faults: ['damage', 'damage', 'drop'],
};
const seeds = Array.from({ length: cases(1, 6) }, (_, index) => index + 1);

it.each(seeds)('damaged notes double nothing, and lose nothing without a word, history %i', async (seed) => {
	const { life, until } = await play(DAMAGED, seed);
	expect(life.doubled()).toEqual([]);
	const said = life.failures.filter((message) => !/as many connections/.test(message));
	expect(said.filter((message) => !/damaged/.test(message))).toEqual([]);
	if (said.length === 0) expect(life.lost(until)).toEqual([]);
});

it('Max Cost per Day holds with the searches of gaps', async () => {
	const most = 2;
	const { life, x, until } = await play(
		{
			days: cases(1, 3),
			every: 20 * SECOND,
			faultEvery: HOUR,
			faults: ['drop', 'kill', 'outage'],
			rules: [['cats']],
			settings: { options: { maxCostPerDay: most } },
		},
		4,
	);
	const [, ...days] = x.bill.days;
	expect(life.doubled()).toEqual([]);
	// The Posts of one page of a search, or that X sends until its rule is removed.
	for (const day of x.bill.days) expect(day).toBeLessThanOrEqual(most + 100 * 0.005);
	for (const day of days.slice(0, -1)) expect(day).toBeGreaterThan(0.9 * most);
	const said = life.failures.filter((message) => /does not allow another event/.test(message));
	expect(said).toHaveLength(x.bill.days.filter((day) => day > 0.9 * most).length);
	// A day begins with its first Post.
	const early = life.lost(until).filter((id) => madeAt(id) % DAY < 10 * MINUTE);
	expect(early).toEqual([]);
});
