import { set } from 'lodash';
import { entities } from '../../../nodes/shared/model/entities';
import { joinIncludes } from '../../../nodes/shared/engine/expansions';
import { toItems, forModel, isTool } from '../../../nodes/shared/engine/output';
import { many, one, type Shape } from '../../../nodes/shared/operation/operation';
import { normalizeTweetKeys } from '../../../nodes/shared/model/tweetNaming';
import { operationOf, sampleOf, coreOperations, everyValue, findOperation } from '../../facts';
import type { EntityType } from '../../../nodes/shared/model/entityType';
import { records } from '../tree/support/records';

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
		['errors alone', one(SHAPE), { errors: [{ title: 'Not Found' }] }, []],
		['no entity, in so many words', one(SHAPE), { data: null, errors: [{ title: 'Not Found' }] }, []],
		['no body', many(SHAPE), undefined, []],
	])('%s', (_what, result, body, items) => {
		expect(toItems(result, body, {}, SIMPLIFIED)).toEqual(items);
	});

	it('have figures at the top and no wrappers', () => {
		const user = { id: '1', public_metrics: { followers_count: 3 }, withheld: { data: { country: 'DE' } } };
		expect(toItems(one(SHAPE), { data: user }, {}, SIMPLIFIED)).toEqual([
			{ id: '1', followers_count: 3, withheld: { country: 'DE' } },
		]);
	});
});

describe('the two vocabularies', () => {
	it('keep a name that an entity has in both', () => {
		expect(normalizeTweetKeys({ post_count: '10K posts' }, ['post_count'])).toEqual({
			post_count: '10K posts',
		});
	});
});

describe('what a model reads of an answer', () => {
	const search = () => sampleOf(operationOf('GET /2/tweets/search/recent')).answer;
	const itemsOf = (isForModel: boolean) =>
		toItems(many(entities.post), search(), {}, { mode: 'simplified', fields: [], isForModel });

	it('has the text, the author, the time and the address of a Post', () => {
		for (const [index, item] of itemsOf(true).entries()) {
			const { id, text, created_at, author_id, url } = itemsOf(false)[index] ?? {};
			expect(item).toMatchObject(JSON.parse(JSON.stringify({ id, text, created_at, author_id, url })));
		}
		expect(itemsOf(true).length).toBeGreaterThan(0);
	});

	it('leaves out what says nothing to it', () => {
		const post = {
			id: '1',
			text: 'Hello',
			conversation_id: '1',
			lang: 'en',
			possibly_sensitive: false,
			reply_settings: 'everyone',
			impression_count: 12_000,
			like_count: 0,
			attachments: {},
			author: { id: '7', username: 'ada', verified: false, profile_image_url: 'https://example.com/a.jpg' },
		};
		expect(forModel(post, [])).toEqual({
			id: '1',
			text: 'Hello',
			like_count: 0,
			author: { id: '7', username: 'ada' },
		});
	});

	it('keeps what is out of the ordinary, and what the user chose', () => {
		const post = {
			id: '2',
			conversation_id: '1',
			lang: 'en',
			possibly_sensitive: true,
			reply_settings: 'following',
			edited: false,
		};
		expect(forModel(post, ['lang'])).toEqual(post);
	});

	it('is for tools alone', () => {
		expect(isTool({ type: 'n8n-nodes-x-platform.xCoreTool' })).toBe(true);
		expect(isTool({ type: 'n8n-nodes-x-platform.xCore' })).toBe(false);
	});
});

const MARK = 'only in includes';

/** What X includes, by the key that the answers of the description have for it. */
const INCLUDES = {
	media: [{ media_key: '3_1', alt_text: MARK }],
	places: [{ id: 'p1', full_name: MARK }],
	polls: [{ id: '31', voting_status: MARK }],
	topics: [{ id: '41', name: MARK }],
	tweets: [{ id: '51', text: MARK }],
	users: [{ id: '61', username: 'Ada', description: MARK }],
};

/** The documented member of an entity that an expansion follows, and its value. */
function referring(expansion: string): Record<string, unknown> {
	const [path, value] = reference(expansion);
	return set({ id: '1' }, path, value);
}

function reference(expansion: string): [path: string, value: unknown] {
	const user = /user|author|owner|creator|host|speaker|sender|participant|admin|member/.test(expansion);
	if (expansion === 'entities.note.mentions.username')
		return ['note_tweet.entities.mentions', [{ username: 'ada' }]];
	if (expansion.endsWith('.mentions.username')) return ['entities.mentions', [{ username: 'ada', id: null }]];
	if (expansion === 'affiliation') return ['affiliation.user_id', '61'];
	if (expansion === 'attachments.media_source_tweet') return ['attachments.media_source_tweet_id', ['51']];
	if (expansion.startsWith('referenced_tweets')) return ['referenced_tweets', [{ type: 'quoted', id: '51' }]];
	if (/media/.test(expansion)) return [expansion, expansion.endsWith('cover_media') ? '3_1' : ['3_1']];
	if (/poll/.test(expansion)) return [expansion, ['31']];
	if (/place/.test(expansion)) return [expansion, 'p1'];
	if (/topic/.test(expansion)) return [expansion, ['41']];
	const id = user ? '61' : '51';
	return [expansion, /ids$/.test(expansion) ? [id] : id];
}

const offering = records().flatMap(({ label, operation }) =>
	(operation.fields.expansions?.property?.options ?? []).map((option) => ({
		label,
		operation,
		expansion: String((option as { value: unknown }).value),
	})),
);

describe('every expansion that a form offers', () => {
	it('is documented', () => {
		const undocumented = offering.filter(({ operation, expansion }) => {
			const { parameters = [] } = findOperation(operation.route) ?? {};
			const parameter = parameters.find(({ name }) => name === 'expansions');
			return !parameter || !everyValue(parameter).includes(expansion);
		});
		expect(undocumented.map(({ label, expansion }) => `${label} ${expansion}`)).toEqual([]);
	});

	it('is joined into the entity that refers to it', () => {
		expect(offering.length).toBeGreaterThan(250);
		const dropped = offering.filter(({ operation, expansion }) => {
			const entity = referring(expansion);
			const data = operation.result?.isList ? [entity] : entity;
			const items = toItems(operation.result, { data, includes: INCLUDES }, {}, SIMPLIFIED);
			return !JSON.stringify(items).includes(MARK);
		});
		expect(dropped.map(({ label, expansion }) => `${label} ${expansion}`)).toEqual([]);
	});
});

describe('an entity of the table', () => {
	const rows = Object.entries(entities);

	it.each(rows)('%s has the fields that the description has for its parameter', (_name, row: EntityType) => {
		const same = coreOperations()
			.flatMap(({ parameters }) => parameters)
			.filter(({ name, alias }) => [name, alias].includes(row.fieldsParam));
		expect(same.length).toBeGreaterThan(0);
		// Operations that came with the newer description have fewer names.
		const documented = same.flatMap(everyValue);
		const newer = (field: string) => row.newer?.[field] ?? field;
		if (documented.length > 0)
			expect(
				row.fields.filter((field) => ![field, newer(field)].some((name) => documented.includes(name))),
			).toEqual([]);
		expect(row.simplifiedFields.filter((field) => !row.fields.includes(field))).toEqual([]);
	});
});

describe('joined', () => {
	const show = (data: object, included: object = INCLUDES, name: keyof typeof entities = 'post') =>
		toItems(one(entities[name]), { data, includes: included }, {}, SIMPLIFIED)[0];

	it('users are named once who are mentioned in the text and in its longer form', () => {
		const mentions = [{ username: 'ada', id: '61' }];
		const post = { id: '1', entities: { mentions }, note_tweet: { text: 'x', entities: { mentions } } };
		expect((show(post) as { mentioned_users: unknown[] }).mentioned_users).toHaveLength(1);
	});

	it('versions of an edited Post come in their order, and a Post that was never edited stays as it is', () => {
		const versions = {
			tweets: [
				{ id: '2', text: 'b' },
				{ id: '1', text: 'a' },
			],
		};
		expect(show({ id: '2', edit_history_tweet_ids: ['1', '2'] }, versions)).toMatchObject({
			edit_history: [{ text: 'a' }, { text: 'b' }],
		});
		expect(show({ id: '1', edit_history_tweet_ids: ['1'] }, versions)).not.toHaveProperty(
			'edit_history_tweet_ids',
		);
	});
});

describe('the text of a Post', () => {
	const post = { id: '1', text: 'a &lt;b&gt; &amp;amp; &quot;' };
	const body = {
		data: { ...post, referenced_tweets: [{ type: 'quoted', id: '2' }] },
		includes: { tweets: [{ id: '2', text: 'Q&amp;A' }] },
	};

	it('is given as it was written, also of a Post that is joined', () => {
		expect(toItems(one(entities.post), body, {}, SIMPLIFIED)).toEqual([
			{
				url: 'https://x.com/i/status/1',
				id: '1',
				text: 'a <b> &amp; &quot;',
				referenced_tweets: [{ type: 'quoted', id: '2', text: 'Q&A' }],
			},
		]);
		expect(toItems(one(entities.post), body, {}, { mode: 'selectedFields', fields: ['text'] })).toEqual([
			{ text: 'a <b> &amp; &quot;' },
		]);
	});

	it('is the whole one, where X cuts it', () => {
		const long = { id: '1', text: 'Once upon a …', note_tweet: { text: 'Once upon a time &lt;3' } };
		for (const choice of [SIMPLIFIED, { mode: 'selectedFields', fields: ['text'] } as const])
			expect(toItems(one(entities.post), { data: long }, {}, choice)).toMatchObject([
				{ text: 'Once upon a time <3' },
			]);
		expect(toItems(one(entities.post), { data: long }, {}, SIMPLIFIED)).not.toMatchObject([
			{ note_tweet: expect.anything() as unknown },
		]);
	});

	it('stays as it came with Raw', () => {
		const copy = structuredClone(body);
		expect(toItems(one(entities.post), body, {}, { mode: 'raw', fields: [] })).toEqual([copy]);
		toItems(one(entities.post), body, {}, SIMPLIFIED);
		expect(body).toEqual(copy);
	});
});

describe('a figure', () => {
	it('has its older name in either vocabulary', () => {
		const body = { data: { id: '1', public_metrics: { repost_count: 3, like_count: 2 } } };
		expect(toItems(one(entities.post), body, {}, SIMPLIFIED)).toEqual([
			{ id: '1', retweet_count: 3, like_count: 2, url: 'https://x.com/i/status/1' },
		]);
		const choice = { mode: 'selectedFields', fields: ['retweet_count'] } as const;
		expect(toItems(one(entities.post), body, {}, choice)).toEqual([{ retweet_count: 3 }]);
	});
});
