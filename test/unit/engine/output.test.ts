import { entities } from '../../../nodes/shared/model/entities';
import { joinIncludes } from '../../../nodes/shared/engine/expansions';
import { toItems } from '../../../nodes/shared/engine/output';
import { many, one, type Shape } from '../../../nodes/shared/operation/operation';
import { normalizeTweetKeys } from '../../../nodes/shared/model/tweetNaming';
import { pages, PagingLoopError } from '../../../nodes/shared/engine/paging';
import { cursor, token } from '../../../nodes/shared/operation/operation';
import type { Api, ApiRequest, ApiResponse } from '../../../nodes/shared/http/connection';

const SHAPE: Shape = { fieldsParam: 'user.fields', simplifiedFields: ['name'] };
const SIMPLIFIED = { mode: 'simplified', fields: [] } as const;

describe('joining expansions', () => {
	it('gives an end to Posts that quote each other', () => {
		const a = { id: 'a', referenced_tweets: [{ type: 'quoted', id: 'b' }] };
		const b = { id: 'b', referenced_tweets: [{ type: 'quoted', id: 'a' }] };
		const joined = joinIncludes(entities.post, { tweets: [a, b] })(a);
		expect(JSON.stringify(joined).length).toBeLessThan(500);
		expect(joined).toMatchObject({ referenced_tweets: [{ id: 'b', type: 'quoted' }] });
	});

	it('adds nothing where nothing was included, and changes no original', () => {
		const post = { id: '1', author_id: '7' };
		expect(joinIncludes(entities.post, { users: [{ id: '8' }] })(post)).toEqual({ id: '1', author_id: '7' });
		const joined = joinIncludes(entities.post, { users: [{ id: '7', name: 'Ada' }] })(post);
		expect(joined).toEqual({ id: '1', author_id: '7', author: { id: '7', name: 'Ada' } });
		expect(post).toEqual({ id: '1', author_id: '7' });
	});

	it('keeps the order of several, and leaves out what is missing', () => {
		const post = { attachments: { media_keys: ['2', 'x', '1'] } };
		const media = [{ media_key: '1' }, { media_key: '2' }];
		expect(joinIncludes(entities.post, { media })(post).media).toEqual([
			{ media_key: '2' },
			{ media_key: '1' },
		]);
	});
});

describe('items of an answer', () => {
	it.each([
		['a list', many(SHAPE), { data: [{ id: '1' }, { id: '2' }] }, [{ id: '1' }, { id: '2' }]],
		['an empty page', many(SHAPE), { meta: { result_count: 0 } }, []],
		['one entity', one(SHAPE), { data: { id: '1' } }, [{ id: '1' }]],
		['errors alone', one(SHAPE), { errors: [{ title: 'Not Found' }] }, []],
		['no entity, in so many words', one(SHAPE), { data: null, errors: [{ title: 'Not Found' }] }, []],
		['an entity without envelope', one(SHAPE), { id: '1' }, [{ id: '1' }]],
		['no body', many(SHAPE), undefined, []],
	])('%s', (_what, result, body, items) => {
		expect(toItems(result, body, {}, SIMPLIFIED)).toEqual(items);
	});

	it('say what was deleted, whatever the answer looks like', () => {
		const result = { isList: false, deleted: ['id'] };
		for (const body of [{ data: { deleted: true } }, {}, undefined])
			expect(toItems(result, body, { id: '7' }, SIMPLIFIED)).toEqual([{ deleted: true, id: '7' }]);
	});

	it('have figures at the top and no wrappers', () => {
		const user = { id: '1', public_metrics: { followers_count: 3 }, withheld: { data: { country: 'DE' } } };
		expect(toItems(one(SHAPE), { data: user }, {}, SIMPLIFIED)).toEqual([
			{ id: '1', followers_count: 3, withheld: { country: 'DE' } },
		]);
	});
});

describe('the two vocabularies', () => {
	it('become one, at any depth, with the values untouched', () => {
		const newer = {
			data: [{ referenced_posts: [{ id: '1' }], public_metrics: { post_count: 2 }, text: 'posts' }],
			includes: { posts: [{ edit_history_post_ids: ['posts'] }] },
			meta: { total_post_count: 5 },
		};
		expect(normalizeTweetKeys(newer)).toEqual({
			data: [{ referenced_tweets: [{ id: '1' }], public_metrics: { tweet_count: 2 }, text: 'posts' }],
			includes: { tweets: [{ edit_history_tweet_ids: ['posts'] }] },
			meta: { total_tweet_count: 5 },
		});
	});

	it('keep a name that an entity has in both', () => {
		expect(normalizeTweetKeys({ post_count: '10K posts' }, ['post_count'])).toEqual({
			post_count: '10K posts',
		});
	});
});

describe('pages', () => {
	const answers = (...bodies: object[]) => {
		const asked: Array<Record<string, string>> = [];
		const api: Api = {
			kind: 'app',
			baseUrl: '',
			account: '',
			send: async (request: ApiRequest) => {
				asked.push(Object.fromEntries(request.query ?? []));
				return await Promise.resolve({ status: 200, headers: {}, body: bodies[asked.length - 1] });
			},
		};
		return { api, asked };
	};
	const read = async (api: Api, paging: Parameters<typeof pages>[2], limit: number) => {
		const found: unknown[] = [];
		const counted = ({ body }: ApiResponse) => (body as { data: unknown[] }).data.length;
		for await (const { body } of pages(api, { method: 'GET', path: '/x' }, paging, limit, counted))
			found.push(...(body as { data: unknown[] }).data);
		return found;
	};

	it('by cursor end where the cursor is null', async () => {
		const { api, asked } = answers({ data: [1], next_cursor: 'c' }, { data: [2], next_cursor: null });
		expect(await read(api, cursor(1000), Infinity)).toEqual([1, 2]);
		expect(asked).toEqual([{ count: '1000' }, { count: '1000', cursor: 'c' }]);
	});

	it('never ask for less than the smallest size nor more than the largest', async () => {
		const { api, asked } = answers({ data: [1], meta: { next_token: 'a' } }, { data: [2], meta: {} });
		await read(api, token(100, 10), 2);
		expect(asked.map(({ max_results }) => max_results)).toEqual(['10', '10']);
	});

	it('stop when a token comes twice, also after others', async () => {
		const page = (next_token: string) => ({ data: [1], meta: { next_token } });
		const { api } = answers(page('a'), page('b'), page('a'), page('b'));
		await expect(read(api, token(100), Infinity)).rejects.toThrow(PagingLoopError);
	});
});
