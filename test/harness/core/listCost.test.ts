/**
 * What lists in the editor cost, counted behind the credential.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { totalOf } from '../../simulator/bill';
import { listSearch } from '../../support';
import { descriptionOf } from '../../support/forms';
import { useSkippedWaits } from '../../support/waits';
import { byId, useCore } from './support';

const { sim, core, held, world } = useCore({ followers: 400 });
useSkippedWaits(() => sim());

const list = async (method: string, filter?: string) =>
	await listSearch({
		node: 'xCore',
		sim: sim(),
		method,
		parameters: { authentication: 'oAuth2' },
		...(filter !== undefined && { filter }),
	});
const usd = () => totalOf(sim().requests) / 1_000_000;
/** Users to follow and messages to list, more than a list shows. */
function fill() {
	const { me, others } = world();
	held()
		.following.get(me.id)!
		.push(...others.slice(30, 90).map(({ id }) => id));
}

/** Before: $0.51, $1.00, $0.25, $0.44 and $1.00. */
const COSTS = {
	searchUsers: 0.11,
	searchPosts: 0.06,
	searchPostsToAnswer: 0.16,
	searchLists: 0.11,
	searchConversations: 0.2,
};

describe.each(Object.entries(COSTS))('%s', (method, most) => {
	it('costs at most what the form says', async () => {
		fill();
		await list(method);
		expect(usd()).toBeGreaterThan(0);
		expect(usd()).toBeLessThanOrEqual(most);
		const form = JSON.stringify(descriptionOf('xCore').properties);
		const [, said] = new RegExp(`"searchListMethod":"${method}"[^]*?up to \\$([\\d.]+)`).exec(form) ?? [];
		expect(Number(said)).toBe(most);
	});

	it('costs nothing more for some minutes, until something is written', async () => {
		await list(method);
		const before = sim().requests.length;
		for (let turn = 0; turn < 5; turn++) await list(method);
		expect(sim().requests).toHaveLength(before);
		await core('post.create', { text: `New for ${method}` });
		await list(method);
		expect(sim().requests.length).toBeGreaterThan(before + 1);
		const after = sim().requests.length;
		sim().platform.clock.advance(6 * 60_000);
		await list(method);
		expect(sim().requests.length).toBeGreaterThan(after);
	});
});

describe('typing into User', () => {
	it('asks X from the third letter on, for ten', async () => {
		for (const typed of ['s', 'su', 'sup']) await list('searchUsers', typed);
		expect(sim().requests.filter(({ path }) => path === '/2/users/search')).toMatchObject([
			{ query: { query: 'sup', max_results: '10' } },
		]);
		expect(usd()).toBeLessThanOrEqual(0.11);
	});

	it('offers who was seen, before X is asked', async () => {
		const run = await core('user.get', { id: byId(world().others[50]!.id) });
		const name = run.json[0]?.username as string;
		const before = sim().requests.length;
		const { results } = await list('searchUsers', name.slice(0, 2));
		expect(results.map(({ value }) => value)).toContain(world().others[50]!.id);
		expect(sim().requests).toHaveLength(before);
	});
});
