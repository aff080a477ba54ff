/**
 * A workflow that answers, behind a webhook: each message once, no answer to who wants none, and none without end.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { host } from '../../support';
import { itemsOf, outcomes, useActive, useWorld } from './world';

const active = useActive();
const world = useWorld();
const ADA = { id: '4400000000000000001', username: 'ada', name: 'Ada' };
const BOB = { id: '4400000000000000002', username: 'bob', name: 'Bob' };
const filter = { user_id: ME.id };

describe('a person who says stop', () => {
	it('is left alone, and n8n has stored it although nothing ran', async () => {
		const { events, trigger } = await active({ options: { stopWords: 'STOP' } });
		const say = async (text: string, actor = ADA) =>
			outcomes(await events.deliver(events.build('dm.received', { actor, text }), { filter }));
		expect(await say('stop')).toEqual(['200']);
		const stored = () => (trigger.storedStaticData['node:Subject'] as IDataObject).stopped;
		expect(stored()).toMatch(new RegExp(`^${ADA.id}:\\d+$`));
		await say('Hello?');
		await say('Hello', BOB);
		const runs = await trigger.executed(1);
		expect(runs.flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual(['Hello']);
		await say('start');
		await say('Back again');
		expect((await trigger.executed(2)).flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual([
			'Hello',
			'Back again',
		]);
		expect(stored()).toMatch(new RegExp(`^${ADA.id}:-\\d+$`));
	});

	it('is left alone by the next process', async () => {
		const { events, openActive } = world();
		const parameters = {
			eventTypes: ['dm.received'],
			authentication: 'oAuth2',
			userIds: '',
			options: { stopWords: 'STOP' },
		};
		const staticData = { stopped: `${ADA.id}:1795399085` };
		const trigger = await openActive({ parameters, staticData });
		await events.deliver(events.build('dm.received', { actor: ADA, text: 'Hello?' }), { filter });
		await events.deliver(events.build('dm.received', { actor: BOB, text: 'Hello' }), { filter });
		expect((await trigger.executed(1)).flatMap(itemsOf)).toMatchObject([{ chatInput: 'Hello' }]);
	});
});

it('a Post that is a mention and a reply is answered once, also when X delivers it again', async () => {
	const { events, trigger } = await active();
	const id = '1999999999999999999';
	const build = (type: string) => events.build(type, { actor: ADA, text: 'Both', id });
	await events.deliver(build('post.reply.create'), { filter });
	await events.deliver(build('post.mention.create'), { filter });
	await events.deliver(build('post.reply.create'), { filter });
	await events.deliver(events.build('post.mention.create', { actor: BOB, text: 'Next' }), { filter });
	expect((await trigger.executed(2)).flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual([
		'Both',
		'Next',
	]);
});

it('what an account writes that the form names starts nothing', async () => {
	const { events, trigger } = await active({ options: { ownAccounts: BOB.id } });
	await events.deliver(events.build('post.mention.create', { actor: BOB, text: 'Mine' }), { filter });
	await events.deliver(events.build('post.mention.create', { actor: ADA, text: 'Theirs' }), { filter });
	expect((await trigger.executed(1)).flatMap(itemsOf)).toMatchObject([{ chatInput: 'Theirs' }]);
});

it('a conversation that looks like one of two programs starts nothing more, and the log says so once', async () => {
	const log = host().services.recordLog(['warn']);
	const { events, trigger } = await active({ options: { mostRounds: 2 } });
	const reply = async (n: number, actor = ADA) => {
		const referenced_tweets = [{ type: 'replied_to', id: String(n) }];
		const payload = { conversation_id: '1', in_reply_to_user_id: ME.id, referenced_tweets };
		await events.deliver(events.build('post.reply.create', { actor, text: `${actor.name} ${n}`, payload }), {
			filter,
		});
	};
	for (const n of [11, 12, 13, 14]) await reply(n);
	await reply(15, BOB);
	const runs = await trigger.executed(3);
	log.stop();
	expect(runs.flatMap(itemsOf).map(({ chatInput }) => chatInput)).toEqual(['Ada 11', 'Ada 12', 'Bob 15']);
	const lines = log.lines.filter((line) => line.includes('in one conversation'));
	expect(lines).toEqual([
		expect.stringMatching(/User 4400000000000000001 answered 2 times.*Raise Max Rounds per Conversation/),
	]);
});
