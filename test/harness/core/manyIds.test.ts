/**
 * Look-ups of more IDs than one request takes.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { range } from 'lodash';
import { useCore } from './support';

const { sim, core, count } = useCore();
const IDS = range(150).map((index) => String(1_000_000 + index));

/** Answers each request with an entity for each ID. */
const answerAll = (path: string) => {
	for (const part of [IDS.slice(0, 100), IDS.slice(100)])
		sim().fail({
			match: { path },
			kind: 'status',
			status: 200,
			body: { data: part.map((id) => ({ id })) },
		});
};

it.each([
	['post.getMany', '/2/tweets'],
	['post.getAnalytics', '/2/tweets/analytics'],
	['user.getMany', '/2/users'],
	['space.getMany', '/2/spaces'],
])('%s sends a request for each hundred', async (name, path) => {
	answerAll(path);
	const times = name.endsWith('Analytics')
		? { start_time: '2026-05-19T00:00:00Z', end_time: '2026-05-21T00:00:00Z' }
		: {};
	const run = await core(name, { ids: IDS.join(','), ...times });
	expect(run.error).toBeUndefined();
	expect(run.json.map(({ id }) => id)).toEqual(IDS);
	expect(sim().requests.map(({ query }) => query.ids?.split(',').length)).toEqual([100, 50]);
});

it('usernames are split as IDs are', async () => {
	const names = range(130).map((index) => `person_${index}`);
	await core('user.getMany', { ids: names.map((name) => `@${name}`).join(',') });
	expect(sim().requests.map(({ query }) => query.usernames?.split(',').length)).toEqual([100, 30]);
});

it('a later request that fails costs nothing of the earlier ones, and the next run goes on from there', async () => {
	const match = { path: '/2/tweets' };
	const body = { data: IDS.slice(0, 100).map((id) => ({ id })) };
	sim().fail({ match, kind: 'status', status: 200, body });
	sim().fail({ match, kind: 'status', status: 403, body: { title: 'Forbidden' } });
	const run = await core('post.getMany', { ids: IDS.join(',') }, { continueOnFail: true });
	expect(run.json).toHaveLength(101);
	expect(JSON.stringify(run.json[100])).toContain('set Options → Resume From to 1000100');
	await core('post.getMany', { ids: IDS.join(','), options: { resumeFrom: '1000100' } });
	expect(sim().requests.at(-1)?.query.ids).toBe(IDS.slice(100).join(','));
});

it('Max Cost ends it before the request that would pass it', async () => {
	answerAll('/2/tweets');
	const form = { ids: IDS.join(','), options: { maxCost: 0.6 } };
	const run = await core('post.getMany', form, { continueOnFail: true });
	expect(count('/2/tweets')).toBe(1);
	expect(run.json).toHaveLength(101);
	expect(JSON.stringify(run.json[100])).toContain('1000100');
});

it('an ID that is given twice is asked for once, and blanks may be left out', async () => {
	sim().fail({ match: { path: '/2/tweets' }, kind: 'status', status: 200, body: { data: [] }, times: 2 });
	const written = `={{ ${JSON.stringify([...IDS, '', null, ' ', ...IDS])} }}`;
	await core('post.getMany', { ids: written, options: { emptyExpressions: 'leaveOut' } });
	expect(sim().requests.map(({ query }) => query.ids?.split(',').length)).toEqual([100, 50]);
});

it('refuses a place that is none of the IDs, because it would begin at the start', async () => {
	const run = await core('post.getMany', { ids: IDS.join(','), options: { resumeFrom: '99' } });
	expect(run.error?.message).toBe('"Resume From" must be one of the values to look up, and is "99"');
	expect(count('/2/tweets')).toBe(0);
});
