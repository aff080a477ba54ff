/**
 * An outage of a minute while a clock is wrong, or while the search answers oddly: X Stream Trigger finds what was
 * missed.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { Chance } from './chance';
import { postsOf, type Style } from './streamHistories';
import type { OddSearch } from './streamedX';
import { withStream } from './streamLife';
import { cases } from '../../support/cases';
import { DAY, HOUR, MINUTE, SECOND, START } from './time';

const STYLE: Style = { days: 12 / 1440, every: 4 * SECOND, faultEvery: 0, faults: [], words: ['cats'] };
const OUTAGE = START + 5 * MINUTE;
const UNTIL = OUTAGE + 5 * MINUTE;

interface Case {
	/** How far the `Date` of X's answers is ahead, from this time on. */
	readonly ahead?: number;
	readonly since?: number;
	readonly machine?: number;
	/** n8n is killed when the outage begins, and starts when it ends. */
	readonly isKilled?: boolean;
	/** What the search answers, and for how long after the outage: for two minutes, unless it is given. */
	readonly search?: OddSearch;
	readonly until?: number;
	/** A person switches the workflow off and on a moment after the outage. */
	readonly isSwitched?: boolean;
	/** n8n is killed while it is off. The stream was up again before that, or still down. */
	readonly isKilledThen?: 'up' | 'down';
	/** n8n finds nothing of what it has stored. */
	readonly isForgotten?: boolean;
}

async function outage({ ahead = 0, since = START, machine = 0, isKilled = false, search, ...more }: Case) {
	const posts = postsOf(STYLE, new Chance(2));
	return await withStream(posts, [['cats']], async ({ life, x, time }) => {
		time.ahead = machine;
		if (since <= START) x.ahead = ahead;
		await life.start('activate');
		await time.reach(OUTAGE);
		x.ahead = ahead;
		x.trouble = { stream: 'down', search };
		if (isKilled) life.kill();
		else x.drop('abruptly');
		await time.reach(OUTAGE + MINUTE);
		x.trouble.stream = undefined;
		if (more.isForgotten) for (const listener of life.listeners) listener.stored = {};
		if (isKilled) await life.start();
		if (more.isSwitched) {
			while (more.isKilledThen === 'up' && !x.isConnected) await time.reach(time.now + 10 * SECOND);
			await time.reach(time.now + 3 * SECOND);
			await life.unpublish(0);
			if (more.isKilledThen) life.kill();
			await time.reach(time.now + 4 * SECOND);
			if (more.isKilledThen) await life.start();
			await life.publishFirst(0);
		}
		await time.reach(OUTAGE + (more.until ?? 3 * MINUTE));
		x.trouble.search = undefined;
		await time.reach(Math.max(UNTIL, time.now));
		await life.settle();
		const missed = posts.filter(({ made }) => made > OUTAGE && made < OUTAGE + MINUTE);
		const started = new Set(life.listeners.flatMap(({ emitted }) => emitted));
		const lost = missed.filter(({ id }) => !started.has(id)).length + life.lost(UNTIL).length;
		return { lost, doubled: life.doubled(), failures: life.failures, missed: missed.length };
	});
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
	['its Date and the machine are an hour ahead', { ahead: HOUR, machine: HOUR }],
	['its Date is a day ahead', { ahead: DAY }],
	['its Date is a month ahead and n8n was killed', { ahead: 30 * DAY, isKilled: true }],
	['its Date is a month ahead from the outage on', { ahead: 30 * DAY, since: OUTAGE, isKilled: true }],
	['its Date is three days behind', { ahead: -3 * DAY }],
	['the search finds nothing at first', { search: 'nothing' }],
	['the search answers HTTP 400 without a reason', { search: 'HTTP 400' }],
	['the search answers HTTP 401', { search: 'HTTP 401' }],
	['the search answers HTTP 401 for ten minutes', { search: 'HTTP 401', until: 10 * MINUTE }],
	['the search answers HTTP 402', { search: 'HTTP 402' }],
	['the search answers HTTP 403', { search: 'HTTP 403' }],
	['the search answers HTTP 404', { search: 'HTTP 404' }],
	['the search answers with a web page', { search: 'a web page' }],
	['a person switches the workflow off and on', { isSwitched: true }],
	['a person does so while the search is refused', { isSwitched: true, search: 'HTTP 402' }],
	['a person does so, and n8n is killed in between', { isSwitched: true, isKilledThen: 'up' }],
	[
		'a person does so while the stream is down, and n8n is killed',
		{ isSwitched: true, isKilledThen: 'down' },
	],
	['the search answers only errors', { search: 'only errors' }],
	['the search answers a count without data', { search: 'a count without data' }],
];

const SHARE = cases(8, 1);
it.each(CASES.filter((_, place) => place % SHARE === 1 % SHARE))(
	'finds what was missed where %s',
	async (_name, one) => {
		const { missed, ...found } = await outage(one);
		expect(missed).toBeGreaterThan(10);
		expect(found).toEqual({ lost: 0, doubled: [], failures: [] });
	},
);

it('says once that a gap is still open, and finds what was missed as soon as X lets it', async () => {
	const { missed, ...found } = await outage({ search: 'HTTP 402', until: 70 * MINUTE });
	expect(missed).toBeGreaterThan(10);
	expect(found).toEqual({
		lost: 0,
		doubled: [],
		failures: [expect.stringMatching(/could not be searched for so far/)],
	});
});

it('says that all it had stored is gone, and searches since the last connection', async () => {
	const { lost, failures } = await outage({ isKilled: true, isForgotten: true });
	expect({ lost, failures }).toEqual({ lost: 0, failures: [expect.stringMatching(/is gone/)] });
});

/** What n8n stores with a run at ten events a second while a gap is open, and what runs twice where it keeps no runs. */
it('stores little while a gap stays open, and runs nothing twice', async () => {
	const open = cases(1, 10, 40) * MINUTE;
	const style = { ...STYLE, days: (open + 3 * MINUTE) / DAY, every: SECOND / 10 };
	const posts = postsOf(style, new Chance(2));
	await withStream(
		posts,
		[['cats']],
		async ({ life, x, time }) => {
			const sizes: number[] = [];
			await life.start('activate');
			await time.reach(START + MINUTE);
			x.trouble = { stream: 'down', search: 'down' };
			x.drop('abruptly');
			await time.reach(time.now + MINUTE / 2);
			x.trouble.stream = undefined;
			for (const end = time.now + open; time.now < end;) {
				await time.reach(time.now + 10 * SECOND);
				sizes.push(JSON.stringify(life.listeners[0]?.opened?.storedStaticData).length);
			}
			x.trouble.search = undefined;
			await time.reach(START + style.days * DAY);
			await life.settle();
			process.stdout.write(`X Stream Trigger stores ${Math.max(...sizes)} bytes with a run at most\n`);
			expect(Math.max(...sizes)).toBeLessThanOrEqual(10_240);
			expect([life.lost(START + style.days * DAY), life.doubled()]).toEqual([[], []]);
		},
		{ keepsNoRuns: true },
	);
});
