/**
 * Max Cost per Day of a credential: one counter for runs and for lists that are opened in the editor.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { isEmpty, mapValues, omitBy } from 'lodash';
import { listSearch, runWorkflow } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { byId, itemsWith, useCore } from './support';

const { sim, core, world, count } = useCore({ followers: 60 });
useSkippedWaits(() => sim());

const DAY = 24 * 3_600_000;
let days = 0;
// The counters of a process begin anew each day.
beforeEach(() => sim().platform.clock.advance(++days * 3 * DAY));

const limit = (usd: number) => ({ credentials: { xUserOAuth2Api: { maxCostPerDay: usd } } });
const find = async (filter: string, usd: number) =>
	await listSearch({
		node: 'xCore',
		method: 'searchUsers',
		parameters: { authentication: 'oAuth2', resource: 'user', operation: 'get' },
		filter,
		sim: sim(),
		...limit(usd),
	});
const followers = (limitOf = 20) => ({ id: byId(world().me.id), limit: limitOf });

describe('Max Cost per Day of a credential', () => {
	it('counts runs and lists together, and the hint has the sum', async () => {
		const first = await core('user.getFollowers', followers(), limit(5));
		expect(first.cost).toContain('today: $0.20 of $5.00');
		await find('abc', 5);
		const again = await core('user.getFollowers', followers(), limit(5));
		const [, sum = ''] = /today: \$(\S+) of/.exec(again.cost ?? '') ?? [];
		// The followers were billed already; the list has found some users.
		expect(Number(sum)).toBeGreaterThanOrEqual(0.2);
	});

	it('refuses what could pass it, in runs and in lists, until the day ends', async () => {
		const run = await core('user.getFollowers', followers(), limit(0.25));
		expect(run.error).toBeUndefined();
		const refused = await core('post.create', { text: 'Hello' }, limit(0.2));
		expect(refused.error?.message).toMatch(
			/^Max Cost per Day of the credential \(\$0\.20\) does not allow this request; today \$0\.20 were spent; it opens again at/,
		);
		expect(refused.error?.context).toMatchObject({ data: { kind: 'maxCostPerDay', maxUsd: 0.2 } });
		expect(count('/2/tweets')).toBe(0);
		await expect(find('abc', 0.2)).rejects.toThrow(/Max Cost per Day of the credential/);
		sim().platform.clock.advance(DAY);
		expect((await core('post.create', { text: 'Hello' }, limit(0.2))).error).toBeUndefined();
	});

	it('makes the last page as small as what is left allows', async () => {
		const form = { id: byId(world().me.id), returnAll: true, options: { whenMaxCost: 'end' } };
		const run = await core('user.getFollowers', form, limit(0.3));
		expect(run.error).toBeUndefined();
		expect(sim().requests.map(({ query }) => query.max_results)).toEqual(['30']);
		expect(run.hints.map(({ message }) => message).join()).toContain(
			'Max Cost per Day of the credential is reached. The list stops after 30 items',
		);
	});

	it('is an operation that sends nothing', async () => {
		await core('user.getFollowers', followers(), limit(0.5));
		const before = sim().requests.length;
		const { json } = await core('usage.getCostOfToday', {}, limit(0.5));
		expect(json).toEqual([
			{ usd: 0.2, maxUsd: 0.5, leftUsd: 0.3, until: expect.stringMatching(/T00:00:00/) as string },
		]);
		expect((await core('usage.getCostOfToday')).json).toMatchObject([
			{ usd: 0.2, maxUsd: null, leftUsd: null },
		]);
		expect(sim().requests).toHaveLength(before);
	});

	it('is kept in what n8n stores of a workflow, and only with a limit', async () => {
		const items = itemsWith('one', 'two');
		const run = await core('post.create', { text: '={{ $json.value }}' }, { items, ...limit(1) });
		const [state] = Object.values((run.staticData.global as { costOfDay: object }).costOfDay) as [
			{ spent: Record<string, number> },
		];
		expect(Object.values(state.spent)).toEqual([30_000]);
		const free = await core('post.create', { text: '={{ $json.value }}' }, { items: itemsWith('three') });
		expect(free.staticData).toEqual({});
	});

	it('counts what another process stored for the workflow that has it alone, and no damage for anyone', async () => {
		const write = async (text: string, more: object = {}) =>
			await core('post.create', { text }, { ...limit(1), ...more });
		const { costOfDay } = (await write('one')).staticData.global as { costOfDay: object };
		const storedAs = (amount: number) => ({
			global: {
				costOfDay: mapValues(costOfDay, (state: object) => ({ ...state, spent: { other: amount } })),
			},
		});
		expect((await write('two', { staticData: storedAs(990_000) })).error?.message).toContain(
			'today $1.005 were spent',
		);
		expect((await write('three')).error).toBeUndefined();
		for (const damaged of [1e300, 0.5, -1e9]) {
			const { error, hints } = await write('four', { staticData: storedAs(damaged) });
			expect(error).toBeUndefined();
			expect(hints.map(({ message }) => message).join()).toContain('is damaged (costOfDay)');
		}
		expect((await write('five')).cost).toContain('today: $0.09 of $1.00');
	});

	it('is not stored by a run behind a trigger, whose memory that would set back', async () => {
		const place = { typeVersion: 1, position: [0, 0] as [number, number] };
		const parameters = { authentication: 'oAuth2', resource: 'post', operation: 'create', text: 'four' };
		const workflow = {
			nodes: [
				{ ...place, id: '1', name: 'Mentions', type: 'n8n-nodes-x-platform.xCoreTrigger', parameters: {} },
				{ ...place, id: '2', name: 'Post', type: 'n8n-nodes-x-platform.xCore', parameters },
			],
			connections: { Mentions: { main: [[{ node: 'Post', type: 'main' as const, index: 0 }]] } },
		};
		const run = await runWorkflow(workflow, {
			sim: sim(),
			start: 'Post',
			items: [{ json: {} }],
			...limit(1),
		});
		expect(run.status).toBe('success');
		// To look makes an empty memory, which n8n does not count as a change.
		expect(omitBy(run.staticData, isEmpty)).toEqual({});
	});
});
