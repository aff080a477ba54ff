/**
 * What ends a run early leaves it as data, in one form, and the operation takes it back.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import { sleep } from 'n8n-workflow';
import type { NodeRun } from '../../support';
import { skipWaits } from '../../support/waits';
import { byId, itemsWith, useCore } from './support';

const { answer, sim, core, start, held, world, count } = useCore({ followers: 250 });

const PATH = '/2/users/{id}/followers';
const followers = (options: Record<string, unknown> = {}) => ({
	id: byId(world().me.id),
	returnAll: true,
	options: options as never,
});
const own = () => held().followers.get(world().me.id)!;
const ids = ({ json }: NodeRun) => json.flatMap(({ id }) => (id === undefined ? [] : [id]));
const thrown = ({ error }: NodeRun) => get(error, 'context.data.resume') as unknown;
/** What n8n keeps with the execution. */
const kept = ({ run }: Pick<NodeRun, 'run'>) =>
	JSON.parse(run.data.resultData.metadata?.resume ?? '{}') as unknown;
const last = ({ json }: NodeRun) => json.at(-1)?.resume;
/** The first page of a list, as small as X may make it. */
const firstPage = () => {
	const data = own()
		.slice(0, 30)
		.map((id) => ({ id }));
	answer(PATH, { data, meta: { next_token: 'later' } });
};

describe('a list at Max Cost', () => {
	it('is an error by default, with the place as data', async () => {
		firstPage();
		const run = await core('user.getFollowers', followers({ maxCost: 0.305 }));
		expect(run.error?.message).toBe('Max Cost ($0.305) does not allow this request');
		expect(run.error?.description).toMatch(
			/30 items came before and are not in the output: to go on from there, set Options → Resume From to later$/,
		);
		expect(thrown(run)).toEqual({
			reason: 'maxCost',
			from: 'later',
			left: [{ item: 0, from: 'later', done: 30 }],
		});
	});

	it('is an item with the place where errors are items, after what came', async () => {
		firstPage();
		const run = await core('user.getFollowers', followers({ maxCost: 0.305 }), { continueOnFail: true });
		expect(run.json).toHaveLength(31);
		expect(run.json[30]).toMatchObject({ details: { kind: 'maxCost', resume: { from: 'later' } } });
	});

	it('may end quietly: the last item has what is left, and the hint says so', async () => {
		const options = { maxCost: 1.2, whenMaxCost: 'end' };
		const run = await core('user.getFollowers', followers(options));
		expect(run.error).toBeUndefined();
		expect(sim().requests.map(({ query }) => query.max_results)).toEqual(['120']);
		expect(ids(run)).toEqual(own().slice(0, 120));
		const place = { item: 0, from: expect.any(String) as string, done: 120 };
		expect(last(run)).toEqual({ reason: 'maxCost', from: place.from, left: [place] });
		expect(run.hints[0]?.message).toMatch(/^Max Cost is reached\. The list stops after 120 items/);
		const rest = await core('user.getFollowers', followers({ ...options, resumeFrom: last(run) }));
		expect(ids(rest)).toEqual(own().slice(120, 240));
		const end = await core('user.getFollowers', followers({ resumeFrom: get(last(rest), 'from') }));
		expect(ids(end)).toEqual(own().slice(240));
		expect(last(end)).toBeUndefined();
	});
});

describe('several items at Max Cost', () => {
	const form = (options = {}) => ({
		id: byId('={{ $json.value }}'),
		options: { parallelRequests: 1, ...options },
	});

	it('are taken up where they were left, each once', async () => {
		const users = [...held().users.keys()].slice(0, 30);
		const found: unknown[] = [];
		let resume: unknown = 'start';
		for (let runs = 0; resume !== undefined && runs < 20; runs++) {
			const run = await core('user.get', form({ maxCost: 0.1, whenMaxCost: 'end', resumeFrom: resume }), {
				items: itemsWith(...users),
			});
			expect(run.error).toBeUndefined();
			found.push(...ids(run));
			resume = last(run);
		}
		expect(resume).toBeUndefined();
		expect(found).toEqual(users);
	});

	it('stay done, and keep their places, in a resumed run that fails before it reaches them', async () => {
		const items = itemsWith('one', 'two', 'three');
		const resumeFrom = JSON.stringify({
			left: [{ item: 1 }, { item: 2, since: '2026-11-20T10:00:00.000Z' }],
		});
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, kind: 'status', status: 403, body: {} });
		const form = { text: '={{ $json.value }}', options: { resumeFrom } };
		const run = await core('post.create', form, { items });
		expect(thrown(run)).toMatchObject({
			left: [{ item: 1 }, { item: 2, unsure: true, since: '2026-11-20T10:00:00.000Z' }],
		});
	});

	it.each(['since yesterday', 'since 2026-11-26T08:00:00', 'since'])(
		'begin at no time without its zone: %s',
		async (resumeFrom) => {
			const form = { text: 'one', options: { resumeFrom } };
			const run = await core('post.create', form, { items: itemsWith('one') });
			expect(run.error?.message).toContain('such as since 2026-11-26T08:00:00Z');
			expect(count('/2/tweets')).toBe(0);
		},
	);

	it('are named by the error where the run stops with one', async () => {
		const items = itemsWith('one', 'two', 'three');
		const run = await core(
			'post.create',
			{ text: '={{ $json.value }}', options: { maxCost: 0.02 } },
			{ items },
		);
		expect(run.error?.description).toContain('Item 1 was done before the run stopped');
		expect(thrown(run)).toEqual({ reason: 'maxCost', left: [{ item: 1 }, { item: 2 }] });
		const rest = await core(
			'post.create',
			{ text: '={{ $json.value }}', options: { resumeFrom: JSON.stringify(thrown(run)) } },
			{ items },
		);
		expect(rest.json.map(({ text }) => text)).toEqual(['two', 'three']);
		expect(rest.itemsPaired).toEqual([1, 2]);
		expect(count('/2/tweets')).toBe(3);
	});

	it('fail, quiet or not, where not even the first request fits', async () => {
		const options = { maxCost: 0.01, whenMaxCost: 'end' };
		const run = await core('post.create', { text: 'Hello', options });
		expect(run.error?.message).toBe('Max Cost ($0.01) does not allow this request');
	});
});

describe('other ends', () => {
	it.each([
		['a rate limit beyond Max Wait', { kind: 'rateLimited', resetIn: 600 }, 'rateLimit'],
		['a refusal', { kind: 'status', status: 403, body: { title: 'Forbidden' } }, 'forbidden'],
	] as const)('keep the place: %s', async (_case, fault, reason) => {
		firstPage();
		sim().fail({ match: { path: PATH }, ...fault });
		const run = await core('user.getFollowers', followers({ maxWait: 1 }));
		const left = [{ item: 0, from: 'later', done: 30 }];
		expect(thrown(run)).toEqual({ reason, from: 'later', left });
	});

	it('leave no item that was under way when another failed, and is done', async () => {
		const made = await core(
			'list.create',
			{ name: '={{ $json.value }}' },
			{ items: itemsWith('a', 'b', 'c') },
		);
		const items = itemsWith(...ids(made));
		const match = { method: 'DELETE' };
		sim().fail({ match, kind: 'status', status: 403, body: { title: 'Forbidden', status: 403 } });
		sim().fail({ match, kind: 'slow', delayMs: 50, times: 2 });
		const run = await core('list.delete', { id: byId('={{ $json.value }}') }, { items });
		expect(thrown(run)).toEqual({ reason: 'forbidden', left: [{ item: 0 }] });
		const rest = { id: byId('={{ $json.value }}'), options: { resumeFrom: thrown(run) as string } };
		expect((await core('list.delete', rest, { items })).error?.message).toBeUndefined();
	});

	it('at the first page name no place', async () => {
		sim().fail({ match: { path: PATH }, kind: 'status', status: 403, body: { title: 'Forbidden' } });
		expect(thrown(await core('user.getFollowers', followers()))).toBeUndefined();
	});

	it('name the place from which the run itself was resumed, until a page has come', async () => {
		sim().fail({ match: { path: PATH }, kind: 'rateLimited', resetIn: 600 });
		const run = await core('user.getFollowers', followers({ maxWait: 1, resumeFrom: 'here' }));
		expect(run.error?.description).toMatch(/set Options → Resume From to here$/);
		expect(thrown(run)).toMatchObject({ from: 'here' });
	});

	// n8n drops what a node of a cancelled execution returns. What it keeps is the data of the execution.
	it('keep the place of a cancelled list with the execution', async () => {
		firstPage();
		sim().fail({ match: { path: PATH }, kind: 'rateLimited', resetIn: 600 });
		const { waits, waitAgain } = skipWaits(sim());
		const running = await start('user.getFollowers', followers());
		waits.meanwhile = async () => {
			// The second page is asked for two turns before the first one is read. Timers end in the order of their start.
			for (let turn = 0; turn < 3; turn++) await sleep(0);
			running.cancel();
		};
		const run = await running.finished;
		waitAgain();
		expect(run.status).toBe('canceled');
		expect(kept(run)).toEqual({
			reason: 'cancelled',
			from: 'later',
			left: [{ item: 0, from: 'later', done: 30 }],
		});
	});
});

describe('Resume From', () => {
	it.each([
		['what is no resume', { done: 3 }, 'must be the "resume" of an earlier run'],
		['an item that is no number', { left: [{ item: 'one' }] }, 'must be the "resume" of an earlier run'],
		['no JSON', '{left', 'must be the "resume" of an earlier run'],
		['an expression without a value', '={{ $json.nothing }}', '"Resume From" is empty'],
	])('refuses %s, before anything is sent', async (_case, resumeFrom, message) => {
		const run = await core('user.getFollowers', followers({ resumeFrom }));
		expect(run.error?.message).toContain(message);
		expect(sim().requests).toEqual([]);
	});

	it('refuses a place for an operation that has none', async () => {
		const run = await core('post.create', { text: 'Hello', options: { resumeFrom: '2@1' } });
		expect(run.error?.message).toContain('this operation has no place to begin at');
		expect(sim().requests).toEqual([]);
	});

	it('refuses the place of one list for the lists of several items', async () => {
		const form = { id: byId('={{ $json.value }}'), options: { resumeFrom: 'later' } };
		const items = itemsWith(world().me.id, world().other.id);
		for (const continueOnFail of [false, true]) {
			const run = await core('user.getFollowers', form, { items, continueOnFail });
			const messages = [run.error?.message, ...run.json.map(({ error }) => error)].filter(Boolean);
			expect(messages).toHaveLength(continueOnFail ? 2 : 1);
			for (const message of messages)
				expect(message).toContain('"Resume From" is the place of one item, and several items have it');
		}
		expect(sim().requests).toEqual([]);
		const each = { ...form, options: { resumeFrom: '={{ "place of " + $json.value }}' } };
		await core('user.getFollowers', each, { items, continueOnFail: true });
		expect(count(PATH)).toBe(2);
	});
});
