import { createHmac } from 'node:crypto';
import { APP } from '../../simulator/identities';
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

it('waits ten seconds for an answer', async () => {
	stage.receiver.onEvent = () => 'silence';
	const sending = stage.events.deliver(stage.events.build('post.create'), { once: true });
	await until(() => stage.receiver.events.length === 1);
	stage.sim.platform.clock.advance(10_000);
	expect((await sending)[0]).toMatchObject({ state: 'failed', attempts: [{ outcome: 'timeout' }] });
});
