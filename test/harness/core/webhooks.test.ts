/** @jest-environment ./test/support/environment.ts */
import { startReceiver, type Receiver } from '../../support/webhookReceiver';
import { byId, first, useCore } from './support';

const { sim, core, lastBody, sent, world } = useCore();
const ORIGIN = 'https://n8n.example.com';
const WEBHOOK_URL = `${ORIGIN}/webhook/x`;
const AUTHENTICATION = 'app';

interface Inventory {
	webhooks: Array<{ id: string; url: string; valid: boolean }>;
	activity: Array<{
		subscription_id: string;
		event_type: string;
		tag?: string;
		webhook_id?: string;
		filter: object;
	}>;
	accounts: Array<{ webhookId: string; userId: string }>;
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
	it.each([
		['message', /did not pass the challenge check/],
		['detail', /did not pass the challenge check/],
		['title', /did not pass the challenge check/],
		['reason', /did not pass the challenge check/],
	] as const)(
		'says why a callback was refused, wherever the reason stands (%s)',
		async (reasonIn, message) => {
			await settings({ reasonIn });
			await sim().control('webhooks', 'route', { publicUrl: ORIGIN, url: 'http://127.0.0.1:1' });
			const run = await core('webhook.create', { url: WEBHOOK_URL }, { as: AUTHENTICATION });
			expect(run.error?.message).toMatch(message);
			expect(run.error?.description).toMatch(/client secret.*consumer secret/);
		},
	);

	it('says that the plan has no room for another one', async () => {
		await register();
		const run = await core('webhook.create', { url: `${WEBHOOK_URL}/2` }, { as: AUTHENTICATION });
		expect(run.error?.message).toMatch(/^There are already as many webhooks as allowed/);
		expect(run.error?.description).toMatch(/Delete a webhook/);
	});

	it('replays the last hours, and a period between two dates', async () => {
		const id = await register();
		const last = await core('webhook.replay', { webhook_id: byId(id), hours: 24 }, { as: AUTHENTICATION });
		expect(last.error).toBeUndefined();
		expect(last.json).toEqual([
			{ job_id: expect.any(String) as string, created_at: expect.any(String) as string },
		]);
		await sim().control('webhooks', 'settle');
		const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
		const dates = { webhook_id: byId(id), period: 'dates', from_date: at(120), to_date: at(30) };
		const between = await core('webhook.replay', dates, { as: AUTHENTICATION });
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
		const made = await core(
			'streamLink.create',
			{ webhook_id: byId(id), options: { fields } },
			{ as: AUTHENTICATION },
		);
		expect(made.json).toEqual([{ provisioned: true }]);
		expect((await inventory()).links).toMatchObject([
			{ webhookId: id, fields: { 'tweet.fields': ['created_at', 'author_id'], expansions: ['author_id'] } },
		]);
		const listed = await core('streamLink.getMany', {}, { as: AUTHENTICATION });
		expect(listed.json).toMatchObject([{ webhook_id: id }]);
		const gone = await core('streamLink.delete', { webhook_id: byId(id) }, { as: AUTHENTICATION });
		expect(gone.json).toEqual([{ deleted: true, webhook_id: id }]);
		expect((await inventory()).links).toEqual([]);
	});

	it('says that the plan does not include them', async () => {
		await settings({ streamWebhooks: false });
		const run = await core('streamLink.getMany', {}, { as: AUTHENTICATION });
		expect(run.error?.message).toMatch(/^The app may not make this request/);
		expect(run.error?.description).toContain('https://developer.x.com/en/products');
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
			const run = await core('activitySubscription.create', form, { as: AUTHENTICATION });
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
		const refused = await core('activitySubscription.create', dm, { as: AUTHENTICATION });
		expect(refused.error?.message).toMatch(
			/^This is not allowed: dm\.received needs the consent of the user/,
		);
	});

	it('subscribes news by keyword, about no user', async () => {
		const form = { event_type: 'news.new', additionalFields: { filter_keyword: 'space' } };
		const run = await core('activitySubscription.create', form, { as: AUTHENTICATION });
		expect(run.error).toBeUndefined();
		expect(lastBody()).toEqual({ event_type: 'news.new', filter: { keyword: 'space' } });
	});

	it('deletes several, with an item for each, also for one that failed', async () => {
		const form = { event_type: 'post.create', user_id: byId(world().me.id) };
		const made = await core('activitySubscription.create', form, { as: AUTHENTICATION });
		const id = first(made, 'subscription_id');
		const ids = `${id},99`;
		const gone = await core('activitySubscription.deleteMany', { ids }, { as: AUTHENTICATION });
		expect(gone.json).toMatchObject([
			{ subscription_id: id, deleted: true },
			{ subscription_id: '99', deleted: false, message: 'The app has no such subscription.' },
		]);
		expect(gone.hints[0]?.message).toContain('The app has no such subscription');
		expect((await inventory()).activity).toEqual([]);
	});
});

describe('account activity', () => {
	it('tells apart what went wrong', async () => {
		const webhook_id = byId(await register());
		await core('accountActivity.subscribe', { webhook_id });
		const twice = await core('accountActivity.subscribe', { webhook_id });
		expect(twice.error?.message).toMatch(/^This user is already subscribed to the webhook/);
		const unknown = await core('accountActivity.subscribe', { webhook_id: byId('1') });
		expect(unknown.error?.message).toMatch(/^The webhook was not found/);
		expect(sent()).toHaveLength(3);
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
		const run = await core('webhook.create', { url }, { as: 'app' });
		const [, said] = /^"URL" cannot be used: (.*)$/.exec(run.error?.message ?? '') ?? [];
		expect(said).toMatch(reason);
		expect(sent()).toEqual([]);
	});
});
