/**
 * What the form says that an interval costs, against what the simulated X bills: days without news, and busy ones.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { EVENTS } from '../../../nodes/XCoreTrigger/events';
import { properties } from '../../../nodes/XCoreTrigger/startup';
import { totalOf } from '../../simulator/bill';
import { cases } from '../../support/cases';
import { itemsOf } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { CASES } from './cases';
import { useWorld } from './world';

const world = useWorld();
useSkippedWaits(() => world().sim);
type Name = keyof typeof EVENTS;

const MINUTES_A_DAY = 1440;
const INTERVALS = {
	everyMinute: { minutes: 1, days: cases(0, 1) },
	everyHour: { minutes: 60, days: cases(1, 2, 7) },
	everyDay: { minutes: MINUTES_A_DAY, days: cases(3, 14, 30) },
} as const;
type Mode = keyof typeof INTERVALS;

/** What the form says of an event at an interval. */
const noticeOf = (event: Name, mode: Mode): string =>
	properties
		.filter(({ name, displayOptions }) => {
			const [of] = displayOptions?.show?.['/pollTimes.item[0].mode'] ?? [mode];
			const isForEvent = displayOptions?.show?.event?.includes(event) === true;
			const isCost = name === 'costNotice' || name === 'costOfNewsNotice';
			return isCost && isForEvent && of === mode && displayOptions?.hide === undefined;
		})
		.map(({ displayName }) => displayName)
		.join(' ');

const amount = (text: string, pattern: RegExp): number | undefined => {
	const [, usd] = pattern.exec(text) ?? [];
	return usd === undefined ? undefined : Number(usd.replace(/,/g, ''));
};

/** The figures of the form in US dollars: a day without news, 30 of them, each new entry, the account a day. */
function figuresOf(event: Name, mode: Mode) {
	const text = noticeOf(event, mode);
	const single = event === 'chatMessage' ? text.slice(text.indexOf('a single chosen one')) : text;
	return {
		day: /at no cost|free of charge/.test(text) ? 0 : amount(single, /\$([\d.,]+) a day and/),
		month: /at no cost|free of charge/.test(text) ? 0 : amount(single, /and \$([\d.,]+) in 30 days/),
		each: amount(text, /Each new [^$]* costs \$([\d,]+\.\d+)/) ?? 0,
		account: amount(text, /the account costs up to \$([\d,]+\.\d+)/) ?? 0,
	};
}

/**
 * Polls for some days after the day of publishing, as X bills: by days in UTC.
 *
 * @param news How many entries a day are new, at moments of their own.
 * @returns What each day cost, in US dollars, without the first, in which the last one's entries are read again.
 */
async function bills(event: Name, mode: Mode, news: number): Promise<number[]> {
	const made = world();
	const { minutes, days } = INTERVALS[mode];
	const { clock } = made.sim.platform;
	const { parameters, happen: usual, billed = {} } = CASES[event];
	if (billed === 'free') throw new Error(`X bills nothing for ${event}`);
	const { form = parameters, happen = usual } = billed;
	const { authentication: as, ...fields } = { authentication: 'oAuth1', ...(await form?.(made)) };
	const trigger = await made.open(event, fields, { as: as as 'oAuth1' });
	await trigger.activate();
	clock.advance(86_400_000 - (clock.now() % 86_400_000));
	const costs: number[] = [];
	for (let day = 0; day < days; day++) {
		made.sim.requests.length = 0;
		for (let poll = 0; poll < MINUTES_A_DAY / minutes; poll++) {
			await trigger.poll();
			made.pass(minutes / 2);
			const due = Math.floor(((poll + 1) * minutes * news) / MINUTES_A_DAY);
			const before = Math.floor((poll * minutes * news) / MINUTES_A_DAY);
			for (let count = before; count < due; count++) await happen(made);
			made.pass(minutes / 2);
		}
		costs.push(totalOf(made.sim.requests, true) / 1_000_000);
	}
	expect(trigger.errors).toEqual([]);
	await trigger.poll();
	expect(itemsOf(trigger)).toHaveLength(news * days);
	return costs;
}

const names = Object.keys(EVENTS) as Name[];
const priced = names.filter((name) => CASES[name].billed !== 'free');
const modes = (Object.keys(INTERVALS) as Mode[]).filter((mode) => INTERVALS[mode].days > 0);

it('is of each event but those of the Ads API', () => {
	const free = names.filter((name) => EVENTS[name].host === 'adsUrl');
	expect([...priced, ...free].sort()).toEqual([...names].sort());
});

describe.each(modes)('polling %s', (mode) => {
	it.each(priced)('costs in silence what the form says: %s', async (event) => {
		const { day = NaN, month = NaN } = figuresOf(event, mode);
		expect(month).toBeCloseTo(30 * day, 2);
		const costs = await bills(event, mode, 0);
		for (const cost of costs) expect(cost).toBeLessThanOrEqual(day + 1e-9);
		// Where the list has entries enough, it is not less either.
		if (day > 0 && FULL.has(event)) expect(costs[0]).toBeCloseTo(day, 6);
	});

	it.each(priced)('costs with news what the form says: %s', async (event) => {
		const { day = NaN, each } = figuresOf(event, mode);
		const news = 4;
		const costs = await bills(event, mode, news);
		// Once a day all of them come together.
		const said = day + news * each * (mode === 'everyDay' && day > 0 ? 2 : 1);
		const mean = costs.reduce((sum, cost) => sum + cost, 0) / costs.length;
		expect(mean).toBeLessThanOrEqual(said * 1.2 + 1e-9);
	});
});

/** Lists that have at least the entries that a silent poll reads. */
const FULL = new Set<Name>(['follower', 'postOfList', 'listMember', 'trend', 'directMessage']);
