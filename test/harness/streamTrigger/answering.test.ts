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
import { rule, texts, useWorld } from './world';

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

it('a conversation that looks like one of two programs starts nothing after the rounds that are allowed, and is reported once', async () => {
	const { mention, trigger, texts, until } = await begun({ mostRounds: 2 });
	for (const n of [11, 12, 13, 14]) {
		const referenced_tweets = [{ type: 'replied_to', id: String(n) }];
		const payload = { conversation_id: '1', in_reply_to_user_id: ME.id, referenced_tweets };
		await mention(`Answer ${n}`, ADA, { payload });
	}
	await until(() => trigger.failures.length === 1);
	expect(texts()).toEqual(['Answer 11', 'Answer 12']);
	expect(trigger.failures).toMatchObject([
		{ context: { data: { kind: 'loop', userId: ADA.id, sessionId: '1' } } },
	]);
});

it('rules ask for the author of a Post to know who said stop', async () => {
	const { openActive, streams, until } = world();
	const trigger = await openActive({
		parameters: { ...rule('n8n'), fields: { postFields: ['created_at'] }, options: { stopWords: 'STOP' } },
	});
	streams.post('n8n', { authorId: ADA.id });
	await until(() => trigger.emitted.length === 1);
	expect(trigger.emitted).toMatchObject([{ payload: { author_id: ADA.id } }]);
});

it('own Posts that match a rule start nothing where the form names the account, and a search does not read them', async () => {
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

describe('Own Accounts', () => {
	it('"me" is refused for rules, read as the app, and nothing is sent', async () => {
		const { open, sim } = world();
		const trigger = await open({ parameters: { ...rule('n8n'), options: { ownAccounts: 'me' } } });
		const error: unknown = await trigger.activate().catch((thrown: unknown) => thrown);
		const invalid = [{ field: 'options.ownAccounts', rule: 'reference' }];
		expect(error).toMatchObject({ context: { data: { invalid } } });
		expect(sim.requests).toEqual([]);
	});

	it('a name that X does not know is refused, and no rule is made', async () => {
		const { open, sim } = world();
		const options = { ownAccounts: '@no_such_account' };
		const trigger = await open({ parameters: { ...rule('n8n'), options } });
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

describe('encrypted messages', () => {
	const chatting = async (options: IDataObject = {}) => {
		const made = await begun(options);
		const { sim, trigger } = made;
		const say = async (text: string) =>
			(await sim.control('chat', 'say', { from: ADA.id, to: ME.id, text })) as Record<string, string>;
		return { ...made, say, chats: () => trigger.emitted.map(({ chat }) => chat as IDataObject) };
	};

	it('come decrypted, in their order', async () => {
		const { say, chats, until, texts } = await chatting();
		const all = ['One', 'Two', 'Three'];
		for (const text of all) await say(text);
		await until(() => chats().length === all.length);
		expect(chats()).toMatchObject(all.map((text) => ({ text, decrypted: true, verified: true })));
		expect(texts()).toEqual(all);
	});

	it('that were changed on the way are not believed', async () => {
		const { say, chats, until, sim, streams } = await chatting({ unverified: 'report' });
		const said = await say('Send me the money');
		await sim.control('chat', 'tamper', { ...said, fromEnd: 60 });
		const payload = (await sim.control('chat', 'payload', said)) as Record<string, string>;
		streams.activity('chat.received', { payload, id: 'another' });
		await until(() => chats().length === 2);
		expect(chats()).toMatchObject([{ verified: true }, { verified: false, kind: 'unverified' }]);
	});

	it('are not lost where X cannot be asked for the keys', async () => {
		const { say, chats, until, sim, trigger, advance } = await chatting();
		sim.fail({ match: { path: '/2/users/{id}/public_keys' }, kind: 'unavailable', times: 4 });
		await say('Later');
		await advance(20);
		await until(() => chats().length === 1);
		expect(chats()[0]).toMatchObject({
			kind: 'encrypted',
			problem: expect.stringContaining('X could not be asked for the keys') as string,
		});
		expect(trigger.failures).toHaveLength(1);
		await say('Now');
		await until(() => chats().length === 2);
		expect(chats()[1]).toMatchObject({ text: 'Now', verified: true });
	});

	it('for keys that the account has replaced come closed, which is reported once', async () => {
		const { say, chats, until, sim, trigger } = await chatting();
		await sim.control('chat', 'keys', { user: ME.id, version: '1769472999999' });
		for (const text of ['One', 'Two']) await say(text);
		await until(() => chats().length === 2);
		expect(chats().map(({ kind }) => kind)).toEqual(['encrypted', 'encrypted']);
		expect(trigger.failures).toHaveLength(1);
		expect(String(trigger.failures[0])).toContain('older than those of the account');
	});
});
