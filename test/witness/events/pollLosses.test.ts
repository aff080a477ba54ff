/**
 * What X no longer has is reported once, and what is old stays old, whatever X takes out of a list.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { cases } from '../../support/cases';
import { play, type Style } from './pollHistories';
import type { PollLife } from './pollLife';
import { DAY, HOUR, MINUTE } from './time';

/** X fails and n8n is killed, mostly when n8n was off for longer than X reaches back. */
const BAD = { faults: 0.2, kills: 0.05 };
const OFF: Style = { ...BAD, days: 12, interval: HOUR, every: 2 * HOUR, off: [2 * DAY, 11 * DAY] };
const BEYOND: ReadonlyArray<readonly [string, Style]> = [
	['search', OFF],
	['messages', { ...OFF, days: 37, every: 8 * HOUR, off: [2 * DAY, 35 * DAY] }],
	['mentions', { ...OFF, interval: 20 * MINUTE, days: 6, every: 4 * MINUTE, off: [2 * DAY, 5 * DAY] }],
	['posts', { ...OFF, interval: 20 * MINUTE, days: 5.5, every: MINUTE, off: [2 * DAY, 5 * DAY] }],
];
/** The first of them for `npm test`. */
const some = <T>(all: readonly T[], few: number): readonly T[] => all.slice(0, cases(few, all.length));
const NOTHING = { doubled: [], old: [], unreported: [], unexplained: [] };
const found = (life: PollLife) => ({
	doubled: life.doubled(),
	old: life.oldOnes(),
	unreported: life.unreported(),
	unexplained: life.unexplained,
});

describe('in bad days', () => {
	it.each(some(BEYOND, 1))('reports once, with its span, what X no longer has: %s', async (list, style) => {
		const { life } = await play(list, style, 1);
		expect(found(life)).toEqual(NOTHING);
		expect(life.reports).toMatchObject([{ kind: 'lost' }]);
		// It names no more time than that in which something was lost.
		const [{ from = '', to = '' } = {}] = life.reports;
		const missing = life.entries.filter(
			({ made }) => made > Date.parse(from ?? '') && made < Date.parse(to ?? ''),
		);
		const started = new Set(life.emitted);
		expect(missing.length).toBeGreaterThan(5);
		expect(missing.filter(({ first }) => started.has(first)).length).toBeLessThan(missing.length / 10);
	});

	it.each(some(['mentions', 'postsOfList', 'messages', 'search'], 1))(
		'reports each damage once, with its span, while X fails: %s',
		async (list) => {
			const days = cases(1, 3);
			const style: Style = { ...BAD, days, interval: 20 * MINUTE, every: 10 * MINUTE, damaged: 1 };
			const { life } = await play(list, style, 1);
			expect({ ...found(life), old: [] }).toEqual(NOTHING);
			expect(life.reports.length).toBeGreaterThanOrEqual(days);
			expect(life.reports.every(({ kind }) => kind === 'damaged')).toBe(true);
			expect(life.reports).toHaveLength(life.starts - 1);
		},
	);
});

const REMOVED: ReadonlyArray<readonly [string, number]> = [
	['followers', 96],
	['members', 2500],
	['followers', 2500],
	['members', 96],
];
it.each(some(REMOVED, 2))(
	'starts nothing for old entries: %s, where X removes the newest %s',
	async (list, purged) => {
		const style: Style = { days: 1, interval: 30 * MINUTE, every: 2 * MINUTE, purged };
		const { life } = await play(list, style, 2);
		expect({ doubled: life.doubled(), old: life.oldOnes() }).toEqual({ doubled: [], old: [] });
		expect(life.emitted.length).toBeGreaterThan(100);
		if (life.lost().length > 0) expect(life.errors).toHaveLength(1);
		expect(life.errors.length).toBeLessThanOrEqual(1);
	},
);

it.each(some(['followers', 'members', 'likesOnPost'], 1))(
	'pays for no more than 1,000 entries of %s, or ten times the usual number, where X removes all that were known',
	async (list) => {
		const style: Style = { days: 0.5, interval: 30 * MINUTE, every: MINUTE, purged: 2500 };
		const { life } = await play(list, style, 2);
		expect({ doubled: life.doubled(), old: life.oldOnes() }).toEqual({ doubled: [], old: [] });
		expect(life.x.visible().length).toBeGreaterThan(1500);
		expect(life.cost.dollars - life.cost.least).toBeLessThan(11);
		expect(life.reports.map(({ kind }) => kind)).toEqual(['unsure']);
	},
);
