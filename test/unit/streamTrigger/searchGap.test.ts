/** The search of a gap, against a search of its own: which queries are sent, and what comes of each rule. */
import { SearchAllowance } from '../../../nodes/XStreamTrigger/sharing/searchAllowance';
import { type SearchedRule, searchGap } from '../../../nodes/XStreamTrigger/search/searchGap';
import type { Gap } from '../../../nodes/XStreamTrigger/search/gap';
import type { Api } from '../../../nodes/shared/http/connection';
import { idAt, timeOf } from '../../../nodes/shared/model/ids';
import { HOUR } from '../../../nodes/shared/util/time';
import { parseRule } from '../../simulator/queryLanguage';

interface Post {
	readonly id: string;
	readonly text: string;
	readonly author_id: string;
}

const SELECTION = { 'tweet.fields': ['author_id'] };
const refusal = (message: string, status = 400) =>
	Object.assign(new Error(message), {
		context: {
			data: {
				kind: status === 503 ? 'unavailable' : 'badRequest',
				status,
				problems: message === '' ? [] : [{ message }],
			},
		},
	});

/** The small IDs of this file are of one moment. */
const idTime = (after: number) => timeOf('1') + after;

class Search {
	readonly queries: string[] = [];
	readonly given: Array<{ id: string; rules: string[] }> = [];
	read = 0;
	/** Refuses a query. */
	refuse: (query: string, asked: Readonly<Record<string, string>>) => Error | undefined = () => undefined;

	constructor(
		private readonly rules: readonly SearchedRule[],
		private readonly posts: readonly Post[],
		readonly gap: Gap = { from: idTime(-HOUR), to: idTime(HOUR), reason: 'down', tries: 0, nextTry: 0 },
	) {}

	/** Returns the rules that were not searched. */
	async run() {
		return (await this.search())?.unsearched;
	}

	async search(
		api = { send: async ({ query }) => await Promise.resolve({ body: this.answer(query ?? []) }) } as Api,
	) {
		return await searchGap(
			{
				app: api,
				selection: SELECTION,
				allowance: new SearchAllowance(() => 0),
				leftOut: [],
				warn: () => undefined,
			},
			this.rules,
			{
				gap: this.gap,
				give: async (body) => {
					const { data, matching_rules } = body as { data: Post; matching_rules: Array<{ id: string }> };
					this.given.push({ id: data.id, rules: matching_rules.map(({ id }) => id) });
					return await Promise.resolve(true);
				},
				onRead: () => void this.read++,
				signal: new AbortController().signal,
			},
		);
	}

	private answer(parameters: readonly (readonly [string, string])[]) {
		const asked = Object.fromEntries(parameters);
		const { query = '', pagination_token: from = '0' } = asked;
		this.queries.push(query);
		const refused = this.refuse(query, asked);
		if (refused) throw refused;
		const matches = parseRule(query);
		const found = this.posts.filter((each) => matches(each)).reverse();
		const end = Number(from) + 100;
		const data = found.slice(Number(from), end);
		return { data, meta: { ...(end < found.length && { next_token: String(end) }) } };
	}
}

const rules = (...values: string[]): SearchedRule[] =>
	values.map((value) => ({ id: `id of ${value}`, value, tag: undefined, name: undefined }));
const named = (...values: string[]): SearchedRule[] =>
	rules(...values).map((rule) => ({ ...rule, name: rule.value }));
const post = (id: number, text: string): Post => ({ id: String(id), text, author_id: '1' });

describe('the search of a gap', () => {
	it('joins a thousand short rules into some dozens of requests, and finds what each matches', async () => {
		const values = Array.from({ length: 1000 }, (_, n) => `word${n}`);
		const posts = values.map((value, n) => post(n, `a ${value} is here`));
		const search = new Search(named(...values), posts);
		expect(await search.run()).toEqual([]);
		expect(search.queries.length).toBeLessThan(50);
		expect(Math.max(...search.queries.map(({ length }) => length))).toBeLessThanOrEqual(512);
		expect(search.given.map(({ id, rules: [rule] }) => `${id} ${rule}`).sort()).toEqual(
			values.map((value, n) => `${n} id of ${value}`).sort(),
		);
	});

	it('asks for nothing that only the stream can match, and names it', async () => {
		const search = new Search(
			rules('cats sample:10', 'dogs', '-bio:"a b" birds', '"old man"~3', 'has:links fish'),
			[post(1, 'dogs')],
		);
		expect(await search.run()).toEqual([
			{ rule: 'cats sample:10', reason: 'a search does not have sample:' },
			{ rule: '-bio:"a b" birds', reason: 'a search does not have bio:' },
			{ rule: '"old man"~3', reason: 'a search does not have "…"~N' },
		]);
		expect(search.queries).toEqual(['(dogs) OR (has:links fish)']);
		expect(search.given).toEqual([{ id: '1', rules: ['id of dogs'] }]);
	});

	it('does not take words or quoted text for operators', async () => {
		const search = new Search(rules('"see sample:10"', 'samples', '#bio'), []);
		expect(await search.run()).toEqual([]);
		expect(search.queries).toHaveLength(1);
	});

	it('finds the one rule that X refuses, and searches all others', async () => {
		const values = Array.from({ length: 40 }, (_, n) => `word${n}`);
		const search = new Search(
			rules(...values, 'odd'),
			values.map((value, n) => post(n, value)),
		);
		search.refuse = (query) => (query.includes('odd') ? refusal('Reference to invalid operator') : undefined);
		expect(await search.run()).toEqual([{ rule: 'odd', reason: 'Reference to invalid operator' }]);
		expect(new Set(search.given.map(({ id }) => id)).size).toBe(40);
		expect(search.queries.length).toBeLessThan(16);
	});

	it('goes on after a failure where it was: with the same rule and page', async () => {
		const values = ['one', 'two', 'three'].map((word) => `${word} ${'x'.repeat(400)}`);
		const posts = values.flatMap((value, n) =>
			Array.from({ length: 250 }, (_, m) => post(n * 1000 + m, value)),
		);
		const search = new Search(rules(...values), posts);
		let left = 4;
		search.refuse = () => (left-- > 0 ? undefined : refusal('Down', 503));
		await expect(search.run()).rejects.toThrow('Down');
		search.refuse = () => undefined;
		const again = new Search(rules(...values), posts, JSON.parse(JSON.stringify(search.gap)) as Gap);
		await again.run();
		expect([
			search.read,
			again.read,
			search.gap.progress?.done.length,
			search.gap.progress?.page?.token,
		]).toEqual([350, 400, 1, '100']);
		expect([...search.given, ...again.given].map(({ id }) => id).sort()).toEqual(
			posts.map(({ id }) => id).sort(),
		);
	});

	it('begins a query anew where X does not know the page any more', async () => {
		const posts = Array.from({ length: 150 }, (_, n) => post(n, 'cats'));
		const first = new Search(rules('cats'), posts);
		let left = 1;
		first.refuse = () => (left-- > 0 ? undefined : refusal('Down', 503));
		await expect(first.run()).rejects.toThrow('Down');
		const again = new Search(rules('cats'), posts, first.gap);
		let isOld = true;
		again.refuse = () => {
			const refused = isOld ? refusal('Invalid next_token') : undefined;
			isOld = false;
			return refused;
		};
		expect(await again.run()).toEqual([]);
		expect(again.given).toHaveLength(150);
	});

	it('divides a query whose Posts do not show which rule they match, if the rules have different names', async () => {
		const values = ['url:example.com/a', 'url:example.com/b', 'url:example.com/c', 'url:example.com/d'];
		const search = new Search(named(...values), [post(1, 'see example.com/c')]);
		await search.run();
		expect(search.given).toEqual([{ id: '1', rules: ['id of url:example.com/c'] }]);
		const nameless = new Search(rules(...values), [post(1, 'see example.com/c')]);
		await nameless.run();
		expect([nameless.queries.length, nameless.given.length]).toEqual([1, 1]);
	});

	it.each([
		['HTTP 401', refusal('Unauthorized', 401)],
		['HTTP 402', refusal('CreditsDepleted', 402)],
		['HTTP 403', refusal('Not for this app', 403)],
		['HTTP 404', refusal('', 404)],
		['HTTP 400 without a reason', refusal('')],
		['HTTP 400 for another parameter', refusal('Invalid expansions')],
		['a web page', new Error('X answered with a web page')],
	])('ends for now, and gives nothing up, where X answers %s', async (_name, error) => {
		const search = new Search(rules('cats', 'dogs'), [post(1, 'cats')]);
		search.refuse = () => error;
		await expect(search.run()).rejects.toThrow(error.message);
		expect([search.queries.length, search.gap.progress]).toEqual([1, { done: [], refused: [] }]);
		search.refuse = () => undefined;
		expect([await search.run(), search.given.length]).toEqual([[], 1]);
	});

	it.each(['start_time', 'end_time'])(
		'leaves out %s where the clock of X refuses it, alone',
		async (bound) => {
			const search = new Search(rules('cats'), [post(1, 'cats')]);
			search.refuse = (_query, asked) => (bound in asked ? refusal(`Invalid '${bound}'`) : undefined);
			expect([await search.run(), search.given.length]).toEqual([[], 1]);
			search.refuse = (_query, { start_time, end_time }) =>
				(start_time ?? end_time) ? refusal(`Invalid '${start_time ? 'start_time' : 'end_time'}'`) : undefined;
			const both = new Search(rules('cats'), [post(1, 'cats')]);
			both.refuse = search.refuse;
			await expect(both.run()).rejects.toThrow('Invalid');
		},
	);

	it.each([
		[{ errors: [{ title: 'Internal' }] }],
		[{ data: null, meta: { result_count: 12 } }],
		[{ data: [], meta: { result_count: 12 } }],
	])('takes %j for a failure', async (body) => {
		const search = new Search(rules('cats'), []);
		const api = { send: async () => await Promise.resolve({ body }) } as unknown as Api;
		await expect(search.search(api)).rejects.toThrow();
	});

	it('says what X has shown last', async () => {
		const made = Date.UTC(2026, 10, 2);
		const search = new Search(rules('cats'), [{ ...post(1, 'cats'), id: idAt(made) }]);
		expect(await search.search()).toEqual({ unsearched: [], shown: made });
		const nothing = new Search(rules('cats'), []);
		expect(await nothing.search()).toEqual({ unsearched: [], shown: undefined });
		const impossible = new Search(rules('sample:10'), []);
		expect(await impossible.search()).toMatchObject({ shown: Infinity });
	});
});
