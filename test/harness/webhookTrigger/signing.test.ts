/** @jest-environment ./test/support/environment.ts */
/** The three kinds of apps: what X signs with the consumer secret, with the client secret, or with each of them. */
import type { IDataObject } from 'n8n-workflow';
import { get } from 'lodash';
import { APP } from '../../simulator/identities';
import type { CredentialOverrides } from '../../support';
import { NOTHING, outcomes, useWorld } from './world';

const world = useWorld();
const { consumerSecret, clientSecret } = APP;

const KINDS = [
	['oauth1', { consumerSecret, clientSecret: '' }],
	['oauth2', { consumerSecret: '', clientSecret }],
	['both', { consumerSecret, clientSecret }],
] as const;

/** A workflow that owns the app's webhook, and one that is to share it. */
const pair = async (
	webhookSigning: (typeof KINDS)[number][0],
	credentials: CredentialOverrides,
	guestCredentials = credentials,
) => {
	const { events, open, openActive, front } = world();
	events.configure({ webhookSigning });
	const hub = await openActive({ credentials, parameters: { options: { share: true } } });
	const [webhook] = events.inventory().webhooks;
	const guest = await open({
		origin: 'https://other.example.com',
		credentials: guestCredentials,
		parameters: guestOf(webhook?.id ?? '', front),
	});
	return { events, hub, guest };
};

const guestOf = (id: string, internalUrl: string): IDataObject => ({
	options: { internalUrl, webhookId: { __rl: true, mode: 'id', value: id } },
});

describe.each(KINDS)('an app of the kind %s', (webhookSigning, secrets) => {
	it('is registered, challenged and delivered to, and published again after a new secret', async () => {
		const { events, openActive } = world();
		events.configure({ webhookSigning });
		const trigger = await openActive({ credentials: { xAppApi: secrets } });
		const scheme = webhookSigning === 'oauth1' ? 'oauth1' : 'oauth2';
		expect(events.challenges).toMatchObject([{ cause: 'create', verdict: 'passed', answeredWith: scheme }]);
		const which = scheme === 'oauth1' ? 'consumerSecret' : 'clientSecret';
		events.rotateSecret('a new secret', which);
		await events.check();
		expect(events.inventory().webhooks).toMatchObject([{ valid: false }]);
		await trigger.setCredential('xAppApi', { [which]: 'a new secret' });
		await trigger.activate();
		expect(events.inventory().webhooks).toMatchObject([{ valid: true }]);
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect(await trigger.executed(1)).toHaveLength(1);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('shares its webhook: what is forwarded is verified again', async () => {
		const { events, hub, guest } = await pair(webhookSigning, { xAppApi: secrets });
		await guest.activate();
		expect(outcomes(await events.publish(events.build('post.create')))).toEqual(['200']);
		expect([await hub.executed(1), await guest.executed(1)].map(({ length }) => length)).toEqual([1, 1]);
	});

	it('has a delivery refused that a guest does not verify, and runs nothing for it', async () => {
		const { events, hub, guest } = await pair(webhookSigning, { xAppApi: secrets });
		await guest.activate();
		await guest.setCredential('xAppApi', { consumerSecret: 'another', clientSecret: 'another one' });
		expect(outcomes(await events.publish(events.build('post.create')))).toEqual(['502']);
		expect([hub.executions, guest.executions]).toEqual([[], []]);
	});
});

describe('a delivery with the one header that cannot be verified', () => {
	it.each([
		[
			'oauth2',
			{ clientSecret: '' },
			/X-Twitter-Webhooks-Signature-OAuth2 alone.*no Client Secret\. Enter it/,
		],
		['oauth1', { consumerSecret: '' }, /X-Twitter-Webhooks-Signature alone.*no Consumer Secret\. Enter it/],
	] as const)('(%s) is refused, and the answer says which secret is missing', async (only, missing, said) => {
		const { events, openActive } = world();
		const trigger = await openActive();
		await trigger.setCredential('xAppApi', missing);
		const { headers, bytes } = events.prepare(events.build('post.create'), { only });
		const answer = await fetch(trigger.url(), { method: 'POST', headers, body: new Uint8Array(bytes) });
		expect(answer.status).toBe(401);
		expect(await answer.json()).toEqual({ error: expect.stringMatching(said) as string });
		expect(trigger.executions).toEqual([]);
	});
});

describe('an activation whose secrets do not fit says which one was used and what to try', () => {
	const messageOf = async (webhookSigning: (typeof KINDS)[number][0], xAppApi: IDataObject) => {
		const { events, open } = world();
		events.configure({ webhookSigning });
		const trigger = await open({ credentials: { xAppApi: xAppApi as Record<string, string> } });
		const thrown: unknown = await trigger.activate().catch((error: unknown) => error);
		expect(events.inventory()).toMatchObject(NOTHING);
		return get(thrown, 'message', 'published');
	};

	it.each([
		[
			'a new app, the consumer secret alone',
			'oauth2',
			{ clientSecret: '' },
			/did not accept the answer.*made with the Consumer Secret\. If the app has an OAuth 2\.0 client secret.*enter it as Client Secret.*Keys and tokens/,
		],
		[
			'an app with both, the consumer secret alone',
			'both',
			{ clientSecret: '' },
			/made with the Consumer Secret\..*enter it as Client Secret/,
		],
		[
			'an old app, the client secret alone',
			'oauth1',
			{ consumerSecret: '' },
			/made with the Client Secret\..*enter its Consumer Secret and empty Client Secret/,
		],
		['an old app, both secrets', 'oauth1', {}, /made with the Client Secret\..*empty Client Secret/],
		[
			'the client secret of another app',
			'both',
			{ clientSecret: 'of another app' },
			/made with the Client Secret\. That secret is of another app.*copy it again/,
		],
	] as const)('%s', async (_what, kind, xAppApi, said) => {
		expect(await messageOf(kind, xAppApi)).toMatch(said);
	});

	it('where the challenge did not come here, the address is in doubt as well', async () => {
		const { events, open } = world();
		const trigger = await open();
		events.route('https://n8n.example.com', 'http://127.0.0.1:1');
		await expect(trigger.activate()).rejects.toThrow(
			/was not answered correctly\. This node answers with the Client Secret\. Check that the address is reached/,
		);
	});

	it('also where the webhook is there already and became invalid', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		await trigger.setCredential('xAppApi', { clientSecret: '' });
		await events.check();
		await expect(trigger.activate()).rejects.toThrow(
			/made with the Consumer Secret\..*enter it as Client Secret/,
		);
	});

	it('where it is the webhook of another workflow, of that workflow', async () => {
		const { events, open, front } = world();
		const { id } = events.register('https://gone.example.com/x', { valid: false });
		const trigger = await open({
			parameters: guestOf(id, front),
		});
		await expect(trigger.activate()).rejects.toThrow(
			/gone\.example\.com.*The workflow that has this webhook/,
		);
	});

	it.each([
		[
			'no secret',
			{ consumerSecret: '', clientSecret: ' ' },
			/has neither a client secret nor a consumer secret.*Keys and tokens/,
		],
		[
			'one secret in both fields',
			{ clientSecret: consumerSecret },
			/same value as Consumer Secret and as Client Secret/,
		],
		[
			'the key in place of the secret',
			{ consumerSecret: APP.consumerKey },
			/same value as Consumer Key and as Consumer Secret/,
		],
	])('%s: before anything is sent', async (_what, xAppApi, said) => {
		const { sim } = world();
		expect(await messageOf('both', xAppApi)).toMatch(said);
		expect(sim.requests).toEqual([]);
	});
});

describe('a guest with other secrets than its owner', () => {
	it('is not let in without the one that X signs with, and learns which one it needs', async () => {
		const { hub, guest } = await pair('both', {}, { xAppApi: { clientSecret: '' } });
		await expect(guest.activate()).rejects.toThrow(
			/does not share it \(it answered 403: This workflow verifies with the Client Secret: enter it in the guest, too\)/,
		);
		expect(JSON.stringify(hub.storedStaticData)).not.toContain('"on":true');
		await guest.setCredential('xAppApi', { clientSecret });
		await guest.activate();
		expect(JSON.stringify(hub.storedStaticData)).toContain('"on":true');
	});

	it('shares where it has more of them', async () => {
		const { events, hub, guest } = await pair('oauth1', { xAppApi: { clientSecret: '' } }, {});
		await guest.activate();
		await events.publish(events.build('post.create'));
		expect([await hub.executed(1), await guest.executed(1)].map(({ length }) => length)).toEqual([1, 1]);
	});
});
