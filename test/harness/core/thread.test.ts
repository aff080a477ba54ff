/**
 * Threads: which Posts are on X after each way in which a thread can succeed or fail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get, range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import type { NodeRun } from '../../support';
import { asText } from '../../../nodes/shared/util/text';
import { useSkippedWaits } from '../../support/waits';
import { until } from '../../support/webhookReceiver';
import { itemsWith, useCore } from './support';

const { answer, sim, core, start, held, sent, world } = useCore();
useSkippedWaits(sim);

const list = (...texts: string[]): INodeParameters => ({ posts: { posts: texts.map((text) => ({ text })) } });
const create = async (...of: [INodeParameters, Parameters<typeof core>[2]?]) =>
	await core('thread.create', ...of);

/** The texts of the thread that ends last, and whether each of its Posts answers the one before. */
function thread(): string[] {
	const mine = [...held().posts.values()].filter(({ author_id }) => author_id === world().me.id);
	const texts: string[] = [];
	let post = mine.at(-1);
	while (post) {
		texts.unshift(post.text);
		const before = post.referenced_tweets?.find(({ type }) => type === 'replied_to')?.id;
		post = mine.find(({ id }) => id === before);
	}
	return texts;
}

const made = (before: number) => held().posts.size - before;
const tweets = () => sent().filter((request) => request === 'POST /2/tweets').length;
const place = ({ error }: NodeRun): string => asText(get(error, 'context.data.resume.from'));

describe('a thread', () => {
	it('is published in order, each Post as an answer to the one before', async () => {
		const run = await create({ ...list('One', 'Two', 'Three'), numbering: 'after' });
		expect(run.error).toBeUndefined();
		expect(thread()).toEqual(['One 1/3', 'Two 2/3', 'Three 3/3']);
		const ids = run.json.map(({ id }) => asText(id));
		const at = (index: number) => `https://x.com/i/status/${ids[index]}`;
		expect(run.json).toEqual([
			{ id: ids[0], text: 'One 1/3', position: 1, of: 3, url: at(0) },
			{ id: ids[1], text: 'Two 2/3', position: 2, of: 3, in_reply_to: ids[0], url: at(1) },
			{ id: ids[2], text: 'Three 3/3', position: 3, of: 3, in_reply_to: ids[1], url: at(2) },
		]);
	});

	it('may be made of the input items, with pictures, polls and long texts', async () => {
		const picture = { data: 'aGVsbG8=', mimeType: 'image/png' };
		const items = [
			{ json: { text: 'A picture', kind: 'file' }, binary: { data: picture, other: picture } },
			{ json: { text: `${'Long '.repeat(60)}.`, kind: 'none' } },
			{ json: { text: 'A poll', kind: 'poll' } },
		];
		const form = {
			threadFrom: 'items',
			attachment: '={{ $json.kind }}',
			text: '={{ $json.text }}',
			binaryProperty: 'data, other',
			altText: 'Something',
			pollOptions: 'Yes, really\nNo',
			options: { reply_settings: 'following' },
		};
		const run = await create(form, { items });
		expect(run.error).toBeUndefined();
		expect(thread()).toEqual(['A picture', expect.any(String), expect.any(String), 'A poll']);
		expect(run.itemsPaired).toEqual([0, 1, 1, 2]);
		const bodies = sim()
			.requests.filter(({ route }) => route === '/2/tweets')
			.map(({ body }) => body as Record<string, unknown>);
		expect(bodies[0]).toMatchObject({
			media: { media_ids: [/./, /./].map(() => expect.any(String) as string) },
		});
		expect(bodies.map(({ reply_settings }) => reply_settings)).toEqual([
			'following',
			undefined,
			undefined,
			undefined,
		]);
		expect(bodies[3]).toMatchObject({ poll: { options: ['Yes, really', 'No'], duration_minutes: 1440 } });
		// Everything is uploaded before anyone sees anything.
		const order = sent().filter((request) => /tweets$|finalize$/.test(request));
		expect(order.map((request) => request.replace(/\d+/g, ''))).toEqual([
			...Array<string>(2).fill('POST //media/upload//finalize'),
			...Array<string>(4).fill('POST //tweets'),
		]);
	});

	it('is checked before anything is sent', async () => {
		const posts = [{ text: 'One' }, { text: ' ' }, { text: 'Three', attachment: 'poll', pollOptions: 'Yes' }];
		const run = await create({ posts: { posts } });
		expect(run.error?.message).toContain('needs 2 to 4 options, and has 1');
		const blank = await create(list('One', ' '));
		expect(blank.error?.message).toBe('"Posts 2 → Text" is required for a Post without media');
		const items = [{ json: { text: 'One' } }, { json: { text: '' } }];
		const form = { threadFrom: 'items', text: '={{ $json.text }}' };
		const gap = await create(form, { items, continueOnFail: true });
		expect(gap.json.map(({ error }) => error)).toEqual(
			expect.arrayContaining(['Nothing of the thread was published: another item of it is not valid']),
		);
		expect(sent()).toEqual([]);
	});
});

const form = list('One', 'Two', 'Three');

const goOn = async (run: NodeRun) => await create({ ...form, options: { resumeFrom: place(run) } });

describe('a thread that breaks in the middle', () => {
	it('names what stands after a refusal, and goes on without doubling', async () => {
		const before = held().posts.size;
		const body = { title: 'Forbidden', detail: 'You are not allowed to do this.', status: 403 };
		answer('/2/tweets', body, { skip: 1, status: 403 });
		const run = await create(form);
		expect(run.error?.message).toContain('You are not allowed to do this');
		const first = [...held().posts.keys()].at(-1) ?? '';
		expect(place(run)).toBe(`1@${first}`);
		expect(run.error?.description).toContain(`1 of 3 Posts stand (${first} in this run)`);
		expect(run.error?.description).toContain(`Resume From to 1@${first}`);
		const rest = await goOn(run);
		expect(rest.json.map(({ position }) => position)).toEqual([2, 3]);
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect(made(before)).toBe(3);
	});

	it('gives out what stands beside the error with Continue On Fail', async () => {
		answer('/2/tweets', {}, { skip: 2, status: 403 });
		const run = await create(form, { continueOnFail: true });
		expect(run.json.map(({ position }) => position)).toEqual([1, 2, undefined]);
		expect(run.json[2]).toMatchObject({ details: { resume: { from: `2@${run.json[1]?.id as string}` } } });
	});

	it.each([
		['the connection is cut', { kind: 'reset' }],
		['a gateway says that it took too long', { kind: 'html', status: 504 }],
		['X is not available', { kind: 'status', status: 503, body: '' }],
	] as const)('goes on by itself where %s and the Post stands', async (_case, fault) => {
		const before = held().posts.size;
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, ...fault, after: true });
		const run = await create(form);
		expect(run.error).toBeUndefined();
		expect(run.json.map(({ text }) => text)).toEqual(['One', 'Two', 'Three']);
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect(made(before)).toBe(3);
	});

	it.each([
		['the first Post', 0, /^\?/],
		['a later one', 2, /^2@\d+\?/],
	])('looks again later where nobody could say whether %s stands', async (_which, skip, shape) => {
		const before = held().posts.size;
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip, kind: 'reset', after: true });
		sim().fail({ match: { path: '/2/users/{id}/tweets' }, kind: 'status', status: 403, body: {} });
		const run = await create(form);
		expect(place(run)).toMatch(shape);
		expect(run.error?.description).toContain('it will be looked up');
		const rest = await goOn(run);
		expect(rest.error).toBeUndefined();
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect(made(before)).toBe(3);
	});

	it('finds the Post weeks later, behind hundreds of others', async () => {
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, kind: 'reset', after: true });
		sim().fail({ match: { path: '/2/users/{id}/tweets' }, kind: 'status', status: 403, body: {} });
		const run = await create(form);
		const items = itemsWith(...range(130).map((index) => `By hand ${index}`));
		await core('post.create', { text: '={{ $json.value }}' }, { items });
		const before = held().posts.size;
		expect((await goOn(run)).error).toBeUndefined();
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect(made(before)).toBe(1);
	});

	it('publishes nothing where X no longer lists the time in which the Post was sent', async () => {
		for (const page of range(31)) {
			const other = { text: 'Other', created_at: '2026-06-01T00:00:00.000Z' };
			const data = range(100).map((index) => ({ ...other, id: String(10_000 + 100 * page + index) }));
			const body = { data, meta: { ...(page < 30 && { next_token: `page${page}` }) } };
			sim().fail({ match: { path: '/2/users/{id}/tweets' }, kind: 'status', status: 200, body });
		}
		const options = { resumeFrom: '1@1234567890?2026-01-02T03:04:05.000Z' };
		const run = await create({ ...form, options });
		expect(run.error?.message).toBe('Whether X has done this is not known since 2026-01-02T03:04:05.000Z');
		expect(run.error?.description).toContain('X lists the latest 3,200 only');
		expect(run.error?.description).toContain('"Two"');
		expect(tweets()).toBe(0);
	});

	it.each(['1@1234567890?', '1@1234567890?::', 'One'])('refuses what is no place: %s', async (resumeFrom) => {
		const run = await create({ ...form, options: { resumeFrom } });
		expect(run.error?.message).toContain('must be the place that an earlier run names');
		expect(sent()).toEqual([]);
	});
});

describe('a thread that was cancelled, or waits', () => {
	it.each([0, 20])(
		'is not published twice where it was cancelled, and X lists the Post %i s late',
		async (late) => {
			const before = held().posts.size;
			sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, kind: 'silent', after: true });
			const running = await start('thread.create', form);
			await until(() => made(before) === 2);
			running.cancel();
			const { run } = await running.finished;
			const resumeFrom = run.data.resultData.metadata?.resume ?? '';
			const { clock } = sim().platform;
			const listed = clock.now() + late * 1000;
			sim().fail({
				match: { path: '/2/users/{id}/tweets' },
				kind: 'altered',
				times: 4,
				alter: (answer) =>
					clock.now() < listed ? { ...answer, body: { meta: { result_count: 0 } } } : answer,
			});
			expect((await create({ ...form, options: { resumeFrom } })).error).toBeUndefined();
			expect(thread()).toEqual(['One', 'Two', 'Three']);
			expect(made(before)).toBe(3);
		},
	);

	it('names its item, and its place is refused for the threads of other items', async () => {
		answer('/2/tweets', {}, { skip: 1, status: 403 });
		const items = itemsWith('A', 'B');
		const two = { posts: { posts: [{ text: '={{ $json.value }} 1' }, { text: '={{ $json.value }} 2' }] } };
		const run = await create(two, { items });
		expect(run.error?.description).toMatch(/change nothing else, with item 1 as the only input/);
		const before = held().posts.size;
		const mixed = await create({ ...two, options: { resumeFrom: place(run) } }, { items });
		expect(mixed.error?.message).toContain('is the place of one thread, and several items have it');
		expect(made(before)).toBe(0);
		const resumeFrom = JSON.stringify(get(run.error, 'context.data.resume'));
		const rest = await create({ ...two, options: { resumeFrom } }, { items });
		expect(rest.json.map(({ text }) => text)).toEqual(['A 2', 'B 1', 'B 2']);
	});

	it('is sent again where X shows that it did not arrive, though its list lags behind where it did', async () => {
		const before = held().posts.size;
		const empty = { kind: 'status', status: 200, body: { meta: { result_count: 0 } } } as const;
		sim().fail({ match: { path: '/2/users/{id}/tweets' }, times: 2, ...empty });
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, kind: 'reset', after: true });
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, kind: 'reset' });
		expect((await create(form)).error).toBeUndefined();
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect([made(before), tweets()]).toEqual([3, 4]);
	});

	it('is looked up and sent in the next run where X answers no request twice in a row', async () => {
		const before = held().posts.size;
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, times: 2, kind: 'reset' });
		const run = await create(form);
		expect(place(run)).toMatch(/^1@\d+\?/);
		const rest = await goOn(run);
		expect(rest.json.map(({ position }) => position)).toEqual([2, 3]);
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect(made(before)).toBe(3);
	});

	it('waits for a rate limit, and names the place where that takes too long', async () => {
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, kind: 'rateLimited', resetIn: 60 });
		expect((await create(form)).error).toBeUndefined();
		expect(tweets()).toBe(4);
		const before = held().posts.size;
		sim().fail({ match: { method: 'POST', path: '/2/tweets' }, skip: 1, kind: 'rateLimited', resetIn: 600 });
		const run = await create({ ...form, options: { maxWait: 10 } });
		expect(place(run)).toMatch(/^1@\d+$/);
		expect((await goOn(run)).error).toBeUndefined();
		expect(made(before)).toBe(3);
	});

	it('stops below Max Cost, and goes on', async () => {
		const before = held().posts.size;
		const run = await create({ ...form, options: { maxCost: 0.03 } });
		expect(run.error?.message).toContain('Max Cost');
		expect(place(run)).toMatch(/^2@\d+$/);
		await goOn(run);
		expect(thread()).toEqual(['One', 'Two', 'Three']);
		expect(made(before)).toBe(3);
	});

	it('refuses a place that is behind its end, before anything is sent', async () => {
		const run = await create({ ...form, options: { resumeFrom: '9@1880028106020515840' } });
		expect(run.error?.message).toBe('"Resume From" is behind the end: the thread has 3 Posts now');
		expect(sent()).toEqual([]);
	});
});
