/**
 * X Stream Trigger against a model of X that was made from its documentation: days with faults, restarts and kills.
 * X_PACKAGE_ROOT names another build, such as that of an older version, to be played beside it.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { nothingPlayed } from './n8n';
import { play, STYLES, type Style } from './streamHistories';

/** `npm test` plays the beginning of each. */
const SHORTER = cases(20, 1);

/** On demand each is played again with other seeds, and with fewer Posts: 47 seeds make 1,000 days, four of them (`-t`) a process of 3 GB. */
const SEEDS = Number(process.env['STREAM_SEEDS'] ?? 1);
const FEWER = 6;

const seeds = Array.from({ length: SEEDS }, (_, index) => index + 2);
const histories = seeds.flatMap((seed) =>
	Object.entries(STYLES).map(([name, style]) => {
		const every = seed === 2 ? style.every : style.every * FEWER;
		return { name: `${name}, seed ${seed}`, style: { ...style, every, days: style.days / SHORTER }, seed };
	}),
);

const PLAYED = nothingPlayed();

const check = async ({ name, style, seed }: { name: string; style: Style; seed: number }) => {
	const { life, x, until } = await play(style, seed);
	const least = life.least(until);
	const [lost, doubled] = [life.lost(until), life.doubled()];
	// A failed execution may report that X could not be reached, or has not let a gap be searched.
	const said = life.failures.filter(
		(message) => !/not available|limit|as many connections|so far/i.test(message),
	);
	PLAYED.days += style.days;
	PLAYED.runs += life.listeners.reduce((sum, { emitted }) => sum + emitted.length, 0);
	PLAYED.lost += lost.length;
	PLAYED.unsaid += said.length === 0 ? lost.length : 0;
	PLAYED.doubled += doubled.length;
	PLAYED.alarms += lost.length === 0 ? said.length : 0;
	PLAYED.dollars += x.bill.dollars;
	PLAYED.eachRead += x.bill.atMost;
	PLAYED.least += least;
	if (SEEDS > 1) process.stdout.write(`${name}, ${JSON.stringify(PLAYED)}\n`);
	// No alarm without a loss.
	expect({ lost, doubled, said, rules: x.rules }).toEqual({ lost: [], doubled: [], said: [], rules: [] });
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
