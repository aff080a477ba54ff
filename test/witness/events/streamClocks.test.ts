/**
 * An outage of a minute while a clock is wrong, or while the search answers oddly: X Stream Trigger finds what was
 * missed.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { Chance } from './chance';
import { postsOf, START, type Style } from './streamHistories';
import { StreamedX, type OddSearch } from './streamedX';
import { StreamLife } from './streamLife';
import { HOUR, MINUTE, SECOND, Time } from './time';

const STYLE: Style = { days: 1 / 24, every: 1.6 * SECOND, faultEvery: 0, faults: [], words: ['cats'] };
const OUTAGE = START + 5 * MINUTE;
const UNTIL = OUTAGE + 5 * MINUTE;

interface Case {
	/** How far the `Date` of X's answers is ahead, from this time on. */
	readonly ahead?: number;
	readonly since?: number;
	readonly machine?: number;
	/** n8n is killed when the outage begins, and starts when it ends. */
	readonly isKilled?: boolean;
	/** What the search answers for a minute. */
	readonly search?: OddSearch;
}

async function outage({ ahead = 0, since = START, machine = 0, isKilled = false, search }: Case) {
	const time = new Time(START);
	const posts = postsOf(STYLE, new Chance(2));
	const x = new StreamedX(time, posts);
	const life = new StreamLife(time, x, posts, [['cats']]);
	time.ahead = machine;
	try {
		if (since <= START) x.ahead = ahead;
		await life.start('activate');
		await time.reach(OUTAGE);
		x.ahead = ahead;
		x.trouble = { stream: 'down', search };
		if (isKilled) life.kill();
		else x.drop('abruptly');
		await time.reach(OUTAGE + MINUTE);
		x.trouble.stream = undefined;
		if (isKilled) await life.start();
		await time.reach(OUTAGE + 3 * MINUTE);
		x.trouble.search = undefined;
		await time.reach(UNTIL);
		await life.settle();
		const missed = posts.filter(({ made }) => made > OUTAGE && made < OUTAGE + MINUTE).length;
		const found = { lost: life.lost(UNTIL).length, doubled: life.doubled(), failures: life.failures };
		return { ...found, missed };
	} finally {
		life.end();
		time.end();
	}
}

const CASES: ReadonlyArray<readonly [string, Case]> = [
	['its Date is five minutes ahead', { ahead: 5 * MINUTE }],
	['its Date is half a minute ahead', { ahead: 30 * SECOND }],
	['its Date is an hour behind', { ahead: -HOUR }],
	['its Date is half a minute behind', { ahead: -30 * SECOND }],
	['its Date is five minutes ahead from the outage on', { ahead: 5 * MINUTE, since: OUTAGE }],
	['its Date is an hour behind from the outage on', { ahead: -HOUR, since: OUTAGE }],
	['a gateway on a machine that is an hour behind', { ahead: -HOUR, machine: -HOUR }],
	['its Date is an hour behind and n8n was killed', { ahead: -HOUR, isKilled: true }],
	['its Date is five minutes ahead and n8n was killed', { ahead: 5 * MINUTE, isKilled: true }],
	['the machine is an hour behind and n8n was killed', { machine: -HOUR, isKilled: true }],
	['the search answers only errors', { search: 'only errors' }],
	['the search answers a count without data', { search: 'a count without data' }],
];

it.each(CASES)('finds what was missed where %s', async (_name, one) => {
	const { missed, ...found } = await outage(one);
	expect(missed).toBeGreaterThan(30);
	expect(found).toEqual({ lost: 0, doubled: [], failures: [] });
});

it('says what it cannot search for where the Date and the machine are an hour ahead', async () => {
	const { doubled, failures } = await outage({ ahead: HOUR, machine: HOUR });
	expect(doubled).toEqual([]);
	expect(failures).toEqual([expect.stringMatching(/could not be searched for/)]);
});
