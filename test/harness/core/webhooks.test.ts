/**
 * What belongs to the app: webhooks, links, subscriptions and the rules of streams.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { startReceiver, type Receiver } from '../../support/webhookReceiver';
import { byId, first, useCore } from './support';

const { core, lastBody, sent, sim, world } = useCore();

const ORIGIN = 'https://n8n.example.com';
const WEBHOOK_URL = `${ORIGIN}/webhook/x`;
const AS_APP = { as: 'app' as const };

interface Inventory {
	activity: object[];
	links: Array<{ webhookId: string; fields: object }>;
}

let receiver: Receiver;
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(async () => await receiver.close());
beforeEach(async () => {
	await sim().control('webhooks', 'route', { publicUrl: ORIGIN, url: receiver.url });
});

const inventory = async () => (await sim().control('webhooks', 'inventory')) as Inventory;
const settings = async (changes: object) => await sim().control('webhooks', 'settings', { ...changes });
const register = async (valid = true) =>
	((await sim().control('webhooks', 'register', { url: WEBHOOK_URL, valid })) as { id: string }).id;

describe('webhooks', () => {
	it('says why a callback was refused', async () => {
		await sim().control('webhooks', 'route', { publicUrl: ORIGIN, url: 'http://127.0.0.1:1' });
		const run = await core('webhook.create', { url: WEBHOOK_URL }, AS_APP);
		expect(run.error?.message).toMatch(/did not pass the challenge check/);
		expect(run.error?.description).toMatch(/client secret.*consumer secret/);
	});

	it('replays the last hours, and a period between two dates', async () => {
		const id = await register();
		const last = await core('webhook.replay', { webhook_id: byId(id), hours: 24 }, AS_APP);
		expect(last.error).toBeUndefined();
		expect(last.json).toEqual([
			{ job_id: expect.any(String) as string, created_at: expect.any(String) as string },
		]);
		await sim().control('webhooks', 'settle');
		const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
		const dates = { webhook_id: byId(id), period: 'dates', from_date: at(120), to_date: at(30) };
		const between = await core('webhook.replay', dates, AS_APP);
		expect(between.error).toBeUndefined();
		const stamp = (iso: string) => iso.replace(/[-T:]/g, '').slice(0, 12);
		expect(lastBody()).toEqual({ webhook_id: id, from_date: stamp(at(120)), to_date: stamp(at(30)) });
	});
});

describe('stream links', () => {
	it.each(['links', 'data'] as const)('creates, lists (%s) and deletes one', async (linkList) => {
		await settings({ linkList });
		const id = await register();
		const fields = 'tweet.fields=created_at\nexpansions=author_id\ntweet.fields=author_id';
		const made = await core('streamLink.create', { webhook_id: byId(id), options: { fields } }, AS_APP);
		expect(made.json).toEqual([{ provisioned: true }]);
		expect((await inventory()).links).toMatchObject([
			{ webhookId: id, fields: { 'tweet.fields': ['created_at', 'author_id'], expansions: ['author_id'] } },
		]);
		const listed = await core('streamLink.getMany', {}, AS_APP);
		expect(listed.json).toMatchObject([{ webhook_id: id }]);
		const gone = await core('streamLink.delete', { webhook_id: byId(id) }, AS_APP);
		expect(gone.json).toEqual([{ deleted: true, webhook_id: id }]);
		expect((await inventory()).links).toEqual([]);
	});
});

describe('activity subscriptions', () => {
	it.each(['subscription', 'object', 'array'] as const)(
		'reads the answer in its form "%s"',
		async (subscriptionShape) => {
			await settings({ subscriptionShape });
			const { me } = world();
			const webhook_id = await register();
			const form = {
				event_type: 'post.create',
				user_id: byId(me.id),
				additionalFields: { tag: 'own', webhook_id: byId(webhook_id) },
			};
			const run = await core('activitySubscription.create', form, AS_APP);
			expect(run.json).toMatchObject([
				{ event_type: 'post.create', tag: 'own', webhook_id, filter: { user_id: me.id } },
			]);
			expect(lastBody()).toEqual({
				event_type: 'post.create',
				filter: { user_id: me.id },
				tag: 'own',
				webhook_id,
			});
		},
	);

	it('subscribes private events with the user’s own credential', async () => {
		const { me } = world();
		const form = {
			event_type: 'follow.follow',
			user_id: byId(me.id),
			additionalFields: { filter_direction: 'inbound' },
		};
		const run = await core('activitySubscription.create', form, { as: 'oAuth2' });
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({
			event_type: 'follow.follow',
			filter: { user_id: me.id, direction: 'inbound' },
		});
		const dm = { event_type: 'dm.received', user_id: byId(me.id) };
		const refused = await core('activitySubscription.create', dm, AS_APP);
		expect(refused.error?.message).toMatch(
			/^This is not allowed: dm\.received needs the consent of the user/,
		);
	});

	it('deletes several, with an item for each, also for one that failed', async () => {
		const form = { event_type: 'post.create', user_id: byId(world().me.id) };
		const made = await core('activitySubscription.create', form, AS_APP);
		const id = first(made, 'subscription_id');
		const ids = `${id},99`;
		const gone = await core('activitySubscription.deleteMany', { ids }, AS_APP);
		expect(gone.json).toMatchObject([
			{ subscription_id: id, deleted: true },
			{ subscription_id: '99', deleted: false, message: 'The app has no such subscription.' },
		]);
		expect(gone.hints[0]?.message).toContain('The app has no such subscription');
		expect((await inventory()).activity).toEqual([]);
	});
});

describe('the address of a webhook', () => {
	it.each([
		['http', 'http://example.com/x', /^X only delivers to https addresses, this one is "http:/],
		['with a port', 'https://example.com:8443/x', /^X does not accept a port/],
		['with the default port', 'https://example.com:443/x', /^X does not accept a port/],
		['localhost', 'https://localhost/x', /^X cannot reach "localhost" from the internet$/],
		['of a private network', 'https://192.168.1.2/x', /^X cannot reach "192\.168\.1\.2"/],
		['too long', `https://example.com/${'a'.repeat(181)}`, /has 201 characters, X takes at most 200$/],
		['none', 'example', /"example" is not a URL$/],
	])('that is %s', async (_what, url, reason) => {
		const run = await core('webhook.create', { url }, AS_APP);
		const [, said] = /^"URL" cannot be used: (.*)$/.exec(run.error?.message ?? '') ?? [];
		expect(said).toMatch(reason);
		expect(sent()).toEqual([]);
	});
});

describe('rules of the filtered stream', () => {
	const rules = (...values: string[]) => ({ rules: { values: values.map((value) => ({ value })) } });
	const rule = async (name: string, form = {}) => await core(`streamRule.${name}`, form, AS_APP);
	const create = async (...values: string[]) => await rule('create', rules(...values));

	it('are an error where all of them exist already, and a hint where some do', async () => {
		const duplicate = (value: string) => ({
			value,
			id: '1166895166390583296',
			title: 'DuplicateRule',
			type: 'https://api.twitter.com/2/problems/duplicate-rules',
		});
		const answer = (body: object) =>
			sim().fail({ match: { method: 'POST' }, kind: 'status', status: 200, body });
		const summary = { created: 0, not_created: 2 };
		answer({ errors: [duplicate('alpha'), duplicate('beta')], meta: { summary } });
		const none = await create('alpha', 'beta');
		expect(none.json).toEqual([]);
		expect(none.error?.message).toMatch(/alpha.*beta/);
		const created = { id: '1', value: 'beta', tag: 'b' };
		answer({ data: [created], errors: [duplicate('alpha')], meta: { summary: { created: 1 } } });
		const one = await create('alpha', 'beta');
		expect(one.json).toEqual([created]);
		expect(one.hints[0]?.message).toContain('alpha');
	});

	it('are added, listed, counted and removed, also by a text with commas in it', async () => {
		const made = await create('from:acme_support', '#acme lang:en', 'one, two');
		expect(made.json).toMatchObject([{ value: 'from:acme_support' }, {}, {}]);
		expect((await rule('getMany', { returnAll: true })).json).toEqual(made.json);
		const one = await rule('getMany', { filters: { ids: first(made) } });
		expect(one.json).toEqual(made.json.slice(0, 1));
		const count = await rule('count', { options: { rules_count_fields: ['project_rules_count'] } });
		expect(count.json).toEqual([{ project_rules_count: '3' }]);
		const removed = await rule('delete', { ids: first(made) });
		const gone = { deleted: true, deleted_count: 1, not_deleted_count: 0 };
		expect(removed.json).toEqual([{ ...gone, ids: [first(made)] }]);
		const byText = await rule('delete', { ids: '', ...rules('one, two') });
		expect(lastBody()).toEqual({ delete: { values: ['one, two'] } });
		expect(byText.json).toEqual([{ ...gone, rules: ['one, two'] }]);
		expect((await rule('getMany')).json).toEqual(made.json.slice(1, 2));
		expect((await rule('deleteAll', { options: { dry_run: true } })).json[0]).toMatchObject({
			deleted: false,
		});
		// X requires a body.
		await sim().control('core', 'settings', { strict: 'openapi' });
		expect((await rule('deleteAll')).json).toEqual([gone]);
		expect(lastBody()).toEqual({});
		expect((await rule('getMany')).json).toEqual([]);
	});
});
