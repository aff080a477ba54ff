/**
 * A workflow that answers: no answer to itself or to accounts that the form names as its own, to who wants none, and to
 * a program without end.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { DAY } from '../../../nodes/shared/util/time';
import { allScopes } from '../../simulator/auth/credentials';
import { Person } from '../../simulator/chat/person';
import { KEY_VERSION } from '../../simulator/chat/state';
import { runNode } from '../../support';
import { itemsOf } from '../../support/pollTrigger';
import { useSkippedWaits } from '../../support/waits';
import { byId, ME, type OpenOptions, useWorld } from './world';

const world = useWorld();
const textsOf = (trigger: Parameters<typeof itemsOf>[0]) =>
	itemsOf(trigger).map(({ chatInput }) => chatInput);
const stoppedIn = ({ storedStaticData: data }: { storedStaticData: IDataObject }) =>
	(data['node:Subject'] as IDataObject).stopped;

describe('own Posts', () => {
	it('start nothing where the credential of the app names who is mentioned', async () => {
		const made = world();
		const trigger = await made.open('mention', { user_id: byId(ME.id) }, { as: 'app' });
		await trigger.activate();
		made.post(`@${ME.username} a note to myself`, {}, ME.id);
		made.mention('Hello');
		await trigger.poll();
		expect(textsOf(trigger)).toEqual([`@${ME.username} Hello`]);
	});
});

it('a test in the editor shows a message of someone else below own ones', async () => {
	const made = world();
	const trigger = await made.open('directMessage');
	made.message('Where is my order?');
	made.pass(1);
	for (let n = 0; n < 7; n++) made.message(`Answer ${n}`, ME.id);
	const { outputs } = await trigger.test();
	expect((outputs[0] ?? []).map(({ json }) => json.chatInput)).toContain('Where is my order?');
});

describe('a person who says stop', () => {
	it('is left alone over restarts, in other conversations and by the next process, and may take it back', async () => {
		const made = world();
		const { first, second } = made;
		const options = { stopWords: 'STOP, basta' };
		const before = await made.open('mention', {}, { options });
		await before.activate();
		made.mention('Hello');
		await before.poll();
		made.post(`@${ME.username} Basta!`);
		await before.poll();
		expect(stoppedIn(before)).toMatch(new RegExp(`^${first.id}:\\d+$`));
		await before.restart();
		made.mention('And now?');
		await before.poll();
		expect(textsOf(before)).toEqual([`@${ME.username} Hello`]);
		const staticData = structuredClone(before.storedStaticData['node:Subject'] as IDataObject);
		const trigger = await made.open('mention', {}, { options, staticData });
		await trigger.activate('init');
		made.mention('Hello?');
		made.post(`@${ME.username} Hi`, {}, second.id);
		await trigger.poll();
		// Within a second the order is not known, and STOP counts.
		made.pass(1);
		made.mention('START');
		await trigger.poll();
		made.mention('I am back');
		await trigger.poll();
		expect(textsOf(trigger)).toEqual([`@${ME.username} Hi`, `@${ME.username} I am back`]);
	});

	it('is still left alone after the form has changed', async () => {
		const made = world();
		const options = { stopWords: 'STOP' };
		const trigger = await made.open('mention', {}, { options });
		await trigger.activate();
		made.mention('STOP');
		await trigger.poll();
		trigger.setParameters({ authentication: 'oAuth2', event: 'postBySearch', query: 'zebra', options });
		await trigger.activate();
		made.post('A zebra');
		await trigger.poll();
		expect(itemsOf(trigger)).toEqual([]);
	});

	it('is passed on as data where that is asked for', async () => {
		const made = world();
		const trigger = await made.open(
			'directMessage',
			{},
			{ options: { stopWords: 'STOP', passOnStops: true } },
		);
		await trigger.activate();
		made.message('stop');
		await trigger.poll();
		made.message('Hello?');
		await trigger.poll();
		expect(itemsOf(trigger)).toMatchObject([{ chatInput: 'stop', optOut: 'stop' }]);
	});
});

it('a damaged list of those who said stop is reported once', async () => {
	const made = world();
	const options = { stopWords: 'STOP' };
	const trigger = await made.open('mention', {}, { options, staticData: { stopped: 'nonsense' } });
	await trigger.activate();
	for (const text of ['One', 'Two', 'Three']) {
		made.mention(text);
		await trigger.poll();
	}
	expect(itemsOf(trigger)).toHaveLength(3);
	expect(trigger.errors).toMatchObject([{ context: { data: { kind: 'optOutsDamaged' } } }]);
});

describe('two bots', () => {
	type Made = ReturnType<typeof world>;
	/** What runs behind a trigger for a new item: the node, and its parameters. */
	type Reply = (item: IDataObject, count: number) => { node: string; parameters: INodeParameters };

	/** A bot: a trigger, and an answer to each item. */
	const bot = async (
		made: Made,
		id: string,
		event: string,
		{ keys = {}, options, reply }: { keys?: object; options: IDataObject; reply: Reply },
	) => {
		const granted = made.sim.platform.credentials.grant(id, allScopes);
		const credentials = { xUserOAuth2Api: { oauthTokenData: { ...granted }, ...keys } };
		const trigger = await made.open(event, {}, { credentials, options });
		await trigger.activate();
		let answered = 0;
		/** Answers what is new. */
		const turn = async () => {
			await trigger.poll();
			const fresh = itemsOf(trigger).slice(answered);
			for (const item of fresh) {
				const { status, error } = await runNode({
					...reply(item, ++answered),
					sim: made.sim,
					credentials,
				});
				expect({ status, error }).toEqual({ status: 'success', error: undefined });
			}
			return fresh.length;
		};
		return { trigger, turn, count: () => answered };
	};

	const play = async ({ pass }: Made, bots: ReadonlyArray<Awaited<ReturnType<typeof bot>>>, most: number) => {
		let turns = 0;
		for (; turns < most; turns++) {
			pass(1);
			let answers = 0;
			for (const { turn } of bots) answers += await turn();
			if (answers === 0) break;
		}
		return { turns, errors: bots.flatMap(({ trigger }) => trigger.errors) };
	};

	it('that mention each other end their loop, and a failed execution says so once, with data', async () => {
		const made = world();
		const reply: Reply = ({ id, author_id: author }, count) => {
			const { username } =
				made.state.users.get(author as string) ?? made.others.find((one) => one.id === author) ?? ME;
			const text = `@${username} answer ${count}: ${(id as string).slice(-6)}`;
			const target = { reply_in_reply_to_tweet_id: byId(id as string) };
			const operation = { resource: 'post', operation: 'create', authentication: 'oAuth2' };
			return { node: 'xCore', parameters: { ...operation, text, ...target } };
		};
		const bots = [
			await bot(made, ME.id, 'mention', { options: {}, reply }),
			await bot(made, made.first.id, 'mention', { options: {}, reply }),
		];
		made.mention('Hello, bot');
		const { turns, errors } = await play(made, bots, 60);
		expect(turns).toBeLessThan(30);
		expect(Math.max(...bots.map(({ count }) => count()))).toBeLessThanOrEqual(27);
		expect(errors.map(({ message }) => message)).toEqual([
			expect.stringContaining('answered 25 times within 24 hours in one conversation'),
		]);
		expect(errors[0]).toMatchObject({ context: { data: { kind: 'loop', rounds: 25 } } });
	});

	it('that quote each other in an encrypted chat end their loop', async () => {
		const made = world();
		const ada = made.first.id;
		const reply: Reply = ({ id, conversation_id: conversation }, count) => {
			const operation = { resource: 'message', operation: 'reply', authentication: 'oAuth2' };
			const target = { id: byId(conversation as string), target: id as string };
			return { node: 'xChat', parameters: { ...operation, ...target, text: `Answer ${count}` } };
		};
		const chatting = async (id: string) => {
			const { blob: privateKeys, version: chatVersion } = new Person(id, KEY_VERSION);
			const keys = { privateKeys, chatVersion };
			return await bot(made, id, 'chatMessage', { keys, options: { mostRounds: 4 }, reply });
		};
		const bots = [await chatting(ME.id), await chatting(ada)];
		made.pass(1);
		await made.sim.control('chat', 'say', { from: ada, to: ME.id, text: 'Hello, bot' });
		const { turns, errors } = await play(made, bots, 20);
		expect(turns).toBeGreaterThan(3);
		expect(turns).toBeLessThan(10);
		expect(errors).toMatchObject([{ context: { data: { kind: 'loop' } } }]);
	});
});

describe('Own Accounts', () => {
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

	it.each([
		['me', ['A question']],
		[' Me ', ['A question']],
		['={{ ["me"] }}', ['A question']],
		['1', ['An answer', 'A question']],
	])(
		'%p decides whether Posts of the account of the credential start the workflow',
		async (written, expected) => {
			const { trigger, reply, texts, others } = await watching(written, user);
			await trigger.activate();
			await reply('An answer', ME.id);
			await reply('A question', others[2]!.id);
			expect(texts()).toEqual(expected);
		},
	);

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

	it('a name that was given up still means the account that had it, and its next owner, who is reported once, is heard', async () => {
		const { rename, second, others, sim } = world();
		const bot = rename(second, 'bot');
		const { trigger, reply, texts } = await watching('@bot');
		const nextDay = async () => {
			await trigger.restart();
			sim.platform.clock.advance(DAY);
		};
		await trigger.activate();
		rename(bot, 'new_name');
		sim.platform.clock.advance(DAY);
		await reply('An answer', second.id);
		await trigger.restart();
		await reply('Another answer', second.id);
		await reply('A question', others[2]!.id);
		expect([texts(), trigger.errors]).toEqual([['A question'], []]);
		const taker = rename(others[2]!, 'bot');
		for (const day of [1, 2]) {
			await nextDay();
			await reply(`Answer ${day}`, second.id);
			await reply(`Question ${day}`, taker.id);
		}
		expect(texts()).toEqual(['A question', 'Question 1', 'Question 2']);
		const data = { kind: 'ownAccountMoved', username: 'bot', before: second.id, now: taker.id };
		expect(trigger.errors).toMatchObject([{ context: { data } }]);
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
});
