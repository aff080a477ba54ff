/**
 * Weeks of silence, purged lists, other accounts, a workflow that answers itself, and Max Cost per Day of the credential,
 * which polls share with runs and lists: what is lost, doubled, billed and reported.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { totalOf } from '../../simulator/bill';
import { runNode } from '../../support';
import { itemsOf, type PollTrigger } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { byId, idsOf, ME, useWorld } from './world';

const world = useWorld();
useSkippedWaits(() => world().sim);

const HOUR = 60;
const DAY = 24 * HOUR;

const activated = async (trigger: PollTrigger): Promise<PollTrigger> => {
	await trigger.activate();
	return trigger;
};

async function pollFor(trigger: PollTrigger, minutes: number, interval: number): Promise<void> {
	for (let passed = 0; passed < minutes; passed += interval) {
		world().pass(interval);
		await trigger.poll();
	}
}

/** What X has billed since, in US dollars. */
const billed = (): number => totalOf(world().sim.requests, true) / 1_000_000;
const asked = (name: string): (string | null)[] =>
	world().sim.requests.map(({ query }) => new URLSearchParams(query as never).get(name));

describe('quiet weeks', () => {
	it('of a search are no loss, with restarts or without', async () => {
		const { post, open } = world();
		post('An old zebra');
		const trigger = await activated(await open('postBySearch', { query: 'zebra' }));
		for (let week = 0; week < 3; week++) {
			await pollFor(trigger, 8 * DAY, 4 * HOUR);
			await trigger.restart();
		}
		expect(trigger.errors).toEqual([]);
		expect(itemsOf(trigger)).toEqual([]);
		// n8n stores what the trigger remembers by a run without items, in which no other node runs.
		expect(trigger.executions.length).toBeLessThanOrEqual(7);
		expect(trigger.executions.flatMap(({ nodes }) => nodes.After ?? [])).toEqual([]);
		const { id } = post('A zebra');
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([id]);
	});
});

describe('the author', () => {
	it.each([
		['Simplified', { output: 'simplified' }],
		['Raw', { output: 'raw' }],
		['Selected Fields without it', { output: 'selectedFields', outputFields: 'text' }],
		[
			'Selected Fields without it, although the option is on',
			{ output: 'selectedFields', outputFields: 'text' },
			{ includeAuthor: true },
		],
	] as Array<[string, INodeParameters, IDataObject?]>)(
		'is not bought for %s',
		async (_, form, options = {}) => {
			const { mention, open, sim } = world();
			const trigger = await activated(await open('mention', form, { as: 'oAuth1', options }));
			sim.requests.length = 0;
			Array.from({ length: 10 }, () => mention());
			await trigger.poll();
			expect(itemsOf(trigger)).toHaveLength(10);
			expect(asked('expansions')).toEqual([null]);
			expect(billed()).toBeCloseTo(0.05, 6);
		},
	);

	it.each([
		['the option', {}, { includeAuthor: true }],
		['a selected field', { output: 'selectedFields', outputFields: 'text,author.username' }, {}],
	])('comes where %s asks for it', async (_, form, options) => {
		const { mention, open, first, sim } = world();
		const trigger = await activated(await open('mention', form, { as: 'oAuth1', options }));
		sim.requests.length = 0;
		mention();
		await trigger.poll();
		expect(itemsOf(trigger)).toMatchObject([{ author: { username: first.username } }]);
		expect(billed()).toBeCloseTo(0.015, 6);
	});
});

describe('another account', () => {
	it('is asked for once for each token, and not at all with OAuth 1.0a', async () => {
		const { open, count, sim } = world();
		const oAuth2 = await activated(await open('mention'));
		await pollFor(oAuth2, 2 * DAY, HOUR);
		expect(count('/2/users/me')).toBe(1);
		sim.requests.length = 0;
		const oAuth1 = await activated(await open('mention', {}, { as: 'oAuth1' }));
		await pollFor(oAuth1, 2 * DAY, HOUR);
		expect(count('/2/users/me')).toBe(0);
		expect(new Set(sim.requests.map(({ path }) => path))).toEqual(new Set([`/2/users/${ME.id}/mentions`]));
	});
});

describe('a workflow that answers', () => {
	it.each([
		['a search', 'postBySearch', () => ({ query: 'zebra OR lion' })],
		[
			'a whole conversation',
			'reply',
			(watched: string) => ({ post_id: byId(watched), replies: 'conversation' }),
		],
	])('%s does not start itself, and pays nothing for its own Posts', async (_, event, form) => {
		const { post, open, first, sim } = world();
		const watched = post('Watched', {}, ME.id).id;
		const trigger = await activated(await open(event, form(watched), { as: 'oAuth1' }));
		const say = (by: string) => {
			const referenced_tweets = [{ type: 'replied_to' as const, id: watched }];
			return post('A zebra', { conversation_id: watched, referenced_tweets }, by).id;
		};
		const started = [say(first.id)];
		sim.requests.length = 0;
		for (let round = 0; round < 60; round++) {
			await pollFor(trigger, 1, 1);
			for (let each = idsOf(trigger).length - round; each > 0; each--) say(ME.id);
		}
		expect(idsOf(trigger)).toEqual(started);
		expect(billed()).toBe(0.005);
	});

	it.each(['mention', 'postOfList', 'quote'])('leaves its own Posts out of %s', async (event) => {
		const { post, open, state, first } = world();
		const watched = post('Watched').id;
		const [list] = state.lists.values();
		list!.members.push(ME.id, first.id);
		const forms = { mention: {}, postOfList: { list_id: byId(list!.id) }, quote: { post_id: byId(watched) } };
		const trigger = await activated(await open(event, forms[event as keyof typeof forms]));
		const referenced_tweets = [{ type: 'quoted' as const, id: watched }];
		const say = (by: string) => post(`@${ME.username} Look`, { referenced_tweets }, by).id;
		say(ME.id);
		const id = say(first.id);
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([id]);
	});
});

describe('old entries', () => {
	/** A list of followers with as many as X has for larger accounts. */
	function famous() {
		const { state, others } = world();
		const [known] = others;
		const ids = Array.from({ length: 3000 }, (_, count) => `88${String(count).padStart(6, '0')}`);
		for (const id of ids) state.users.set(id, { ...known!, id, username: `fan${id}` });
		state.followers.set(ME.id, [...ids]);
		return ids;
	}

	it('do not come as new where the very first page is empty, but not the last one', async () => {
		const suspended = new Set(famous().slice(0, 100));
		const { open, sim, newcomer, follow } = world();
		sim.fail({
			match: { path: `/2/users/${ME.id}/followers` },
			kind: 'altered',
			times: 100,
			alter: ({ body, ...answer }) => {
				const { data, meta } = body as { data: { id: string }[]; meta: object };
				const shown = data.filter(({ id }) => !suspended.has(id));
				return { ...answer, body: { ...(shown.length > 0 && { data: shown }), meta } };
			},
		});
		const trigger = await activated(await open('follower'));
		await trigger.poll();
		expect(itemsOf(trigger)).toEqual([]);
		const { id } = newcomer();
		follow(id);
		await trigger.poll();
		expect(idsOf(trigger)).toEqual([id]);
		expect(trigger.errors).toEqual([]);
	});
});

describe('more than a poll passes on', () => {
	it('comes with the next polls, and is no failed execution', async () => {
		const { mention, open } = world();
		const trigger = await activated(await open('mention', {}, { as: 'oAuth1' }));
		const made = Array.from({ length: 2350 }, () => mention().id);
		await trigger.poll();
		expect(itemsOf(trigger)).toHaveLength(1000);
		await trigger.poll();
		await trigger.poll();
		expect(idsOf(trigger).sort()).toEqual(made.sort());
		expect(trigger.errors).toEqual([]);
	});
});

describe('Max Cost per Day of the credential', () => {
	/** In milliseconds. */
	const A_DAY = 86_400_000;
	const LIMITED = { xUserOAuth1Api: { maxCostPerDay: 0.3 } };

	it('polls until the limit that runs share, reports that once, and finds the rest the next day', async () => {
		const made = world();
		const { clock } = made.sim.platform;
		// The counter of a process begins anew each day.
		clock.advance(50 * A_DAY - (clock.now() % A_DAY));
		const trigger = await made.open('mention', {}, { as: 'oAuth1', credentials: LIMITED });
		await trigger.activate();
		await runNode({
			node: 'xCore',
			sim: made.sim,
			credentials: LIMITED,
			parameters: {
				authentication: 'oAuth1',
				resource: 'user',
				operation: 'getFollowers',
				id: byId(ME.id),
				limit: 10,
			},
		});
		for (let poll = 0; poll < 60; poll++) {
			made.mention();
			made.pass(1);
			await trigger.poll();
		}
		const found = itemsOf(trigger).length;
		expect(found).toBeGreaterThan(5);
		expect(found).toBeLessThan(60);
		expect(totalOf(made.sim.requests, true) / 1_000_000).toBeLessThanOrEqual(0.3);
		expect(trigger.errors.map(({ message }) => message)).toEqual([
			expect.stringMatching(/^Max Cost per Day of the credential \(\$0\.30\) does not allow this request/),
		]);

		clock.advance(A_DAY - (clock.now() % A_DAY));
		for (let poll = 0; poll < 20; poll++) {
			made.pass(1);
			await trigger.poll();
		}
		expect(new Set(itemsOf(trigger).map(({ id }) => id)).size).toBeGreaterThan(found);
		expect(trigger.errors.length).toBeLessThanOrEqual(2);
	});

	it('does not publish a workflow whose first poll the limit refuses', async () => {
		const made = world();
		const { clock } = made.sim.platform;
		clock.advance(90 * A_DAY - (clock.now() % A_DAY));
		const trigger = await made.open(
			'mention',
			{},
			{
				as: 'oAuth1',
				credentials: { xUserOAuth1Api: { maxCostPerDay: 0.01 } },
			},
		);
		await expect(trigger.activate()).rejects.toThrow(/^Max Cost per Day of the credential/);
	});
});
