/**
 * Values that expressions bring. A field that the form shows as set, and that is empty when the item runs, stops the
 * item before anything is sent. Dates, numbers and lists of another type than the field are read, as agents bring
 * everything as text.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { by, byId, useCore, type Kind } from './support';

const { core, lastBody, sent, sim, world } = useCore({ followers: 60 });

const NOTHING = '={{ $json.nothing }}';
const MEDIA = { media: { media_ids: ['1234'] } };
const reply = (value: INodeParameters | string) => ({ reply_in_reply_to_tweet_id: value });

describe('a field whose expression has no value', () => {
	it.each<[field: string, name: string, form: INodeParameters, message: string]>([
		[
			'of an entity',
			'post.create',
			{ text: 'x', ...reply(by('id', NOTHING)) },
			'"Reply To" is empty: {{ $json.nothing }} has no value',
		],
		[
			'of a list',
			'post.create',
			{ text: 'x', attachment: 'media', media_id: '=1234, {{ $json.nothing }}' },
			'"Media IDs" has an empty entry: number 2 of 1234, {{ $json.nothing }} has no value',
		],
		[
			'of a row',
			'thread.create',
			{ posts: { posts: [{ text: 'x', attachment: 'media', media_id: '={{ ["1234", null] }}' }] } },
			'"Posts 1 → Media IDs" has an empty entry: number 2 of {{ ["1234", null] }} has no value',
		],
	])('%s stops the item, and may be left out where the user says so', async (_field, name, form, message) => {
		const { error } = await core(name, form);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('set Options → When an Expression Is Empty to Leave It Out');
		expect(sent()).toEqual([]);
		await core(name, { ...form, options: { emptyExpressions: 'leaveOut' } });
		expect(lastBody()).toEqual({ text: 'x', ...('reply_in_reply_to_tweet_id' in form ? {} : MEDIA) });
	});

	it('of a mode stops the item as well', async () => {
		const { error } = await core('post.create', { text: 'x', ...reply(by('url', '')) });
		expect(error?.message).toBe('"Reply To" is set to By URL, and has no value');
		expect(sent()).toEqual([]);
	});

	it.each(['1234,\n', '={{ "1234,\\n" }}', '["1234",""]', '={{ $json.text }},1235'])(
		'is no entry where a list was typed, or came as text of its own: %j',
		async (ids) => {
			const run = await core('post.getMany', { ids }, { items: [{ json: { text: '1234' } }] });
			expect(run.hints.length + run.json.length).toBeGreaterThan(0);
			expect(sent()).toEqual(['GET /2/tweets']);
		},
	);

	it('stops its own item only', async () => {
		const { foreignPost } = world();
		const run = await core(
			'post.create',
			{ text: 'x', ...reply(by('id', '={{ $json.parent }}')) },
			{ items: [{ json: { parent: null } }, { json: { parent: foreignPost.id } }], continueOnFail: true },
		);
		expect(run.json[0]).toMatchObject({ error: expect.stringContaining('"Reply To" is empty') as string });
		expect(sent()).toEqual(['POST /2/tweets']);
		expect(lastBody()).toMatchObject({ reply: { in_reply_to_tweet_id: foreignPost.id } });
	});

	it.each([{}, reply(by('list', ''))])('is none where the form was not touched', async (form) => {
		expect((await core('post.create', { text: 'x', ...form })).error).toBeUndefined();
		expect(lastBody()).toEqual({ text: 'x' });
	});
});

describe('a text', () => {
	it.each([
		['an object', '={{ { a: 1 } }}', '"Text" must be text, and is an object: {"a":1}'],
		['a list', '={{ ["a", "b"] }}', '"Text" must be text, and is a list: ["a","b"]'],
	])('is never published as JSON: %s', async (_what, text, message) => {
		expect((await core('post.create', { text })).error?.message).toBe(message);
		expect(sent()).toEqual([]);
	});

	it.each<[name: string, form: INodeParameters, field: string]>([
		['post.create', { text: '=Hi {{ $json.user }}' }, 'Text'],
		['post.create', { text: '={{ "Hi " + $json.user }}', options: { emptyExpressions: 'leaveOut' } }, 'Text'],
		['thread.create', { posts: { posts: [{ text: '=Hi {{ $json.user }}' }] } }, 'Posts 1 → Text'],
	])('is never published with an object in it: %s %j', async (name, form, field) => {
		const run = await core(name, form, { items: [{ json: { user: { name: 'Ada' } } }] });
		expect(run.error?.message).toBe(
			`"${field}" must be text, and holds [object Object]: an expression in it gives an object. Name one of its values`,
		);
		expect(sent()).toEqual([]);
	});

	it.each<[text: string, message: string]>([
		['=Hi {{ $json.name }}!', '"Text" has an empty part: {{ $json.name }} has no value'],
		['={{ $json.first }} {{ $json.name }}', '"Text" has an empty part: {{ $json.name }} has no value'],
		["={{ 'Hi ' + $json.name }}", `"Text" holds undefined, which {{ 'Hi ' + $json.name }} left in it`],
		['={{ `Hi ${$json.none}` }}', '"Text" holds null, which {{ `Hi ${$json.none}` }} left in it'],
		['=Only {{ Number($json.name) }}', '"Text" holds NaN, which {{ Number($json.name) }} left in it'],
		[
			"=Ends {{ DateTime.fromISO('x').toFormat('DD') }}",
			`"Text" holds Invalid DateTime, which {{ DateTime.fromISO('x').toFormat('DD') }} left in it`,
		],
		['={{ $json.spoiled }}', '"Text" holds undefined, which {{ $json.spoiled }} left in it'],
	])('is not published with what an expression spoiled: %s', async (text, message) => {
		const items = [{ json: { first: 'Ada', none: null, spoiled: 'undefined' } }];
		const { error } = await core('post.create', { text }, { items });
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('set Options → When an Expression Is Empty to ');
		expect(sent()).toEqual([]);
		const options = { emptyExpressions: 'sendAnyText' };
		expect((await core('post.create', { text, options }, { items })).error).toBeUndefined();
		expect(sent()).toEqual(['POST /2/tweets']);
	});

	it.each([
		'Is null undefined?',
		'Why [object Object]?',
		'=Is null a number? {{ $json.title }}',
		'={{ $json.title }}',
		"={{ $json.title + ': ' + $json.link }}",
		"={{ 'null, ' + $json.link }}",
		"=Hi{{ $json.name ? ' ' + $json.name : '' }}, look",
		'={{ $json.link }} non-null',
	])('is published as somebody wrote it: %s', async (text) => {
		const items = [{ json: { title: 'Why null is not undefined', link: 'here' } }];
		expect((await core('post.create', { text }, { items })).error).toBeUndefined();
		expect(lastBody()).not.toEqual({});
	});

	it('in the body of a request of its own is not published either', async () => {
		const form = { method: 'POST', path: '/2/tweets', body: '={"text": "Hi {{ $json.name }}"}' };
		const call = async (body: string) => await core('customApiCall.send', { ...form, body });
		expect((await call(form.body)).error?.message).toBe(
			'"JSON Body" has an empty part: {{ $json.name }} has no value',
		);
		const spoiled = `={"text": "{{ 'Hi ' + $json.name }}", "reply": {{ JSON.stringify(null) }}}`;
		expect((await call(spoiled)).error?.message).toContain('"JSON Body" holds undefined');
		expect(sent()).toEqual([]);
	});

	it('of numbers that are none blocks no stranger of that name', async () => {
		const form = { target_user_id: by('id', '={{ Number($json.name) }}') };
		expect((await core('user.block', form)).error?.message).toContain('NaN');
		expect(sent()).toEqual([]);
	});
});

const query = () => sim().requests.at(-1)?.query ?? {};
const messageOf = async (name: string, form: INodeParameters, as: Kind = 'oAuth2') =>
	(await core(name, form, { as })).error?.message;

describe('a text', () => {
	it.each([
		['a date of n8n', '={{ DateTime.fromISO("2026-01-02T03:04:05Z").toUTC() }}', '2026-01-02T03:04:05.000Z'],
		['a date of JavaScript', '={{ new Date(0) }}', '1970-01-01T00:00:00.000Z'],
		['a number', '={{ 42 }}', '42'],
		['a switch', '={{ true }}', 'true'],
	])('may be %s', async (_what, text, expected) => {
		await core('post.create', { text });
		expect(lastBody()).toEqual({ text: expected });
	});
});

describe('a date', () => {
	const from = async (start_time: string) => {
		const run = await core('post.searchRecent', { query: 'a', filters: { start_time } });
		return run.error?.message ?? query().start_time;
	};

	it('may have a blank between day and time, as spreadsheets and databases write it', async () => {
		const text = new Date(Date.now() - 86_400_000).toISOString();
		expect(await from(`${text.slice(0, 10)} ${text.slice(11, 19)}Z`)).toBe(`${text.slice(0, 19)}Z`);
	});

	it('is no bare number, which could be seconds or milliseconds', async () => {
		expect(await from('={{ 1767323045 }}')).toMatch(/must be a date and time such as .* is "1767323045"/);
	});
});

describe('a list', () => {
	it.each([
		['lines', (ids: string[]) => ids.join('\n')],
		['JSON', (ids: string[]) => `={{ ${JSON.stringify(JSON.stringify(ids))} }}`],
		['a list', (ids: string[]) => `={{ ${JSON.stringify(ids)} }}`],
		// As numbers of JavaScript they would be rounded.
		['JSON of numbers', (ids: string[]) => `={{ "[${ids.join()}]" }}`],
	])('of IDs may be %s', async (_what, write) => {
		const { me, other } = world();
		await core('user.getMany', { ids: write([me.id, other.id]) });
		expect(query().ids).toBe(`${me.id},${other.id}`);
	});

	it.each([
		'={{ "created_at, ,name," }}',
		'={{ "[\\"created_at\\",\\"name\\"]" }}',
		'={{ ["created_at", "", "name"] }}',
	])('of choices leaves blanks out where they may be: %s', async (user_fields) => {
		const options = { user_fields, emptyExpressions: 'leaveOut' };
		const run = await core('user.getMe', { options });
		expect(run.error).toBeUndefined();
		expect(query()['user.fields']).toBe('created_at,name');
	});

	it('of no choices is not sent where empty expressions may be left out', async () => {
		const options = { user_fields: '={{ " " }}', emptyExpressions: 'leaveOut' };
		const run = await core('user.getMe', { output: 'raw', options });
		expect(run.error).toBeUndefined();
		expect(query()).toEqual({});
	});
});

describe('a number', () => {
	it.each(['={{ " " }}', '={{ [5] }}', '={{ true }}', '={{ $now }}'])('is not %s', async (woeid) => {
		expect(await messageOf('trend.getByPlace', { place: 'woeid', woeid }, 'app')).toMatch(
			/^"WOEID" (must be a number|is required)/,
		);
		expect(sent()).toEqual([]);
	});
});

describe('an entity', () => {
	it.each(['={{ ["2244994945"] }}', '={{ { id: "2244994945" } }}'])(
		'is not %s, and is not called missing',
		async (id) => {
			expect(await messageOf('user.get', { id })).toMatch(
				/^"User" must be an ID of 1 to 19 digits, a username or the address of a profile, and is "[[{].*2244994945/,
			);
		},
	);

	it.each([
		'https://x.com/i/user/2244994945',
		'https://x.com/intent/user?user_id=2244994945',
		'x.com/home',
		'https://x.com/search?q=acme',
	])('is no user at an address of X itself: %s', async (url) => {
		expect(await messageOf('user.get', { id: by('url', url) })).toMatch(
			/^"User" must be the address of a user's profile/,
		);
		expect(sent()).toEqual([]);
	});
});

describe('everything that is wrong with an item', () => {
	it('is told at once, the values of the engine as well, before a username is looked up', async () => {
		const run = await core('user.getFollowers', {
			id: by('username', '@acme'),
			limit: 0,
			output: 'everything',
			options: { maxWait: -1 },
		});
		const invalid = [
			{ field: 'limit', rule: 'minimum' },
			{ field: 'output', rule: 'enum' },
			{ field: 'maxWait', rule: 'minimum' },
		];
		expect(run.error).toMatchObject({ context: { data: { invalid } } });
		expect(sent()).toEqual([]);
	});
});

describe('the switches and numbers of every form', () => {
	const followers = async (form: INodeParameters) =>
		await core('user.getFollowers', { id: byId(world().me.id), ...form });

	it.each(['true', 'TRUE'])('Return All may be the text %s', async (text) => {
		expect((await followers({ returnAll: `={{ "${text}" }}` })).json).toHaveLength(60);
	});

	it.each([true, 0, 1.5, null])('Limit is not %s', async (limit) => {
		const run = await followers({ limit: `={{ ${limit} }}` });
		expect(run.error?.message).toMatch(/^"Limit" (must be|is required)/);
		expect(sent()).toEqual([]);
	});

	it.each(['={{ "soon" }}', '={{ -1 }}'])(
		'Max Wait is not %s, which could mean for ever',
		async (maxWait) => {
			const run = await followers({ options: { maxWait } });
			expect(run.error?.message).toMatch(/^"Max Wait \(Seconds\)" must be (a number|at least 0), and is/);
		},
	);

	it('what a switch shows is read also where the switch is a text', async () => {
		const path = `/2/users/${world().me.id}/followers`;
		const values = [{ name: 'max_results', value: '20' }];
		const form = { path, query: { values }, paginate: '={{ "true" }}', maxPages: 2 };
		expect((await core('customApiCall.send', form)).json).toHaveLength(2);
	});
});
