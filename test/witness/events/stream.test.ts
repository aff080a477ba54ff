/**
 * X Stream Trigger against a model of X that was made from its documentation: days with faults, restarts and kills.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { play, STYLES, type Style } from './streamHistories';

/** `npm test` plays the beginning of each. */
const SHORTER = cases(10, 1);

const histories = Object.entries(STYLES).map(([name, style]) => ({ name, style, seed: 2 }));
const shortened = (style: Style): Style => ({ ...style, days: style.days / SHORTER });

const PLAYED = { days: 0, runs: 0, dollars: 0, least: 0, eachRead: 0 };

const check = async ({ style, seed }: (typeof histories)[number]) => {
	const short = shortened(style);
	const { life, x, until } = await play(short, seed);
	const least = life.least(until);
	PLAYED.days += short.days;
	PLAYED.runs += life.listeners.reduce((sum, { emitted }) => sum + emitted.length, 0);
	PLAYED.dollars += x.bill.dollars;
	PLAYED.eachRead += x.bill.atMost;
	PLAYED.least += least;
	expect({ lost: life.lost(until), doubled: life.doubled() }).toEqual({ lost: [], doubled: [] });
	expect(x.rules).toEqual([]);
	// No alarm without a loss; a failed execution may report that X could not be reached, or has not let a gap be searched.
	expect(
		life.failures.filter((message) => !/not available|limit|as many connections|so far/i.test(message)),
	).toEqual([]);
	expect(x.bill.dollars).toBeLessThanOrEqual(least * 1.2);
};

it.each(histories.map((history) => [history.name, history] as const))(
	'%s',
	async (_name, history) => await check(history),
);

it('all of them together cost at most 1.1 times the least', () => {
	expect(PLAYED.dollars).toBeLessThanOrEqual(PLAYED.least * 1.1);
});

afterAll(() => process.stdout.write(`X Stream Trigger, ${JSON.stringify(PLAYED)}\n`));
