/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { app, me } from '../../simulator/identities';
import { PATIENT_SETTINGS, sign } from '../../simulator/webhooks';
import { itemsOf, useWorld, type World } from './world';
import type { Trigger } from '../../support/webhookTrigger';

const world = useWorld();

const active = async (parameters: IDataObject = {}): Promise<World & { trigger: Trigger }> => {
	const here = world();
	const trigger = await here.openActive({ parameters });
	return { ...here, trigger };
};

/** First outcome of each copy of a delivery. */
const outcomes = (deliveries: Array<{ attempts: Array<{ outcome: string }> }>) =>
	deliveries.map(({ attempts }) => attempts[0]?.outcome);

describe('the challenge', () => {
	it('is answered while the workflow is active, on schedule and on re-validation', async () => {
		const { events } = await active();
		expect(await events.check()).toMatchObject([{ verdict: 'passed', outcome: '200' }]);
	});

	it('without a token is refused with 400', async () => {
		const { trigger } = await active();
		expect((await fetch(trigger.url('setup'))).status).toBe(400);
	});

	it('with a known token gets the documented answer', async () => {
		const { trigger } = await active();
		await trigger.setCredential('xAppApi', { clientSecret: 'secret' });
		const answer = await fetch(`${trigger.url('setup')}?crc_token=challenge_string`);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toContain('application/json');
		expect(await answer.json()).toEqual({
			response_token: 'sha256=KVLX9CEwUdVdeJfmJAnltj/knkdCqwZJlA1u97xbErw=',
		});
	});

	it('without a secret gets a 5xx, never a wrong token', async () => {
		const { trigger, events } = await active();
		await trigger.setCredential('xAppApi', { consumerSecret: '', clientSecret: '' });
		const answer = await fetch(`${trigger.url('setup')}?crc_token=x`);
		expect(answer.status).toBe(500);
		expect(await answer.text()).not.toContain('sha256');
		// A 5xx may pass, so the webhook stays valid.
		expect(await events.check()).toMatchObject([{ verdict: 'transient' }]);
		expect(events.inventory().webhooks).toMatchObject([{ valid: true }]);
	});
});

describe('what nobody else can start', () => {
	it.each([
		'wrong',
		'missing',
		'malformed',
		'otherSecret',
		'hex',
		'noPrefix',
		'empty',
		'changedBody',
	] as const)('a forged delivery (%s) is refused with 401 and runs nothing', async (forgery) => {
		const { events, trigger } = await active();
		const sent = await events.deliver(events.build('post.create'), { forgery, once: true });
		expect(outcomes(sent)).toEqual(['401']);
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect(await trigger.executed(1)).toHaveLength(1);
	});

	it('fails closed without a secret', async () => {
		const { events, trigger } = await active();
		await trigger.setCredential('xAppApi', { consumerSecret: '', clientSecret: '' });
		expect(outcomes(await events.deliver(events.build('post.create'), { once: true }))).toEqual(['500']);
		expect(trigger.executions).toEqual([]);
	});

	it.each([
		['oauth1', 'consumerSecret', { consumerSecretPrevious: app.consumerSecret }],
		['oauth2', 'clientSecret', { clientSecretPrevious: app.clientSecret }],
		['both', 'clientSecret', { clientSecretPrevious: app.clientSecret }],
	] as const)(
		'accepts both secrets while they rotate, and both header names: an app of the kind %s',
		async (webhookSigning, which, previous) => {
			const { events, trigger } = await active();
			events.configure({ webhookSigning });
			await trigger.setCredential('xAppApi', { ...previous, [which]: 'the new secret' });
			expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
			events.rotateSecret('the new secret', which);
			const header = 'x-service-webhooks-signature';
			expect(outcomes(await events.deliver(events.build('post.create'), { header }))).toEqual(['200']);
			await trigger.executed(2);
			events.rotateSecret('a third secret', which);
			const late = await events.deliver(events.build('post.create'), { once: true });
			expect(outcomes(late)).toEqual(['401']);
		},
	);

	const signedByChallenge = async (trigger: Trigger, body: string, header: string) => {
		const challenge = await fetch(`${trigger.url('setup')}?crc_token=${encodeURIComponent(body)}`);
		const { response_token } = (await challenge.json()) as { response_token?: string };
		const headers = {
			'content-type': 'text/plain',
			[header]: response_token ?? 'sha256=',
		};
		return [challenge.status, (await fetch(trigger.url(), { method: 'POST', body, headers })).status];
	};

	it.each([
		['an event', '{"data":{"event_type":"post.create","event_uuid":"1","payload":{"id":"1"}}}', 400],
		['an event after space', ' \r\n\t{"for_user_id":"1","tweet_create_events":[{"id_str":"1"}]}', 400],
		['an event after a byte order mark', '\uFEFF{"data":{"event_type":"post.create"}}', 400],
		['a list', '[{"surprise":1}]', 400],
		[
			'a request to share',
			`{"n8n_share":{"action":"join","url":"http://127.0.0.1:1/x","at":${Date.now()}}}`,
			400,
		],
		['a number', '17', 200],
		['a text', '"hello"', 200],
	])('has no delivery signed by its challenge: %s', async (_what, body, challenge) => {
		for (const [clientSecret, header] of [
			[app.clientSecret, 'x-twitter-webhooks-signature-oauth2'],
			['', 'x-twitter-webhooks-signature'],
		] as const) {
			const { trigger } = await active({ options: { share: true } });
			await trigger.setCredential('xAppApi', { clientSecret });
			const statuses = [challenge, challenge === 400 ? 401 : 400];
			expect(await signedByChallenge(trigger, body, header)).toEqual(statuses);
			expect(trigger.executions).toEqual([]);
			expect(JSON.stringify(trigger.storedStaticData)).not.toContain('sharers');
			await trigger.deactivate();
		}
	});

	it('takes a secret with the space that was copied along', async () => {
		const { events, trigger } = await active();
		await trigger.setCredential('xAppApi', { clientSecret: ` ${app.clientSecret}\n` });
		expect(await events.check()).toMatchObject([{ verdict: 'passed' }]);
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
	});

	it('takes a secret of nothing but space for none', async () => {
		const { trigger } = await active();
		await trigger.setCredential('xAppApi', { consumerSecret: ' ', clientSecret: '\t' });
		for (const headers of [
			{ 'x-twitter-webhooks-signature': sign(' ', '{}') },
			{ 'x-twitter-webhooks-signature-oauth2': sign('\t', '{}') },
		])
			expect((await fetch(trigger.url(), { method: 'POST', body: '{}', headers })).status).toBe(500);
	});

	it('refuses a delivery that was cut short on its way', async () => {
		const { events, trigger } = await active();
		const cut = { truncateTo: 100, signWhole: true, contentType: 'text/plain', once: true };
		expect(outcomes(await events.deliver(events.build('post.create'), cut))).toEqual(['401']);
		expect(trigger.executions).toEqual([]);
	});

	it('refuses a signed body that is no JSON', async () => {
		const { events, trigger } = await active();
		const [sent] = await events.deliver({ raw: '{"data":' }, { contentType: 'text/plain', once: true });
		expect(sent?.attempts[0]?.outcome).toBe('400');
		expect(trigger.executions).toEqual([]);
	});

	it.each(['text/plain', 'application/octet-stream', 'application/json; charset=utf-8'])(
		'reads a genuine delivery sent as %s',
		async (contentType) => {
			const { events, trigger } = await active();
			expect(outcomes(await events.deliver(events.build('post.create'), { contentType }))).toEqual(['200']);
			expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([{ eventType: 'post.create' }]);
		},
	);

	it('takes a delivery of 1 MB', async () => {
		const { events, trigger } = await active();
		const padTo = 1_000_000;
		expect(outcomes(await events.deliver(events.build('post.create'), { padTo }))).toEqual(['200']);
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([{ eventType: 'post.create' }]);
	});
});

describe('events', () => {
	const named = [
		'post.create',
		'post.delete',
		'post.mention.create',
		'post.reply.create',
		'post.quote.create',
		'post.repost.create',
		'like.create',
		'dm.received',
		'dm.sent',
		'dm.indicate_typing',
		'dm.read',
		'follow.follow',
		'follow.unfollow',
		'mute.mute',
		'block.block',
		'profile.update.bio',
		'spaces.start',
		'broadcast.end',
		'broadcast.chat',
		'chat.received',
		'news.new',
		'poll.closed',
	];

	it.each(named)('%s of the activity source becomes one item', async (name) => {
		const { events, trigger } = await active();
		const filter = { user_id: me.id };
		await events.deliver(events.build(name), { filter, tag: 'mine' });
		const [item] = itemsOf((await trigger.executed(1))[0]);
		expect(item).toMatchObject({ eventType: name, source: 'activity', userId: me.id, tag: 'mine' });
		expect(item?.eventId).toEqual(expect.any(String));
		expect(JSON.stringify(item?.payload)).not.toContain('"data":{"id"');
	});

	it.each([
		['tweet_create_events', 'post.'],
		['tweet_delete_events', 'post.delete'],
		['favorite_events', 'like.create'],
		['follow_events', 'follow.follow'],
		['unfollow_events', 'follow.unfollow'],
		['block_events', 'block.block'],
		['unblock_events', 'block.unblock'],
		['mute_events', 'mute.mute'],
		['unmute_events', 'mute.unmute'],
		['direct_message_events', 'dm.'],
		['direct_message_indicate_typing_events', 'dm.indicate_typing'],
		['direct_message_mark_read_events', 'dm.read'],
		['user_event', 'oauth.revoke'],
	])('%s of the account activity source becomes %s', async (name, eventType) => {
		const { events, trigger } = await active();
		await events.deliver(events.build(name));
		const [item] = itemsOf((await trigger.executed(1))[0]);
		expect(item).toMatchObject({
			eventType: expect.stringContaining(eventType) as string,
			source: 'accountActivity',
			eventId: expect.any(String) as string,
			createdAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
		});
	});

	it('of the filtered stream and of replay jobs are told apart', async () => {
		const { events, trigger } = await active();
		await events.deliver(events.build('stream'), { matchingRules: [{ id: '1', tag: 'cats' }] });
		await events.deliver(events.build('replay_job_status'));
		const runs = await trigger.executed(2);
		expect(runs.flatMap(itemsOf).map(({ eventType, source, tag }) => [eventType, source, tag])).toEqual([
			['stream.post', 'filteredStream', 'cats'],
			['replay.complete', 'replay', null],
		]);
	});

	it('that nobody has heard of pass through', async () => {
		const { events, trigger } = await active();
		await events.deliver({ raw: { surprise: { id: 1 } } });
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
			{ eventType: 'unknown', source: 'unknown', payload: { surprise: { id: 1 } } },
		]);
	});

	it('are split where one delivery holds several, and only chosen types start the workflow', async () => {
		const { events, trigger } = await active({
			options: { onlyEventTypes: ['follow.follow', 'block.block'] },
		});
		const entry = (type: string, at: string) => ({
			type,
			created_timestamp: at,
			source: { id: '1' },
			target: { id: '2' },
		});
		const raw = {
			for_user_id: me.id,
			follow_events: [entry('follow', '1785578400000'), entry('unfollow', '1785578400001')],
			block_events: [entry('block', '1785578400002')],
		};
		await events.deliver({ raw });
		expect(itemsOf((await trigger.executed(1))[0]).map(({ eventType }) => eventType)).toEqual([
			'follow.follow',
			'block.block',
		]);
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect(trigger.executions).toHaveLength(1);
	});

	it('carry the raw body when asked for, and 64-bit identifiers exactly', async () => {
		const { events, trigger } = await active({ options: { rawBody: true } });
		const raw = '{ "for_user_id":"1", "tweet_delete_events":[{"status":{"id":1999999999999999999}}]}';
		await events.deliver({ raw });
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
			{ eventId: '1999999999999999999', rawBody: raw },
		]);
	});
});

describe('once only', () => {
	it('copies sent at the same time run once', async () => {
		const { events, trigger } = await active();
		const sent = await events.deliver(events.build('post.create'), { copies: 20 });
		expect(new Set(outcomes(sent))).toEqual(new Set(['200']));
		expect(await trigger.executed(1)).toHaveLength(1);
	});

	it('a replay after a restart runs nothing again', async () => {
		const first = await active();
		const event = first.events.build('post.create');
		await first.events.deliver(event);
		await first.trigger.executed(1);
		// Another node, so another memory: all it knows is what was stored.
		const staticData = first.trigger.storedStaticData['node:Subject'] as IDataObject;
		const { seen } = staticData;
		const restarted = await first.open({ staticData: { seen }, origin: 'https://again.example.com' });
		first.events.configure({ webhookLimit: 2 });
		await restarted.activate();
		const url = restarted.url().replace(restarted.origin, 'https://again.example.com');
		const again = await first.events.deliver(event, { url });
		expect(outcomes(again)).toEqual(['200']);
		await first.events.deliver(first.events.build('post.create'), { url });
		expect(await restarted.executed(1)).toHaveLength(1);
	});

	it('a delivery that was under way during a new activation does not bring the old record back', async () => {
		const { events, trigger } = await active();
		const before = structuredClone(trigger.storedStaticData);
		await trigger.deactivate();
		await trigger.activate();
		// What n8n stores with such a delivery is what it had read before.
		trigger.storedStaticData = before;
		await events.deliver(events.build('post.create'));
		await trigger.executed(1);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject({ webhooks: [], activity: [] });
		expect(JSON.stringify(trigger.storedStaticData)).not.toContain('webhookId');
	});

	it('the same Post under another type, filter or tag is another event', async () => {
		const { events, trigger } = await active();
		const id = '1990000000000000123';
		for (const name of ['post.create', 'post.mention.create']) {
			await events.deliver(events.build(name, { id, eventUuid: id }), { tag: 'a' });
			await events.deliver(events.build(name, { id, eventUuid: id }), { tag: 'b' });
		}
		expect(await trigger.executed(4)).toHaveLength(4);
	});

	it('can be switched off', async () => {
		const { events, trigger } = await active({ options: { skipDuplicates: false } });
		await events.deliver(events.build('post.create'), { copies: 3 });
		expect(await trigger.executed(3)).toHaveLength(3);
	});

	it('an event that n8n could not start comes again and runs then, and its neighbours once', async () => {
		const { events, trigger, tryAgain } = await active();
		let starts = 0;
		trigger.beforeRun = async () => {
			await Promise.resolve();
			starts += 1;
			if (starts % 3 === 1) throw new Error('The database is away');
		};
		const sent = await Promise.all(
			Array.from({ length: 9 }, async () => (await events.deliver(events.build('post.create')))[0]),
		);
		expect(sent.filter((delivery) => delivery?.attempts[0]?.outcome === '500')).toHaveLength(3);
		trigger.beforeRun = () => Promise.resolve();
		await tryAgain();
		expect(sent.map((delivery) => delivery?.state)).toEqual(Array(9).fill('delivered'));
		const runs = (await trigger.executed(9)).flatMap(itemsOf).map(({ eventId }) => eventId);
		expect(runs).toHaveLength(9);
		expect(new Set(runs).size).toBe(9);
	});

	it.each([
		['n8n took it all the same', true, 1],
		['n8n did not take it', false, 2],
	])('a delivery given up by X is repeated only if needed: %s', async (_name, takes, starts) => {
		const { events, trigger, tryAgain } = await active();
		events.configure({ deliveryDeadlineMs: 1_000 });
		const started: number[] = [];
		let goOn: () => void = () => undefined;
		const hungUp = new Promise<void>((resolve) => (goOn = resolve));
		trigger.beforeRun = async () => {
			started.push(started.length);
			await hungUp;
			if (!takes && started.length === 1) throw new Error('The database is away');
		};
		const [delivery] = await events.deliver(events.build('post.create'));
		expect(delivery?.attempts).toMatchObject([{ outcome: 'timeout' }]);
		goOn();
		events.configure(PATIENT_SETTINGS);
		await tryAgain();
		expect(delivery?.state).toBe('delivered');
		expect(await trigger.executed(1)).toHaveLength(1);
		expect(started).toHaveLength(starts);
	});

	it('an event that could not be verified for want of a secret comes again and runs then', async () => {
		const { events, trigger, tryAgain } = await active();
		await trigger.setCredential('xAppApi', { consumerSecret: '', clientSecret: '' });
		const event = events.build('post.create');
		const [delivery] = await events.deliver(event);
		expect(delivery?.attempts[0]?.outcome).toBe('500');
		await trigger.setCredential('xAppApi', { clientSecret: app.clientSecret });
		await tryAgain();
		expect(delivery?.state).toBe('delivered');
		expect(await trigger.executed(1)).toHaveLength(1);
	});
});
