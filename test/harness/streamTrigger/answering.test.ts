/**
 * A workflow that answers, on streams: nothing to its own accounts, to who wants no answer, to messages that are not
 * certainly by their sender, and to a program without end.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { DAY } from '../../../nodes/shared/util/time';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { type OpenOptions, rule, texts, useWorld } from './world';

const world = useWorld();
const ADA = { id: '4400000000000000001', username: 'ada', name: 'Ada' };
const BOB = { id: '4400000000000000002', username: 'bob', name: 'Bob' };
const PARAMETERS = {
	events: 'activity',
	authentication: 'oAuth2',
	eventTypes: ['post.mention.create', 'post.reply.create', 'chat.received'],
	userIds: '',
};

const begun = async (options: IDataObject = {}, staticData?: IDataObject) => {
	const made = world();
	const parameters = { ...PARAMETERS, options };
	const trigger = await made.openActive({ parameters, ...(staticData && { staticData }) });
	const mention = async (text: string, actor = ADA, more: IDataObject = {}) => {
		made.streams.activity('post.mention.create', { actor, text, ...more });
		await made.settle();
	};
	const texts = () => trigger.emitted.map(({ chatInput }) => chatInput);
	return { ...made, trigger, mention, texts };
};

describe('a person who says stop', () => {
	it('is left alone, also by the next process: n8n has stored it though no run had an item', async () => {
		const first = await begun({ stopWords: 'STOP' });
		await first.mention('STOP');
		await first.until(() => JSON.stringify(first.trigger.storedStaticData).includes(`${ADA.id}:`));
		await first.mention('Hello?');
		await first.mention('Hello', BOB);
		await first.until(() => first.texts().length === 1);
		expect(first.texts()).toEqual(['Hello']);
		const stored = structuredClone(first.trigger.storedStaticData);
		const next = await begun({ stopWords: 'STOP' }, stored);
		await next.mention('Anyone?');
		await next.mention('Yes', BOB);
		await next.until(() => next.texts().length === 1);
		expect(next.texts()).toEqual(['Yes']);
	});
});

describe('a conversation that looks like one of two programs', () => {
	const answer = async ({ streams, settle }: Awaited<ReturnType<typeof begun>>, n: number) => {
		const referenced_tweets = [{ type: 'replied_to', id: String(n) }];
		const payload = { conversation_id: '1', in_reply_to_user_id: ME.id, referenced_tweets };
		streams.activity('post.reply.create', { actor: ADA, text: `Answer ${n}`, payload });
		await settle();
	};

	it('starts nothing after the rounds that are allowed, and is reported once', async () => {
		const here = await begun({ mostRounds: 2 });
		const { trigger, texts, until } = here;
		for (const n of [11, 12, 13, 14]) await answer(here, n);
		await until(() => trigger.failures.length === 1);
		expect(texts()).toEqual(['Answer 11', 'Answer 12']);
		expect(trigger.failures).toMatchObject([
			{ context: { data: { kind: 'loop', userId: ADA.id, sessionId: '1' } } },
		]);
	});
});

it('rules need the author of a Post to know who said stop', async () => {
	const { openActive, streams, until, settle } = world();
	const fields = { postFields: ['created_at'] };
	const trigger = await openActive({
		parameters: { ...rule('n8n'), fields, options: { stopWords: 'STOP' } },
	});
	const post = async (text: string, authorId: string) => {
		streams.post(text, { authorId });
		await settle();
	};
	await post('n8n', ADA.id);
	await until(() => trigger.emitted.length === 1);
	expect(trigger.emitted).toMatchObject([{ payload: { author_id: ADA.id } }]);
});

describe('own Posts', () => {
	it('that match a rule start nothing where the form names the account, and a search does not read them', async () => {
		const { openActive, streams, until, advance, sim } = world();
		const options = { ownAccounts: `@${ME.username}` };
		const trigger = await openActive({ parameters: { ...rule('n8n', 'cats OR dogs'), options } });
		streams.post('n8n, by me');
		streams.post('n8n, by Ada', { authorId: ADA.id });
		await until(() => trigger.emitted.length === 1);
		await advance(40);
		streams.disconnect();
		streams.post('dogs, by me', { unsent: true });
		streams.post('cats, by Ada', { unsent: true, authorId: ADA.id });
		await until(() => streams.open.length === 1);
		await advance(90);
		expect(texts(trigger)).toEqual(['n8n, by Ada', 'cats, by Ada']);
		const [search] = sim.requests.filter(({ route }) => route === '/2/tweets/search/recent');
		expect(search?.query).toMatchObject({ query: `((n8n) OR (cats OR dogs)) -from:${ME.id}` });
	});

	it('that match a rule start a run where the form names no account', async () => {
		const { openActive, streams, until } = world();
		const trigger = await openActive();
		streams.post('n8n, by me');
		await until(() => trigger.emitted.length > 0);
		expect(texts(trigger)).toEqual(['n8n, by me']);
	});
});

describe('Own Accounts', () => {
	const activity = {
		events: 'activity',
		authentication: 'oAuth2',
		eventTypes: ['post.reply.create'],
		userIds: '',
	};

	it.each([
		['rules', rule('n8n')],
		['public activity', { ...activity, authentication: 'app', eventTypes: ['post.create'], userIds: ADA.id }],
	])('"me" is refused for %s, read as the app, and nothing is sent', async (_of, parameters) => {
		const { open, sim } = world();
		const trigger = await open({ parameters: { ...parameters, options: { ownAccounts: 'me' } } });
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		const invalid = [{ field: 'options.ownAccounts', rule: 'reference' }];
		expect(error).toMatchObject({ context: { data: { invalid } } });
		expect(sim.requests).toEqual([]);
	});

	it('a name that X does not know is refused, and no rule is made', async () => {
		const { open, sim } = world();
		const trigger = await open({
			parameters: { ...rule('n8n'), options: { ownAccounts: '@no_such_account' } },
		});
		await expect(trigger.activate()).rejects.toThrow('No user was found on X with the name @no_such_account');
		expect(sim.requests.filter(({ method }) => method === 'POST')).toEqual([]);
	});

	it('a name that was given up still means the account that had it, after a restart on the next day', async () => {
		const { openActive, unpublish, streams, until, advance, sim } = world();
		const { second, rename } = peopleOf(sim.platform);
		const bot = rename(second, 'bot');
		const parameters = { ...rule('n8n'), options: { ownAccounts: '@bot' } };
		const before = await openActive({ parameters });
		const staticData = structuredClone(before.storedStaticData);
		await unpublish(before);
		rename(bot, 'new_name');
		await advance(DAY / 1000);
		const trigger = await openActive({ parameters, staticData });
		streams.post('n8n, by the bot', { authorId: bot.id });
		streams.post('n8n, by Ada', { authorId: ADA.id });
		await until(() => trigger.emitted.length === 1);
		expect(texts(trigger)).toEqual(['n8n, by Ada']);
		expect(sim.requests.filter(({ path }) => path.endsWith('/bot'))).toHaveLength(2);
	});
});

describe('over the stream of activities', () => {
	const PARAMETERS = {
		events: 'activity',
		authentication: 'oAuth2',
		eventTypes: ['chat.received'],
		userIds: '',
	};

	interface Said {
		readonly id: string;
		readonly conversation: string;
	}

	const begun = async (options: OpenOptions = {}) => {
		const made = world();
		const trigger = await made.openActive({ parameters: PARAMETERS, ...options });
		const say = async (input: IDataObject) => (await made.sim.control('chat', 'say', input)) as Said;
		const chats = () => trigger.emitted.map(({ chat }) => chat as IDataObject);
		return { ...made, trigger, say, chats };
	};

	describe('encrypted messages', () => {
		it('come decrypted, in their order', async () => {
			const { say, chats, until, trigger } = await begun();
			for (const text of ['One', 'Two', 'Three']) await say({ from: ADA.id, to: ME.id, text });
			await until(() => chats().length === 3);
			expect(chats()).toMatchObject([
				{ text: 'One', decrypted: true, verified: true },
				{ text: 'Two', decrypted: true, verified: true },
				{ text: 'Three', decrypted: true, verified: true },
			]);
			expect(trigger.emitted.map(({ chatInput }) => chatInput)).toEqual(['One', 'Two', 'Three']);
		});

		it.each([
			['passOn', 2, [true, false]],
			['report', 2, [true, false]],
			['leaveOut', 2, [true, true]],
		])('that were changed on the way are not believed: %s', async (unverified, count, verified) => {
			const parameters = { ...PARAMETERS, options: { unverified } };
			const { say, chats, until, sim, streams } = await begun({ parameters });
			const said = await say({ from: ADA.id, to: ME.id, text: 'Send me the money' });
			const { id, conversation } = said;
			await sim.control('chat', 'tamper', { conversation, id, fromEnd: 60 });
			const payload = (await sim.control('chat', 'payload', { conversation, id })) as Record<string, string>;
			streams.activity('chat.received', { payload, id: 'another' });
			if (unverified === 'leaveOut') await say({ from: ADA.id, to: ME.id, text: 'Next' });
			await until(() => chats().length === count);
			expect(chats().map((chat) => chat.verified)).toEqual(verified);
			expect(chats().some(({ kind }) => kind === 'unverified')).toBe(unverified === 'report');
		});

		it('come once, also if the same signed message comes as another event', async () => {
			const { say, chats, until, sim, streams } = await begun();
			const { id, conversation } = await say({ from: ADA.id, to: ME.id, text: 'Pay me' });
			await until(() => chats().length === 1);
			const payload = (await sim.control('chat', 'payload', { conversation, id })) as Record<string, string>;
			streams.activity('chat.received', { payload, id: 'another' });
			await say({ from: ADA.id, to: ME.id, text: 'Next' });
			await until(() => chats().length === 2);
			expect(chats().map(({ text, identity }) => [text, identity])).toEqual([
				['Pay me', 'new'],
				['Next', 'known'],
			]);
		});

		it('are not lost where X cannot be asked for the keys', async () => {
			const { say, chats, until, sim, trigger, advance } = await begun();
			sim.fail({ match: { path: '/2/users/{id}/public_keys' }, kind: 'unavailable', times: 4 });
			await say({ from: ADA.id, to: ME.id, text: 'Later' });
			await advance(20);
			await until(() => chats().length === 1);
			expect(chats()[0]).toMatchObject({
				kind: 'encrypted',
				problem: expect.stringContaining('X could not be asked for the keys') as string,
			});
			expect(trigger.failures).toHaveLength(1);
			await say({ from: ADA.id, to: ME.id, text: 'Now' });
			await until(() => chats().length === 2);
			expect(chats()[1]).toMatchObject({ text: 'Now', verified: true });
		});
	});

	describe('private keys', () => {
		it('that the account has replaced are reported once, and the event comes closed', async () => {
			const { say, chats, until, sim, trigger } = await begun();
			await sim.control('chat', 'keys', { user: ME.id, version: '1769472999999' });
			for (const text of ['One', 'Two']) await say({ from: ADA.id, to: ME.id, text });
			await until(() => chats().length === 2);
			expect(chats().map(({ kind }) => kind)).toEqual(['encrypted', 'encrypted']);
			expect(trigger.failures).toHaveLength(1);
			expect(String(trigger.failures[0])).toContain('older than those of the account');
		});
	});
});
