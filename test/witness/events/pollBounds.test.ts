/**
 * Ten entries a second and n8n off for 40 minutes: what n8n stores with each run of X Trigger.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { LISTS } from './lists';
import { PollLife, shapeOf } from './pollLife';
import { entriesOf, START, type Style } from './pollHistories';
import { PolledX } from './polledX';
import { MINUTE, SECOND, Time } from './time';

/** In bytes. */
const MOST = 10_000;
/** In minutes: before n8n is off, and for how long. A poll passes on 1,000 entries, so what was missed takes as long. */
const BEFORE = 5;
const GAP = cases(1, 40);
const STYLE: Style = {
	days: (BEFORE + GAP + 3) / 1440,
	interval: MINUTE,
	every: SECOND / 10,
	late: 40 * SECOND,
};

it.each(['search', 'postsOfList'].slice(0, cases(1, 2)))('%s', async (list) => {
	const time = new Time(START);
	const shape = shapeOf(LISTS, list);
	const entries = entriesOf(shape, STYLE, new Chance(5));
	const life = new PollLife(time, new PolledX(time, shape, entries), entries);
	const bytes: number[] = [];
	const polls = async (count: number) => {
		for (let poll = 0; poll < count; poll++) {
			await time.reach(time.now + MINUTE);
			await life.poll();
			bytes.push(Buffer.byteLength(JSON.stringify(life.memory)));
		}
	};
	try {
		await life.publish();
		await polls(BEFORE);
		life.kill();
		await time.reach(time.now + GAP * MINUTE);
		await life.start();
		await polls(GAP);
	} finally {
		life.close();
		time.end();
	}
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
