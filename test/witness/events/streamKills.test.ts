/**
 * n8n ends at each moment of an outage and of the search for what was missed in it: several workflows on one stream,
 * and nothing is lost and nothing comes twice.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { postsOf, RULES, START, type Style } from './streamHistories';
import { StreamedX } from './streamedX';
import { StreamLife } from './streamLife';
import { MINUTE, SECOND, Time } from './time';

const STYLE: Style = { days: 10 / 1440, every: 2 * SECOND, faultEvery: 0, faults: [] };

/** Of all moments every so manieth is tried. */
const STEP = cases(121, 19);

type End = 'killed' | 'ended in order' | 'published again';

interface Ended {
	readonly life: StreamLife;
	/** How many moments there were. */
	readonly moments: number;
	readonly until: number;
}

/** Two minutes without a connection; n8n ends at one of the moments from then on, and starts again. */
async function endAt(end: End, moment: number, pause: number): Promise<Ended> {
	const time = new Time(START);
	const posts = postsOf(STYLE, new Chance(5));
	const x = new StreamedX(time, posts);
	const life = new StreamLife(time, x, posts, RULES);
	let moments = 0;
	let isDue = false;
	try {
		await life.start('activate');
		await time.reach(START + 3 * MINUTE);
		x.trouble.stream = 'down';
		x.drop('abruptly');
		time.atMoment = () => {
			if (moments++ !== moment) return;
			isDue = true;
			if (end === 'killed') life.kill();
		};
		for (let second = 1; second <= 300 && !isDue; second++) {
			if (second === 120) x.trouble.stream = undefined;
			await time.reach(START + 3 * MINUTE + second * SECOND);
		}
		time.atMoment = () => undefined;
		x.trouble.stream = undefined;
		if (isDue) await again(life, time, end, pause);
		await time.reach(START + 10 * MINUTE);
		await life.settle();
	} finally {
		life.end();
		time.end();
	}
	return { life, moments, until: START + 10 * MINUTE };
}

async function again(life: StreamLife, time: Time, end: End, pause: number): Promise<void> {
	if (end === 'published again') return await life.publishAgain(1, pause);
	if (end === 'ended in order') await life.stop();
	await time.reach(time.now + pause);
	await life.start();
}

const ENDS: readonly End[] = ['killed', 'ended in order', 'published again'];

const check = async (end: End) => {
	const { moments } = await endAt(end, Infinity, 0);
	expect(moments).toBeGreaterThan(100);
	const wrong: object[] = [];
	for (let moment = 0; moment <= moments; moment += STEP) {
		const pause = [0, SECOND, 40 * SECOND][moment % 3] ?? 0;
		const { life, until } = await endAt(end, moment, pause);
		const [lost, doubled] = [life.lost(until).length, life.doubled().length];
		if (lost + doubled > 0) wrong.push({ moment, lost, doubled, failures: life.failures });
	}
	expect(wrong).toEqual([]);
};

it.each(ENDS)('%s', async (end) => await check(end));
