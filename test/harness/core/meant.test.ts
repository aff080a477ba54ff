/**
 * A field that the form shows as set, and that is empty when the item runs, stops the item before anything is sent.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { by, useCore } from './support';

const { core, lastBody, sent, world } = useCore();

const NOTHING = '={{ $json.nothing }}';
const reply = (value: INodeParameters | string) => ({ reply_in_reply_to_tweet_id: value });
const additional = (fields: INodeParameters) => ({ text: 'x', additionalFields: fields });

describe('a field whose expression has no value', () => {
	it.each<[what: string, name: string, form: INodeParameters, message: string]>([
		[
			'a Post to reply to by its ID',
			'post.create',
			{ text: 'x', ...reply(by('id', NOTHING)) },
			'"Reply To" is empty: {{ $json.nothing }} has no value',
		],
		[
			'null',
			'post.create',
			{ text: 'x', ...reply(by('id', '={{ null }}')) },
			'"Reply To" is empty: {{ null }} has no value',
		],
		[
			'a Post to reply to by its address',
			'post.create',
			{ text: 'x', ...reply(by('url', NOTHING)) },
			'"Reply To" is empty: {{ $json.nothing }} has no value',
		],
		[
			'a way to name the Post, and no name',
			'post.create',
			{ text: 'x', ...reply(by('url', '')) },
			'"Reply To" is set to By URL, and has no value',
		],
		[
			'a Post to edit',
			'post.create',
			additional({ edit_options_previous_post_id: by('id', NOTHING) }),
			'"Post to Edit" is empty: {{ $json.nothing }} has no value',
		],
		[
			'a community',
			'post.create',
			additional({ community_id: NOTHING }),
			'"Community ID" is empty: {{ $json.nothing }} has no value',
		],
		[
			'the place to resume a thread',
			'thread.create',
			{ posts: { posts: [{ text: 'one' }] }, options: { resumeFrom: NOTHING } },
			'"Resume From" is empty: {{ $json.nothing }} has no value',
		],
		[
			'a choice of a poll',
			'post.create',
			{
				text: 'Which?',
				attachment: 'poll',
				poll: { values: { option1: 'a', option2: 'b', option3: NOTHING, duration_minutes: 60 } },
			},
			'"Poll → Option 3" is empty: {{ $json.nothing }} has no value',
		],
	])('stops the item: %s', async (_what, name, form, message) => {
		const { error } = await core(name, form);
		expect(error?.message).toBe(message);
		expect(sent()).toEqual([]);
	});

	it.each<[what: string, name: string, form: INodeParameters, message: string]>([
		[
			'IDs',
			'post.create',
			{ text: 'x', attachment: 'media', media_id: '={{ ["1234", $json.nothing] }}' },
			'"Media IDs" has an empty entry: number 2 of {{ ["1234", $json.nothing] }} has no value',
		],
		[
			'IDs beside each other',
			'post.create',
			{ text: 'x', attachment: 'media', media_id: '=1234, {{ $json.nothing }}' },
			'"Media IDs" has an empty entry: number 2 of 1234, {{ $json.nothing }} has no value',
		],
		[
			'a list as JSON',
			'user.getMany',
			{ ids: '={{ JSON.stringify(["", "12"]) }}' },
			'"Users" has an empty entry: number 1 of {{ JSON.stringify(["", "12"]) }} has no value',
		],
		[
			'IDs in a row',
			'thread.create',
			{ posts: { posts: [{ text: 'one', attachment: 'media', media_id: '={{ ["1", null] }}' }] } },
			'"Posts 1 → Media IDs" has an empty entry: number 2 of {{ ["1", null] }} has no value',
		],
	])('stops the item where it is one of a list: %s', async (_what, name, form, message) => {
		const { error } = await core(name, form);
		expect(error?.message).toBe(message);
		expect(error?.description).toContain('set Options → When an Expression Is Empty to Leave It Out');
		expect(sent()).toEqual([]);
		await core(name, { ...form, options: { emptyExpressions: 'leaveOut' } });
		expect(sent()).not.toEqual([]);
	});

	it.each(['1234,\n', '={{ "1234,\\n" }}', '["1234",""]', '={{ $json.text }},1235'])(
		'is no entry where a list was typed, or came as text of its own: %j',
		async (ids) => {
			const run = await core('post.getMany', { ids }, { items: [{ json: { text: '1234' } }] });
			expect(run.hints.length + run.json.length).toBeGreaterThan(0);
			expect(sent()).toEqual(['GET /2/tweets']);
		},
	);

	it('may be left out where the user says so, and the error says how', async () => {
		const form = { text: 'x', ...reply(by('id', NOTHING)) };
		const { error } = await core('post.create', form);
		expect(error?.description).toContain('set Options → When an Expression Is Empty to Leave It Out');
		const run = await core('post.create', { ...form, options: { emptyExpressions: 'leaveOut' } });
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ text: 'x' });
	});

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

	it('that is typed may name it', async () => {
		await core('post.create', { text: 'Why [object Object]?' });
		expect(lastBody()).toEqual({ text: 'Why [object Object]?' });
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

	it('of a thread is not published either', async () => {
		const posts = { posts: [{ text: 'one' }, { text: '=Hi {{ $json.name }}' }] };
		expect((await core('thread.create', { posts })).error?.message).toBe(
			'"Posts 2 → Text" has an empty part: {{ $json.name }} has no value',
		);
		expect(sent()).toEqual([]);
	});

	it('of numbers that are none blocks no stranger of that name', async () => {
		const form = { target_user_id: by('id', '={{ Number($json.name) }}') };
		expect((await core('user.block', form)).error?.message).toContain('NaN');
		expect(sent()).toEqual([]);
	});
});
