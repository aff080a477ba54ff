/**
 * Accounts that the form names as the workflow's own: what they write starts nothing, however they are written.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../../../nodes/shared/util/time';
import { itemsOf } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { byId, ME, useWorld, type OpenOptions } from './world';

const world = useWorld();
useSkippedWaits(() => world().sim);

/** A watched Post of someone else, and replies to it. */
const watching = async (
	ownAccounts: unknown,
	{ as = 'app', options = {} }: Pick<OpenOptions, 'as' | 'options'> = {},
) => {
	const made = world();
	const { first } = made;
	const { id } = made.post('Watched', {}, first.id);
	const trigger = await made.open(
		'reply',
		{ post_id: byId(id), replies: 'conversation' },
		{ as, options: { ...options, ownAccounts } as IDataObject },
	);
	const reply = async (text: string, author: string) => {
		made.post(
			text,
			{
				conversation_id: id,
				in_reply_to_user_id: first.id,
				referenced_tweets: [{ type: 'replied_to', id }],
			},
			author,
		);
		await trigger.poll();
	};
	return { ...made, trigger, reply, texts: () => itemsOf(trigger).map(({ chatInput }) => chatInput) };
};

const user = { as: 'oAuth2', options: { includeOwnPosts: true } } as const;

it.each(['me', ' Me ', '={{ ["me"] }}'])('%p is the account of the credential', async (written) => {
	const { trigger, reply, texts, others } = await watching(written, user);
	await trigger.activate();
	await reply('An answer', ME.id);
	await reply('A question', others[2]!.id);
	expect(texts()).toEqual(['A question']);
});

it('Posts of the account of the credential start the workflow where the form includes them', async () => {
	const { trigger, reply, texts } = await watching('1', user);
	await trigger.activate();
	await reply('An answer', ME.id);
	expect(texts()).toEqual(['An answer']);
});

it.each([
	['me', 'reference', 'names "me", but the credential of an app is no user'],
	['0123', 'pattern', 'has "0123", but no ID begins with 0'],
	['22449 94945', 'pattern', '"22449 94945" is not'],
	['={{ "" }}', 'empty', 'is empty'],
	['={{ ["@bot", ""] }}', 'empty', 'has an empty entry: number 2'],
])('%p is refused with the credential of the app, and nothing is sent', async (written, rule, text) => {
	const { trigger, sim } = await watching(written);
	const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
	const invalid = [{ field: 'options.ownAccounts', rule }];
	expect(error).toMatchObject({ context: { data: { invalid } } });
	expect(String(error)).toContain(text);
	expect(sim.requests).toEqual([]);
});

it('a name that X does not know is refused before anything is read', async () => {
	const { trigger, sim } = await watching('@no_such_account');
	await expect(trigger.activate()).rejects.toThrow('No user was found on X with the name @no_such_account');
	expect(sim.requests.map(({ route }) => route)).toEqual(['/2/users/by/username/{username}']);
});

it.each<[string, (username: string) => string]>([
	['the address of a profile', (username) => `https://x.com/${username}/with_replies?s=20`],
	['other letter case', (username) => `@${username.toUpperCase()}`],
	['a name without @', (username) => username],
])('%s names the account', async (_how, write) => {
	const { trigger, reply, texts, second, others, sim } = await watching(write(world().second.username));
	await trigger.activate();
	await reply('An answer', second.id);
	await reply('A question', others[2]!.id);
	expect(texts()).toEqual(['A question']);
	expect(sim.requests.filter(({ path }) => path.startsWith('/2/users/by/'))).toHaveLength(1);
});

describe('a name that was given up', () => {
	const NAME = 'bot';
	const renamed = async () => {
		const { rename, second, sim } = world();
		const bot = rename(second, NAME);
		const made = await watching(`@${NAME}`);
		await made.trigger.activate();
		rename(bot, 'new_name');
		sim.platform.clock.advance(DAY);
		return made;
	};

	it('still means the account that had it, also after a restart', async () => {
		const { trigger, reply, texts, second, others } = await renamed();
		await reply('An answer', second.id);
		await trigger.restart();
		await reply('Another answer', second.id);
		await reply('A question', others[2]!.id);
		expect(texts()).toEqual(['A question']);
		expect(trigger.errors).toEqual([]);
	});

	it('and belongs to someone else now silences no one else, and is reported once', async () => {
		const { trigger, reply, texts, second, rename, others, sim } = await renamed();
		const taker = rename(others[2]!, NAME);
		await reply('An answer', second.id);
		await reply('A question', taker.id);
		await trigger.restart();
		sim.platform.clock.advance(DAY);
		await reply('Another answer', second.id);
		await reply('Another question', taker.id);
		expect(texts()).toEqual(['A question', 'Another question']);
		const data = {
			kind: 'ownAccountMoved',
			username: NAME,
			before: second.id,
			now: taker.id,
		};
		expect(trigger.errors).toMatchObject([{ context: { data } }]);
	});
});

it('a workflow that begins with a name asks who has it, whatever another workflow was told', async () => {
	const { second, rename, others } = world();
	const bot = rename(second, 'bot');
	const before = await watching('@bot');
	await before.trigger.activate();
	rename(bot, 'new_name');
	const taker = rename(others[2]!, 'bot');
	const { trigger, reply, texts } = await watching('@bot');
	await trigger.activate();
	await reply('An answer', taker.id);
	await reply('A question', second.id);
	expect(texts()).toEqual(['A question']);
});
