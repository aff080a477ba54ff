/**
 * The node as a tool of an agent, and what the agent may fill in. An agent writes text where a
 * form has switches, numbers and lists; n8n hands it over through `$fromAI`, as it does here.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { useCore } from './support';

const { sim, core, world } = useCore();
const asked = (query: IDataObject) => ({ items: [{ json: { query } }] });
const fromAi = (name: string) => `={{ $fromAI('${name}') }}`;
const locator = (name: string, mode = 'id'): INodeParameters => ({ __rl: true, mode, value: fromAi(name) });

describe('what an agent writes', () => {
	it.each([
		['an ID', (id: string) => id],
		['a username', (_id: string, name: string) => `@${name}`],
		['an address', (_id: string, name: string) => `https://x.com/${name}`],
	])('names a user by %s, whatever the mode of the field', async (_what, write) => {
		const { other } = world();
		for (const form of [
			{ id: fromAi('User') },
			{ id: locator('User') },
			{ id: locator('User', 'username') },
		]) {
			if (_what === 'an address' && JSON.stringify(form).includes('"mode":"username"')) continue;
			const run = await core('user.get', form, asked({ User: write(other.id, other.username) }));
			expect([run.error?.message, run.json[0]?.id]).toEqual([undefined, other.id]);
		}
	});

	it('gives numbers, switches, dates and lists as text', async () => {
		const run = await core(
			'post.searchRecent',
			{
				query: fromAi('Query'),
				returnAll: fromAi('All'),
				limit: fromAi('Limit'),
				filters: { start_time: fromAi('From') },
				options: { expansions: fromAi('Expansions'), tweet_fields: fromAi('Fields') },
			},
			asked({
				Query: 'acme OR the',
				All: 'false',
				Limit: '3',
				From: new Date(Date.now() - 86_400_000).toISOString(),
				Expansions: 'author_id',
				Fields: 'author_id,created_at',
			}),
		);
		expect(run.error).toBeUndefined();
		expect(run.json).toHaveLength(3);
		expect(run.json[0]).toMatchObject({ author: { id: run.json[0]?.author_id } });
	});

	it('leaves out what it has no answer for', async () => {
		const run = await core(
			'post.create',
			{
				text: fromAi('Text'),
				reply_in_reply_to_tweet_id: locator('Reply'),
				additionalFields: { community_id: fromAi('C') },
			},
			asked({ Text: 'Alone', Reply: '' }),
		);
		expect(run.error).toBeUndefined();
		expect(sim().requests.at(-1)?.body).toEqual({ text: 'Alone' });
	});

	it.each(["={{ $fromAI('Text') }} {{ $json.link }}", "={{ $fromAi('Text') }} {{ $json.sum * 2 }}"])(
		'is not published with a part that the data do not have: %s',
		async (text) => {
			const run = await core('post.create', { text }, asked({ Text: 'Read this:' }));
			expect(run.error?.message).toMatch(/^"Text" (has an empty part|holds NaN)/);
			expect(sim().requests).toEqual([]);
		},
	);

	it('leaves out what it has no answer for inside of a text, in any case of the name', async () => {
		const additionalFields = { community_id: "={{ $fromai('C') }}" };
		const form = { text: "={{ $fromAI('Text') }}{{ $fromai('More') }}", additionalFields };
		const run = await core('post.create', form, asked({ Text: 'Alone', More: '', C: '' }));
		expect([run.error?.message, run.json[0]?.text]).toEqual([undefined, 'Alone']);
	});

	it('is told what was wrong, so that it can try again', async () => {
		const run = await core(
			'post.get',
			{ id: locator('Post') },
			{ ...asked({ Post: 'the latest one' }), continueOnFail: true },
		);
		expect(run.json[0]?.error).toBe('"Post" must be an ID of 1 to 19 digits, and is "the latest one"');
	});
});
