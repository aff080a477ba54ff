/** @jest-environment ./test/support/environment.ts */
import { APP } from '../../simulator/identities';
import { sign, type PlatformEvent } from '../../simulator/webhooks';
import type { Forgery } from '../../simulator/webhooks/signing';
import { itemsOf, outcomes, useActive } from './world';
import type { Trigger } from '../../support/webhookTrigger';

const active = useActive();

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
	const FORGERIES: readonly Forgery[] = [
		'wrong',
		'missing',
		'malformed',
		'otherSecret',
		'hex',
		'noPrefix',
		'empty',
		'changedBody',
	];

	it('a forged delivery is refused with 401 and runs nothing', async () => {
		const { events, trigger } = await active();
		for (const forgery of FORGERIES) {
			const sent = await events.deliver(events.build('post.create'), { forgery, once: true });
			expect([forgery, outcomes(sent)]).toEqual([forgery, ['401']]);
		}
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect(await trigger.executed(1)).toHaveLength(1);
	});

	it('fails closed without a secret, and what could not be verified comes again and runs then', async () => {
		const { events, trigger, tryAgain } = await active();
		await trigger.setCredential('xAppApi', { consumerSecret: '', clientSecret: '' });
		const [delivery] = await events.deliver(events.build('post.create'));
		expect(delivery?.attempts).toMatchObject([{ outcome: '500' }]);
		expect(trigger.executions).toEqual([]);
		await trigger.setCredential('xAppApi', { clientSecret: APP.clientSecret });
		await tryAgain();
		expect(delivery?.state).toBe('delivered');
		expect(await trigger.executed(1)).toHaveLength(1);
	});

	it.each([
		['oauth1', 'consumerSecret', { consumerSecretPrevious: APP.consumerSecret }],
		['oauth2', 'clientSecret', { clientSecretPrevious: APP.clientSecret }],
		['both', 'clientSecret', { clientSecretPrevious: APP.clientSecret }],
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
		['client secret', APP.clientSecret, 'x-twitter-webhooks-signature-oauth2'],
		['consumer secret', '', 'x-twitter-webhooks-signature'],
	])('has no delivery signed by its challenge: %s', async (_name, clientSecret, header) => {
		const { trigger } = await active({ options: { share: true } });
		await trigger.setCredential('xAppApi', { clientSecret });
		const url = 'http://127.0.0.1:1/x';
		for (const body of [
			'{"data":{"event_type":"post.create","event_uuid":"1","payload":{"id":"1"}}}',
			' \r\n\t{"for_user_id":"1","tweet_create_events":[{"id_str":"1"}]}',
			'\uFEFF{"data":{"event_type":"post.create"}}',
			'[{"surprise":1}]',
			JSON.stringify({ n8n_share: { action: 'join', url, at: Date.now() } }),
		])
			expect([body, await signedByChallenge(trigger, body, header)]).toEqual([body, [400, 401]]);
		for (const body of ['17', '"hello"'])
			expect([body, await signedByChallenge(trigger, body, header)]).toEqual([body, [200, 400]]);
		expect(trigger.executions).toEqual([]);
		expect(JSON.stringify(trigger.storedStaticData)).not.toContain('sharers');
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

	it.each<[string, PlatformEvent | { raw: string } | undefined, object, string]>([
		['a delivery that was cut short on its way', undefined, { truncateTo: 100, signWhole: true }, '401'],
		['a signed body that is no JSON', { raw: '{"data":' }, {}, '400'],
	])('refuses %s', async (_what, event, sent, outcome) => {
		const { events, trigger } = await active();
		const settings = { ...sent, contentType: 'text/plain', once: true };
		expect(outcomes(await events.deliver(event ?? events.build('post.create'), settings))).toEqual([outcome]);
		expect(trigger.executions).toEqual([]);
	});

	it('takes what nothing happened in, and starts nothing', async () => {
		const { events, trigger } = await active();
		for (const raw of ['[]', '{}', '[{}]'])
			expect(outcomes(await events.deliver({ raw }, { once: true }))).toEqual(['200']);
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect((await trigger.executed(1)).flatMap(itemsOf)).toMatchObject([{ eventType: 'post.create' }]);
	});

	it('reads a genuine delivery of any content type, and of 1 MB', async () => {
		const { events, trigger } = await active();
		const types = ['text/plain', 'application/octet-stream', 'application/json; charset=utf-8'];
		const settings = [...types.map((contentType) => ({ contentType })), { padTo: 1_000_000 }];
		for (const each of settings)
			expect(outcomes(await events.deliver(events.build('post.create'), each))).toEqual(['200']);
		expect((await trigger.executed(settings.length)).flatMap(itemsOf)).toMatchObject(
			settings.map(() => ({ eventType: 'post.create' })),
		);
	});
});
