/**
 * Lists of X that pause and then go on, and clocks that are wrong: X Trigger loses nothing, and a time in which
 * nothing happens costs as little as before.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { Chance } from './chance';
import { LISTS } from './lists';
import { shapeOf, withPolls } from './pollLife';
import { pollOn } from './pollHistories';
import { write, type Entry } from './posts';
import { DAY, HOUR, MINUTE, SECOND, START } from './time';

const READ = ['mentions', 'search', 'postsOfList', 'messages'] as const;

interface Case {
	readonly list: string;
	readonly minutes: number;
	/** From when on, and how long, the list shows nothing new. */
	readonly stall?: readonly [number, number];
	/** How far the `Date` of the answers to a poll is ahead, and the clock of n8n's machine. */
	readonly date?: (minute: number) => number;
	readonly machine?: number;
	readonly every?: number;
	/** No one writes from the start of the polls on. */
	readonly isQuiet?: boolean;
}

const later = (entry: Entry, [from, length]: readonly [number, number]): Entry =>
	entry.seen >= from && entry.seen < from + length ? { ...entry, seen: from + length } : entry;

async function polled({ list, minutes, stall, date = () => 0, machine = 0, every = MINUTE, isQuiet }: Case) {
	const end = START + (isQuiet ? 0 : minutes * MINUTE);
	const habits = { from: START - HOUR, to: end, every, late: 8 * MINUTE };
	const entries = write(new Chance(7), habits).map((entry) =>
		stall ? later(entry, [START + stall[0] * MINUTE, stall[1] * MINUTE]) : entry,
	);
	return await withPolls(shapeOf(LISTS, list), entries, async (life, time) => {
		time.ahead = machine;
		life.x.ahead = date(0);
		await life.publish();
		for (let minute = 1; minute <= minutes; minute++) {
			await time.reach(START + minute * MINUTE);
			life.x.ahead = date(minute);
			await life.poll();
		}
		if (!isQuiet) await pollOn(life, time);
		const { cost, errors } = life;
		const [lost, doubled, of] = [life.lost(), life.doubled(), life.required()].map(({ length }) => length);
		return { lost, doubled, of, errors, cost };
	});
}

const ALL_WELL = { lost: 0, doubled: 0, errors: [] };

const LENGTHS = [30, 1, 15, 120, 24 * 60, 3 * 24 * 60].slice(0, cases(1, 4, 6));
// Three days of polls take a while: one list shows what they come to.
const stalls = READ.slice(0, cases(1, READ.length)).flatMap((list, index) =>
	LENGTHS.filter((length) => index === 0 || length <= 24 * 60).map((length) => [list, length] as const),
);
it.each(stalls)('%s that stands still for %i minutes', async (list, length) => {
	const { of, ...found } = await polled({ list, minutes: length + 120, stall: [60, length] });
	// X reaches 800 mentions back, one a minute here: what is older is lost, which the trigger reports once, with its time.
	const isBeyond = list === 'mentions' && length > 800;
	const from = new Date(START + 60 * MINUTE).toISOString().slice(0, 14);
	const lost = expect.stringContaining(
		`X no longer reaches back to where the last poll ended (${from}`,
	) as string;
	expect(found).toMatchObject({ ...ALL_WELL, errors: isBeyond ? [lost] : [] });
	expect(of).toBeGreaterThan(100);
});

const single = (ahead: number) => (minute: number) => (minute === 30 ? ahead : 0);
const always = (ahead: number) => () => ahead;
const CLOCKS = [
	['one Date is a day ahead', { date: single(DAY) }],
	['one Date is thirty days ahead', { date: single(30 * DAY) }],
	['the first Date is a day ahead', { date: (minute: number) => (minute === 0 ? DAY : 0) }],
	['one Date is a day behind', { date: single(-DAY) }],
	['each Date is off by up to a day', { date: (minute: number) => Math.sin(minute) * DAY }],
	['a gateway is half a minute ahead', { date: always(MINUTE / 2) }],
	['a gateway is three days behind', { date: always(-3 * DAY) }],
	['a gateway is 15 minutes ahead', { date: always(15 * MINUTE) }],
	['a gateway is an hour ahead', { date: always(HOUR) }],
	['a gateway is an hour behind', { date: always(-HOUR) }],
	['the machine is an hour behind', { machine: -HOUR }],
	['the machine and its gateway are an hour ahead', { date: always(HOUR), machine: HOUR }],
] as const;
const lists = READ.slice(0, cases(1, 2, READ.length));
const SPAN = { minutes: cases(45, 150), every: 12 * SECOND };
/** Fewer than the model writes in that time. */
const MANY = cases(150, 500);
const SHARE = cases(4, 1);
const wrong = CLOCKS.filter((_, place) => place % SHARE === 0);
it.each(lists.flatMap((list) => wrong.map(([name, clocks]) => [list, name, clocks] as const)))(
	'%s, where %s',
	async (list, _name, clocks) => {
		const { of, ...found } = await polled({ list, ...SPAN, ...clocks });
		expect(found).toMatchObject(ALL_WELL);
		expect(of).toBeGreaterThan(MANY);
	},
);

it.each(READ.slice(0, cases(1, READ.length)))(
	'hours of silence in %s cost one entry at most',
	async (list) => {
		const { cost } = await polled({ list, minutes: cases(1, 6, 24) * 60, isQuiet: true });
		expect(cost.dollars).toBeLessThanOrEqual(cost.least);
	},
);
