/**
 * The process of n8n ends at each moment at which a poll waits for X, and ten entries come in a second: nothing is lost,
 * nothing comes twice, and little is stored with a run.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { LISTS } from './lists';
import { entriesOf, pollOn, type Style } from './pollHistories';
import { type PollLife, shapeOf, withPolls } from './pollLife';
import { HOUR, MINUTE, SECOND, START } from './time';

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
	const shape = shapeOf(LISTS, list);
	const entries = entriesOf(shape, STYLE, new Chance(3));
	return await withPolls(shape, entries, async (life, time) => {
		let moments = 0;
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
		return { life, moments };
	});
}

/** Two that follow each other are read in similar ways. */
const PLAYED = Object.keys(LISTS).filter((_, place) => place % cases(2, 1) === 0);

it.each(PLAYED)('%s', async (list) => {
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

describe('what n8n stores at ten entries a second, after 40 minutes without it', () => {
	/** In bytes. */
	const MOST = 10_000;
	/** In minutes: before n8n is off, and for how long. A poll passes on 1,000 entries, so what was missed takes as long. */
	const BEFORE = cases(2, 5);
	const GAP = cases(1, 40);
	const STYLE: Style = {
		days: (BEFORE + GAP + 3) / 1440,
		interval: MINUTE,
		every: SECOND / 10,
		late: 40 * SECOND,
	};

	it.each(['search', 'postsOfList'].slice(0, cases(1, 2)))('%s', async (list) => {
		const shape = shapeOf(LISTS, list);
		const entries = entriesOf(shape, STYLE, new Chance(5));
		const bytes: number[] = [];
		const life = await withPolls(shape, entries, async (opened, time) => {
			const polls = async (count: number) => {
				for (let poll = 0; poll < count; poll++) {
					await time.reach(time.now + MINUTE);
					await opened.poll();
					bytes.push(Buffer.byteLength(JSON.stringify(opened.memory)));
				}
			};
			await opened.publish();
			await polls(BEFORE);
			opened.kill();
			await time.reach(time.now + GAP * MINUTE);
			await opened.start();
			await polls(GAP);
			return opened;
		});
		// What X has deleted before a poll came to it is not there any more.
		const there = new Set(entries.filter(({ gone }) => gone === Infinity).map(({ first }) => first));
		const lost = life.lost().filter((first) => there.has(first));
		// Known: what is edited in the second in which X gives it may run twice (test/unit/pollTrigger/editedPosts.test.ts).
		const doubled = life.doubled().filter((first) => !life.x.unsure.has(first));
		process.stdout.write(
			`X Trigger, ${list}: at most ${Math.max(...bytes)} bytes, ${life.doubled().length} doubled\n`,
		);
		expect([lost, doubled, life.errors]).toEqual([[], [], []]);
		expect(life.emitted.length).toBeGreaterThan((BEFORE + GAP) * 500);
		expect(Math.max(...bytes)).toBeLessThanOrEqual(MOST);
	});
});
