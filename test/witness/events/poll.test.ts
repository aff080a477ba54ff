/**
 * X Trigger against a model of X that was made from its documentation: weeks of polls with restarts, kills and faults.
 * X_PACKAGE_ROOT names another build, such as that of an older version, to be played beside it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { LISTS } from './lists';
import { nothingPlayed } from './n8n';
import { play, STYLES, type Style } from './pollHistories';
import { shapeOf } from './pollLife';

/** Seeds of each history. */
const SEEDS = cases(1, 1);
/** `npm test` plays the beginning of each, for one of the lists. */
const SHORTER = cases(8, 1);
const LISTS_OF_EACH = cases(1, 7);

const part = (span: readonly [number, number] | undefined) =>
	span && ([span[0] / SHORTER, span[1] / SHORTER] as const);

const shortened = ({ quiet, off, ...style }: Style): Style => {
	const [shortQuiet, shortOff] = [part(quiet), part(off)];
	return {
		...style,
		days: style.days / SHORTER,
		...(shortQuiet ? { quiet: shortQuiet } : {}),
		...(shortOff ? { off: shortOff } : {}),
	};
};

const names = Object.keys(LISTS);
const seeds = Array.from({ length: SEEDS }, (_, index) => index + 1);
const histories = Object.entries(STYLES).flatMap(([name, style], place) =>
	[...names, ...names]
		.slice(place, place + LISTS_OF_EACH)
		.flatMap((list) => seeds.map((seed) => ({ name, style, list, seed }))),
);

const PLAYED = { polls: 0, ...nothingPlayed() };

const check = async ({ style, list, seed }: (typeof histories)[number]) => {
	const { life, days } = await play(list, shortened(style), seed);
	PLAYED.days += days;
	PLAYED.polls += life.polls.length;
	PLAYED.runs += life.emitted.length;
	const { dollars, least, eachRead } = life.cost;
	PLAYED.dollars += dollars;
	PLAYED.least += least;
	PLAYED.eachRead += eachRead;
	const { unexplained, reports } = life;
	const unreported = life.unreported();
	const found = { lost: life.lost(), doubled: life.doubled(), old: life.oldOnes() };
	PLAYED.lost += found.lost.length;
	PLAYED.unsaid += unreported.length;
	PLAYED.doubled += found.doubled.length + found.old.length;
	PLAYED.alarms += unexplained.length + reports.length;
	expect(found).toEqual({ lost: [], doubled: [], old: [] });
	expect(life.required().length).toBeGreaterThan(0);
	// No alarm without a loss, and no loss without an alarm.
	expect({ unexplained, reports, unreported }).toEqual({ unexplained: [], reports: [], unreported: [] });
	const { faults, odd, credits } = style;
	if ((faults ?? odd ?? credits) === undefined) expect(life.errors).toEqual([]);
	// Where one entry more would do, X gives a whole smallest page, which counts where little is new.
	const { page, bounds } = shapeOf(LISTS, list);
	expect(dollars).toBeLessThanOrEqual(least * (page.least > 1 && !bounds ? 1.3 : 1.2));
};

it.each(histories)('$name: $list, seed $seed', async (history) => await check(history));

it('all of them together cost at most 1.1 times the least', () => {
	expect(PLAYED.dollars).toBeLessThanOrEqual(PLAYED.least * 1.1);
});

afterAll(() => process.stdout.write(`X Trigger, ${JSON.stringify(PLAYED)}\n`));
