/**
 * Addresses of lists and Spaces, community notes, rules and trends.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { by, byId, first, useCore } from './support';

const { sim, core, count, held, lastBody, sent, world } = useCore();
const AUTHENTICATION = 'app';

it.each([
	['list', 'https://x.com/i/lists/{id}?s=20'],
	['space', 'https://x.com/i/spaces/{id}?s=20'],
] as const)('a %s is found by its address', async (resource, address) => {
	const id = [...held()[`${resource}s`].keys()][0]!;
	const run = await core(`${resource}.get`, { id: by('url', address.replace('{id}', id)) });
	expect(run.json[0]).toMatchObject({ id });
	expect(sent()).toEqual([`GET /2/${resource}s/${id}`]);
});

describe('community notes', () => {
	it('writes a note with its source', async () => {
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
	it('gets those of a place, chosen or by its number', async () => {
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

	it.each([0, undefined])('says that nothing was removed where X counts %s', async (deleted) => {
		const run = await remove({ meta: { summary: { deleted, not_deleted: 1 } }, errors });
		expect(run.json).toMatchObject([{ deleted: false, ids: ['1234567890'], not_deleted_count: 1 }]);
		expect(run.json[0]?.['deleted_count']).toBe(deleted);
		expect(run.hints[0]?.message).toContain('The rules are locked');
	});

	it('fails where there is nothing but errors', async () => {
		expect((await remove({ errors })).error?.message).toContain('The rules are locked');
	});
});
