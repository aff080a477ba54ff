/**
 * The process of n8n ends at each moment at which a poll waits for X: nothing is lost and nothing comes twice.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { LISTS } from './lists';
import { PollLife, shapeOf } from './pollLife';
import { entriesOf, pollOn, START, type Style } from './pollHistories';
import { PolledX } from './polledX';
import { HOUR, MINUTE, SECOND, Time } from './time';

/** So many that a poll reads several pages. */
const STYLE: Style = { days: 2 / 24, interval: 30 * MINUTE, every: 9 * SECOND };

/** Of the moments of a poll every so manieth is tried by `npm test`. */
const STEP = cases(60, 1);

interface Ended {
	readonly life: PollLife;
	/** How many moments there were. */
	readonly moments: number;
}

/** Plays two hours; n8n ends at one of the moments of the second poll, and starts again. */
async function endAt(list: string, moment: number, after: number): Promise<Ended> {
	const time = new Time(START);
	const shape = shapeOf(LISTS, list);
	const entries = entriesOf(shape, STYLE, new Chance(3));
	const life = new PollLife(time, new PolledX(time, shape, entries), entries);
	let moments = 0;
	try {
		await life.publish();
		await time.reach(START + 5 * MINUTE);
		await life.poll();
		await time.reach(START + 35 * MINUTE);
		life.x.atRequest = () => {
			if (moments++ === moment) life.kill();
		};
		await life.poll();
		life.x.atRequest = () => undefined;
		life.kill();
		await time.reach(time.now + after);
		await life.start();
		await pollOn(life, time);
	} finally {
		life.close();
		time.end();
	}
	return { life, moments };
}

it.each(Object.keys(LISTS))('%s', async (list) => {
	const { moments } = await endAt(list, Infinity, 0);
	expect(moments).toBeGreaterThan(1);
	for (let moment = 0; moment <= moments; moment += STEP) {
		const { life } = await endAt(list, moment, moment % 2 === 0 ? SECOND : HOUR);
		const { emitted, errors } = life;
		expect({ moment, lost: life.lost(), doubled: life.doubled(), errors }).toEqual({
			moment,
			lost: [],
			doubled: [],
			errors: [],
		});
		expect(emitted.length).toBeGreaterThan(100);
	}
});
