/**
 * n8n ends at each moment of an outage and of the search for what was missed in it: several workflows on one stream,
 * and nothing is lost and nothing comes twice.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { postsOf, RULES, type Style } from './streamHistories';
import { type StreamLife, withStream } from './streamLife';
import { MINUTE, SECOND, START, type Time } from './time';

const STYLE: Style = { days: 5 / 1440, every: 2 * SECOND, faultEvery: 0, faults: [] };
/** When the stream breaks off, when it is there again, and when everything is over. */
const BREAK = START + 90 * SECOND;
const BACK = 60;
const OVER = START + 5 * MINUTE;

/** Of the moments from the new connection to the end of the search, and of the others, every so manieth is tried. */
const STEPS = { refill: cases(120, 2), else: cases(270, 30) };

/** How long the runs of the last Posts that a search has found take. */
const SEARCHED = 3 * SECOND;

const TRIED = { moments: 0 };

type End = 'killed' | 'ended in order' | 'published again';

interface Ended {
	readonly life: StreamLife;
	/** Whether each moment was between the new connection and the end of the search. */
	readonly moments: readonly boolean[];
}

/** A minute without a connection; n8n ends at one of the moments from then on, and starts again. */
async function endAt(end: End, moment: number, pause: number): Promise<Ended> {
	const posts = postsOf(STYLE, new Chance(5));
	return await withStream(posts, RULES, async ({ life, x, time }) => {
		const moments: boolean[] = [];
		let isDue = false;
		await life.start('activate');
		await time.reach(BREAK);
		x.trouble.stream = 'down';
		x.drop('abruptly');
		time.atMoment = () => {
			const last = x.searches.at(-1)?.moment ?? time.now;
			moments.push(x.isConnected && time.now < last + SEARCHED);
			if (moments.length <= moment || isDue) return;
			isDue = true;
			if (end === 'killed') life.kill();
		};
		for (let second = 1; BREAK + second * SECOND <= OVER && !isDue; second++) {
			if (second === BACK) x.trouble.stream = undefined;
			await time.reach(BREAK + second * SECOND);
		}
		time.atMoment = () => undefined;
		x.trouble.stream = undefined;
		if (isDue) await again(life, time, end, pause);
		await time.reach(OVER);
		await life.settle();
		return { life, moments };
	});
}

async function again(life: StreamLife, time: Time, end: End, pause: number): Promise<void> {
	if (end === 'published again') return await life.publishAgain(1, pause);
	if (end === 'ended in order') await life.stop();
	await time.reach(time.now + pause);
	await life.start();
}

const ENDS: readonly End[] = ['killed', 'ended in order', 'published again'];

/** Each end at one of three moments that follow each other. */
const check = async (end: End) => {
	const { moments } = await endAt(end, Infinity, 0);
	expect(moments.filter((isRefill) => isRefill).length).toBeGreaterThan(100);
	const chosen = [true, false].flatMap((kind) => {
		const step = kind ? STEPS.refill : STEPS.else;
		const all = [...moments.keys()].filter((moment) => moments[moment] === kind);
		return all.filter((_, place) => place % (step * ENDS.length) === step * ENDS.indexOf(end));
	});
	const wrong: object[] = [];
	for (const moment of chosen) {
		const pause = [0, SECOND, 40 * SECOND][moment % 3] ?? 0;
		const { life } = await endAt(end, moment, pause);
		const [lost, doubled] = [life.lost(OVER).length, life.doubled().length];
		if (lost + doubled > 0) wrong.push({ moment, lost, doubled, failures: life.failures });
	}
	expect(wrong).toEqual([]);
	TRIED.moments += chosen.length;
};

it.each(ENDS)('%s', async (end) => await check(end));

afterAll(() => process.stdout.write(`X Stream Trigger, ended at ${TRIED.moments} moments\n`));
