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
const AUTHENTICATION = 'app';

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
		const run = await core('webhook.create', { url: WEBHOOK_URL }, { as: AUTHENTICATION });
		expect(run.error?.message).toMatch(/did not pass the challenge check/);
		expect(run.error?.description).toMatch(/client secret.*consumer secret/);
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

describe('rules of the filtered stream', () => {
	const AS_APP = { as: 'app' as const };
	const rules = (...values: string[]) => ({ rules: { values: values.map((value) => ({ value })) } });
	const create = async (...values: string[]) => await core('streamRule.create', rules(...values), AS_APP);

	describe('creating rules', () => {
		const duplicate = (value: string) => ({
			value,
			id: '1166895166390583296',
			title: 'DuplicateRule',
			type: 'https://api.twitter.com/2/problems/duplicate-rules',
		});
		const answer = (body: object) => {
			sim().fail({ match: { method: 'POST' }, kind: 'status', status: 200, body });
		};

		it('is an error where all of them exist already, and names each', async () => {
			answer({
				errors: [duplicate('alpha'), duplicate('beta')],
				meta: { summary: { created: 0, not_created: 2 } },
			});
			const run = await create('alpha', 'beta');
			expect(run.json).toEqual([]);
			expect(run.error?.message).toMatch(/alpha.*beta/);
		});

		it('gives those that were created, and a hint that names the others', async () => {
			const created = { id: '1', value: 'beta', tag: 'b' };
			answer({ data: [created], errors: [duplicate('alpha')], meta: { summary: { created: 1 } } });
			const run = await create('alpha', 'beta');
			expect(run.json).toEqual([created]);
			expect(run.hints[0]?.message).toContain('alpha');
		});
	});

	describe('removing rules', () => {
		beforeEach(async () => {
			await create('alpha', 'one, two');
		});
		const left = async () =>
			(await core('streamRule.getMany', {}, AS_APP)).json.map(({ value }) => value as string);

		it('takes their texts, with the commas in them', async () => {
			const run = await core('streamRule.delete', { ids: '', ...rules('one, two') }, AS_APP);
			expect(lastBody()).toEqual({ delete: { values: ['one, two'] } });
			expect(run.json).toEqual([
				{ deleted: true, rules: ['one, two'], deleted_count: 1, not_deleted_count: 0 },
			]);
			expect(await left()).not.toContain('one, two');
		});

		it('needs at least one', async () => {
			const run = await core('streamRule.delete', { ids: '' }, AS_APP);
			expect(run.error?.message).toBe('"Rule IDs" is required where no rules are given');
		});

		it('removes all with a body, which X demands', async () => {
			await sim().control('core', 'settings', { strict: 'openapi' });
			const run = await core('streamRule.deleteAll', {}, AS_APP);
			expect(run.error).toBeUndefined();
			expect(lastBody()).toEqual({});
			expect(run.json).toMatchObject([{ deleted: true }]);
			expect(await left()).toEqual([]);
		});
	});

	describe('rules', () => {
		const rule = async (name: string, parameters = {}) =>
			await core(`streamRule.${name}`, parameters, AS_APP);

		it('are added, listed, counted and removed', async () => {
			const made = await create('from:acme_support', '#acme lang:en');
			expect(made.json).toMatchObject([{ value: 'from:acme_support' }, {}]);
			const all = await rule('getMany', { returnAll: true });
			expect(all.json).toEqual(made.json);
			const one = await rule('getMany', { filters: { ids: first(made) } });
			expect(one.json).toEqual(made.json.slice(0, 1));
			const count = await rule('count', {
				options: { rules_count_fields: ['project_rules_count'] },
			});
			expect(count.json).toEqual([{ project_rules_count: '2' }]);
			const removed = await rule('delete', { ids: first(made) });
			const gone = { deleted: true, deleted_count: 1, not_deleted_count: 0 };
			expect(removed.json).toEqual([{ ...gone, ids: [first(made)] }]);
			expect((await rule('getMany')).json).toEqual(made.json.slice(1));
			expect((await rule('deleteAll', { options: { dry_run: true } })).json[0]).toMatchObject({
				deleted: false,
			});
			expect((await rule('deleteAll')).json).toEqual([gone]);
			expect((await rule('getMany')).json).toEqual([]);
		});
	});
});
