/**
 * What X no longer has is reported once, and what is old stays old, whatever X takes out of a list.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { play, type Style } from './pollHistories';
import { DAY, HOUR, MINUTE } from './time';

const OFF: Style = { days: 12, interval: HOUR, every: 2 * HOUR, off: [2 * DAY, 11 * DAY] };

it('reports once what a search no longer reaches after nine days without n8n', async () => {
	const { life } = await play('search', OFF, 1);
	expect({ lost: life.lost(), doubled: life.doubled(), old: life.oldOnes() }).toEqual({
		lost: [],
		doubled: [],
		old: [],
	});
	expect(life.errors).toHaveLength(1);
});

it.each([
	['followers', 96],
	['followers', 2500],
	['members', 96],
	['members', 2500],
])('starts nothing for old entries: %s, where X removes the newest %s', async (list, purged) => {
	const style: Style = { days: 1, interval: 30 * MINUTE, every: 2 * MINUTE, purged };
	const { life } = await play(list, style, 2);
	expect({ doubled: life.doubled(), old: life.oldOnes() }).toEqual({ doubled: [], old: [] });
	expect(life.emitted.length).toBeGreaterThan(100);
	if (life.lost().length > 0) expect(life.errors).toHaveLength(1);
	expect(life.errors.length).toBeLessThanOrEqual(1);
});

it.each(['followers', 'members', 'likesOnPost'])(
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
