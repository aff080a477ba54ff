import { createHmac } from 'node:crypto';
import { APP, ME } from '../../simulator/identities';
import type { Webhook } from '../../simulator/webhooks';
import { until, type Received } from '../../support/webhookReceiver';
import { WEBHOOK_ADDRESS, MINUTE, useStage } from './stage';

const stage = useStage();
let webhook: Webhook;
beforeEach(() => void (webhook = stage.events.register(WEBHOOK_ADDRESS)));

const signed = (event: Received, secret: string) =>
	`sha256=${createHmac('sha256', secret).update(event.body).digest('base64')}`;
const last = () => {
	const event = stage.receiver.events.at(-1);
	if (event === undefined) throw new Error('Nothing arrived');
	return event;
};

it.each(['x-twitter-webhooks-signature', 'x-service-webhooks-signature'] as const)(
	'signs the bytes it sends, under %s',
	async (header) => {
		await stage.events.deliver(stage.events.build('dm.received', { text: 'Grüße 👋' }), { header });
		expect(last().headers[header]).toBe(signed(last(), APP.consumerSecret));
		expect(last().headers['content-type']).toBe('application/json');
		expect(stage.events.deliveries).toMatchObject([
			{ state: 'delivered', webhookId: webhook.id, attempts: [{ outcome: '200' }] },
		]);
	},
);

it.each([
	['oauth1', [APP.consumerSecret, undefined]],
	['oauth2', [undefined, APP.clientSecret]],
	['both', [APP.consumerSecret, APP.clientSecret]],
] as const)('signs for an app of the kind %s', async (webhookSigning, secrets) => {
	stage.events.configure({ webhookSigning });
	for (const header of ['x-twitter-webhooks-signature', 'x-service-webhooks-signature'] as const) {
		await stage.events.deliver(stage.events.build('post.create'), { header });
		const { headers } = last();
		expect([headers[header], headers[`${header}-oauth2`]]).toEqual(
			secrets.map((secret) => secret && signed(last(), secret)),
		);
	}
});

it('spoils one of two signatures, or leaves one out', async () => {
	stage.events.configure({ webhookSigning: 'both' });
	const event = stage.events.build('post.create');
	const sent = () => {
		const { headers } = last();
		const [old, modern] = [APP.consumerSecret, APP.clientSecret].map((secret) => signed(last(), secret));
		return [
			headers['x-twitter-webhooks-signature'] === old,
			headers['x-twitter-webhooks-signature-oauth2'] === modern,
		];
	};
	await stage.events.deliver(event, { forgery: 'wrong', forgeOnly: 'oauth2' });
	expect(sent()).toEqual([true, false]);
	await stage.events.deliver(event, { forgery: 'wrong', forgeOnly: 'oauth1' });
	expect(sent()).toEqual([false, true]);
	await stage.events.deliver(event, { only: 'oauth1' });
	expect(last().headers).not.toHaveProperty('x-twitter-webhooks-signature-oauth2');
	await stage.events.deliver(event, { only: 'oauth2' });
	expect(last().headers).not.toHaveProperty('x-twitter-webhooks-signature');
});

it('signs with the previous secret, a rotated one, and that of another app', async () => {
	const event = stage.events.build('post.create');
	const header = 'x-twitter-webhooks-signature';
	await stage.events.deliver(event, { secret: 'previous' });
	expect(last().headers[header]).toBe(signed(last(), APP.consumerSecretPrevious));
	stage.events.rotateSecret('the third secret');
	await stage.events.deliver(event);
	expect(last().headers[header]).toBe(signed(last(), 'the third secret'));
	await stage.events.deliver(event, { secret: 'previous' });
	expect(last().headers[header]).toBe(signed(last(), APP.consumerSecret));
	stage.events.addApp('77', { consumerSecret: 'secret of app 77' });
	await stage.events.deliver(event, { appId: '77', url: WEBHOOK_ADDRESS });
	expect(last().headers[header]).toBe(signed(last(), 'secret of app 77'));
	stage.events.addApp('78', { clientSecret: 'secret of app 78' });
	await stage.events.deliver(event, { appId: '78', url: WEBHOOK_ADDRESS });
	expect(last().headers[`${header}-oauth2`]).toBe(signed(last(), 'secret of app 78'));
	expect(last().headers).not.toHaveProperty(header);
});

it('tries again after 3, 27 and 242 seconds, then gives up', async () => {
	stage.receiver.onEvent = () => ({ status: 503 });
	const [delivery] = await stage.events.deliver(stage.events.build('post.create'));
	const start = delivery?.at ?? 0;
	for (const [wait, tries] of [
		[2000, 1],
		[1000, 2],
		[27_000, 3],
		[241_000, 3],
		[1000, 4],
		[60 * MINUTE, 4],
	] as const) {
		await stage.pass(wait);
		expect(stage.receiver.events).toHaveLength(tries);
	}
	expect(delivery).toMatchObject({ state: 'failed' });
	expect(delivery?.attempts.map(({ at, outcome }) => [at - start, outcome])).toEqual([
		[0, '503'],
		[3000, '503'],
		[30_000, '503'],
		[272_000, '503'],
	]);
	expect(new Set(stage.receiver.events.map(({ body }) => body.toString())).size).toBe(1);
});

it('stops trying once the event is taken', async () => {
	stage.receiver.onEvent = () => ({ status: stage.receiver.events.length === 1 ? 500 : 200 });
	const [delivery] = await stage.events.deliver(stage.events.build('post.create'));
	await stage.pass(3000);
	expect((await delivery?.done)?.state).toBe('delivered');
	await stage.pass(60 * MINUTE);
	expect(stage.receiver.events).toHaveLength(2);
});

it('waits ten seconds for an answer', async () => {
	stage.receiver.onEvent = () => 'silence';
	const sending = stage.events.deliver(stage.events.build('post.create'), { once: true });
	await until(() => stage.receiver.events.length === 1);
	stage.sim.platform.clock.advance(10_000);
	expect((await sending)[0]).toMatchObject({ state: 'failed', attempts: [{ outcome: 'timeout' }] });
});

it('sends copies, cut bodies, foreign content types and a megabyte', async () => {
	const event = stage.events.build('tweet_create_events');
	await stage.events.deliver(event, { copies: 3 });
	expect(new Set(stage.receiver.events.map(({ body }) => body.toString())).size).toBe(1);
	expect(stage.receiver.events).toHaveLength(3);

	await stage.events.deliver(event, { truncateTo: 20, contentType: 'text/plain' });
	expect(last().body).toHaveLength(20);
	expect(last().headers['content-type']).toBe('text/plain');
	expect(last().headers['x-twitter-webhooks-signature']).toBe(signed(last(), APP.consumerSecret));

	await stage.events.deliver(event, { padTo: 1_048_576 });
	expect(last().body).toHaveLength(1_048_576);
	expect(JSON.parse(last().body.toString())).toMatchObject({ for_user_id: ME.id });

	await stage.events.deliver({ raw: Buffer.from([0xff, 0xfe, 0x00]) });
	expect([...last().body]).toEqual([0xff, 0xfe, 0x00]);
	expect(last().headers['x-twitter-webhooks-signature']).toBe(signed(last(), APP.consumerSecret));
});

it.each(['wrong', 'malformed', 'otherSecret', 'hex', 'noPrefix', 'empty', 'changedBody'] as const)(
	'forges a signature that is %s',
	async (forgery) => {
		await stage.events.deliver(stage.events.build('post.create'), { forgery });
		const header = last().headers['x-twitter-webhooks-signature'];
		expect(header).toBeDefined();
		expect(header).not.toBe(signed(last(), APP.consumerSecret));
	},
);

it('leaves the signature out when asked to', async () => {
	await stage.events.deliver(stage.events.build('post.create'), { forgery: 'missing' });
	expect(Object.keys(last().headers).filter((name) => name.includes('signature'))).toEqual([]);
});
