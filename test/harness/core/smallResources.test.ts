/**
 * News, connections, community notes, rules and trends.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { byId, first, useCore } from './support';

const { sim, core, count, held, lastBody, sent, world } = useCore();
const AUTHENTICATION = 'app';

describe('news', () => {
	it('searches stories of a period and gets one', async () => {
		const run = await core('news.search', {
			query: 'space',
			filters: { max_age_hours: 720 },
			limit: 2,
		});
		expect(run.json).toMatchObject([
			{ id: expect.any(String) as string, hook: expect.any(String) as string },
		]);
		expect(sim().requests[0]?.query).toMatchObject({ max_age_hours: '720', max_results: '2' });
		const one = await core('news.get', { id: first(run) });
		expect(one.json).toMatchObject([{ id: first(run), keywords: {} }]);
	});
});

describe('connections', () => {
	it('lists past and present ones of some streams', async () => {
		const form = { filters: { status: 'all', endpoints: ['sample_stream'] }, limit: 3 };
		const run = await core('connection.getMany', form, { as: AUTHENTICATION });
		expect(run.json).toMatchObject([{ endpoint_name: expect.any(String) as string }]);
		expect(sim().requests[0]?.query).toMatchObject({ status: 'all', endpoints: 'sample_stream' });
	});

	it('ends them by ID, by stream and all at once', async () => {
		const uuids = '11111111-2222-4333-8444-000000000000, nope';
		const byUuid = await core('connection.terminate', { uuids }, { as: AUTHENTICATION });
		expect(byUuid.json).toMatchObject([{ successful_kills: 1, failed_kills: 1 }]);
		expect(lastBody()).toEqual({ uuids: uuids.split(', ') });
		await core('connection.terminateEndpoint', { endpoint_id: 'sample_stream' }, { as: AUTHENTICATION });
		await core('connection.terminateAll', {}, { as: AUTHENTICATION });
		expect(sent().slice(1)).toEqual(['DELETE /2/connections/sample_stream', 'DELETE /2/connections/all']);
	});
});

describe('community notes', () => {
	it('writes a note with its source, lists and deletes it', async () => {
		const { foreignPost } = world();
		const run = await core('communityNote.create', {
			post_id: byId(foreignPost.id),
			note_text: 'The figure is from another year.',
			url: 'https://stats.example/1',
			info_misleading_tags: ['outdated_information', 'missing_important_context'],
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({
			post_id: foreignPost.id,
			test_mode: true,
			info: {
				text: 'The figure is from another year. https://stats.example/1',
				classification: 'misinformed_or_potentially_misleading',
				misleading_tags: ['outdated_information', 'missing_important_context'],
				trustworthy_sources: true,
				is_media_note: false,
			},
		});
		const mine = await core('communityNote.getMany', { returnAll: true });
		expect(mine.json).toMatchObject([
			{ id: expect.any(String) as string, info: expect.any(Object) as object },
		]);
		const gone = await core('communityNote.delete', { id: first(run) });
		expect(gone.json).toEqual([{ deleted: true, id: first(run) }]);
	});

	it('writes a note that finds nothing misleading, for which no tags are asked', async () => {
		const run = await core('communityNote.create', {
			post_id: byId(world().foreignPost.id),
			note_text: 'The figure is right: https://stats.example/2',
			info_classification: 'not_misleading',
		});
		expect(run.error).toBeUndefined();
		expect(lastBody()).toMatchObject({
			info: { classification: 'not_misleading', misleading_tags: [] },
		});
	});

	it('finds Posts that need one and judges a draft', async () => {
		const posts = await core('communityNote.searchEligiblePosts', { limit: 2, test_mode: true });
		expect(sim().requests[0]?.query).toMatchObject({ max_results: '2', test_mode: 'true' });
		const run = await core('communityNote.evaluate', {
			post_id: byId(first(posts)),
			note_text: 'A draft',
		});
		expect(run.json).toEqual([{ claim_opinion_score: expect.any(Number) as number }]);
	});
});

describe('rules of the PowerStream', () => {
	it('adds several, reports a duplicate, lists and deletes by ID or text', async () => {
		const rules = { values: [{ value: 'from:acme', tag: 'a' }, { value: '#acme lang:en' }] };
		const run = await core('powerStreamRule.create', { rules }, { as: AUTHENTICATION });
		expect(run.json).toMatchObject([{ value: 'from:acme', tag: 'a' }]);
		expect(run.hints[0]?.message).toMatch(/Duplicate rule/);
		const all = await core('powerStreamRule.getMany', {}, { as: AUTHENTICATION });
		expect(all.json).toHaveLength(3);
		const ids = first(run);
		const byIds = await core('powerStreamRule.delete', { rule_ids: ids }, { as: AUTHENTICATION });
		expect(byIds.json).toMatchObject([{ deleted: true, ids: [ids], deleted_count: 1 }]);
		const text = { rules: { values: [{ value: 'from:acme_support' }] } };
		await core('powerStreamRule.delete', text, { as: AUTHENTICATION });
		expect([...held().powerstreamRules.values()].map(({ value }) => value)).toEqual(['#acme lang:en']);
		expect(count('/2/powerstream/rules')).toBe(4);
	});
});

describe('trends', () => {
	it('gets those of a place and those picked for the user', async () => {
		const place = await core('trend.getByPlace', {
			place: 'woeid',
			woeid: 23424977,
			filters: { max_trends: 3 },
		});
		expect(place.json[0]).toEqual({
			trend_name: expect.any(String) as string,
			tweet_count: expect.any(Number) as number,
		});
		expect(sim().requests[0]).toMatchObject({
			path: '/2/trends/by/woeid/23424977',
			query: { max_trends: '3' },
		});
		await core('trend.getByPlace', { place: '1118370', woeid: 23424977 });
		await core('trend.getByPlace');
		expect(sent().slice(1)).toEqual(['GET /2/trends/by/woeid/1118370', 'GET /2/trends/by/woeid/1']);
		const own = await core('trend.getPersonalized');
		const text = expect.any(String) as string;
		expect(own.json[0]).toMatchObject({ trend_name: text, category: text, post_count: text });
	});
});

describe.each([
	['powerStreamRule', { rule_ids: '1234567890' }, 'DELETE /2/powerstream/rules'],
	['streamRule', { ids: '1234567890' }, 'POST /2/tweets/search/stream/rules'],
] as const)('the removal of rules by %s', (resource, form, route) => {
	const [method = '', path = ''] = route.split(' ');
	const remove = async (body: object) => {
		sim().fail({ match: { method, path }, kind: 'status', status: 200, body });
		return await core(`${resource}.delete`, form, { as: AUTHENTICATION });
	};
	const errors = [{ detail: 'The rules are locked' }];

	it('says that nothing was removed where nothing was', async () => {
		const run = await remove({ meta: { summary: { deleted: 0, not_deleted: 1 } }, errors });
		expect(run.json).toEqual([
			{ deleted: false, ids: ['1234567890'], deleted_count: 0, not_deleted_count: 1 },
		]);
		expect(run.hints[0]?.message).toContain('The rules are locked');
	});

	it('fails where there is nothing but errors', async () => {
		expect((await remove({ errors })).error?.message).toContain('The rules are locked');
	});
});
