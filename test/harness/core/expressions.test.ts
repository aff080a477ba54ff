/**
 * Values of another type than the field's: expressions bring dates, numbers and lists, agents bring everything as text.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { by, byId, useCore, type Kind } from './support';

const { sim, core, lastBody, sent, world } = useCore({ followers: 60 });
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
	])('of IDs may be %s', async (_what, write) => {
		const { me, other } = world();
		await core('user.getMany', { ids: write([me.id, other.id]) });
		expect(query().ids).toBe(`${me.id},${other.id}`);
	});

	it('of IDs in JSON says when a number in it is too large to be exact', async () => {
		const ids = '={{ "[1445880548472328193]" }}';
		await core('post.getMany', { ids });
		expect(query().ids).toBe('1445880548472328193');
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

	it('Return All may be the text false', async () => {
		expect((await followers({ returnAll: '={{ "false" }}', limit: '={{ "3" }}' })).json).toHaveLength(3);
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

	it('Fail on Partial Errors may be the text true', async () => {
		sim().fail({ kind: 'partial', errors: [{ detail: 'One user is suspended' }] });
		const run = await core('user.getMe', { options: { failOnPartialErrors: '={{ "true" }}' } });
		expect(run.error?.message).toContain('One user is suspended');
	});

	it('Output is one of its choices', async () => {
		const form = { output: '={{ "everything" }}', outputFields: '={{ "" }}' };
		expect(await messageOf('user.getMe', form)).toBe(
			'"Output" must be raw or selectedFields or simplified, and is "everything"',
		);
	});

	it('what a switch shows is read also where the switch is a text', async () => {
		const path = `/2/users/${world().me.id}/followers`;
		const values = [{ name: 'max_results', value: '20' }];
		const form = { path, query: { values }, paginate: '={{ "true" }}', maxPages: 2 };
		expect((await core('customApiCall.send', form)).json).toHaveLength(2);
	});
});
