/**
 * A workflow that answers, on the stream of activities: no answer to who wants none, and none without end.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { rule, useWorld } from './world';

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
