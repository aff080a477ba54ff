/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { APP, ME } from '../../simulator/identities';
import { useSkippedWaits } from '../../support/waits';
import type { Trigger } from '../../support/webhookTrigger';
import { ELSEWHERE, NOTHING, posts, PUBLIC, useWorld } from './world';

const MINUTE = 60_000;
const world = useWorld();
const stored = (trigger: { storedStaticData: object }) => JSON.stringify(trigger.storedStaticData);

describe('activation', () => {
	it('registers the address, answering the challenge on the way, and subscribes; a restart changes nothing', async () => {
		const { sim, events, openActive } = world();
		const trigger = await openActive();
		expect(events.challenges).toMatchObject([{ cause: 'create', verdict: 'passed' }]);
		const before = events.inventory();
		expect(before).toMatchObject({
			webhooks: [{ url: `${PUBLIC}${new URL(trigger.url()).pathname}`, valid: true }],
			activity: [{ event_type: 'post.create', filter: { user_id: ME.id } }],
		});
		sim.requests.length = 0;
		await trigger.activate(false, 'init');
		expect(sim.requests.map(({ method }) => method)).toEqual(['GET', 'GET']);
		expect(events.inventory()).toEqual(before);
		for (const secret of ['consumerSecret', 'clientSecret', 'bearerToken'] as const)
			expect(stored(trigger)).not.toContain(APP[secret]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('knows from then on since when it owes events, though there was none', async () => {
		const before = Date.now();
		const trigger = await world().openActive();
		const { lastEventAt } = trigger.storedStaticData['node:Subject'] as IDataObject;
		expect(lastEventAt).toBeGreaterThanOrEqual(before);
		await trigger.activate(false, 'init');
		expect(trigger.storedStaticData['node:Subject']).toMatchObject({
			owed: { before: lastEventAt, spans: [{ from: Number(lastEventAt) - 5 * MINUTE }] },
		});
	});

	describe('while X is down', () => {
		useSkippedWaits(() => world().sim);

		it.each(['init', 'leadershipChange'] as const)(
			'trusts its record at a start (%s), removes nothing where that fails, and all once it is unpublished',
			async (start) => {
				const { sim, events, openActive } = world();
				const trigger = await openActive();
				const before = events.inventory();
				const match = { path: '/2/webhooks', method: 'GET' };
				sim.fail({ match, kind: 'unavailable', times: 4 });
				await trigger.activate(false, start);
				sim.fail({ match, kind: 'status', status: 403 });
				await expect(trigger.activate(false, start)).rejects.toThrow();
				expect(events.inventory()).toEqual(before);
				await trigger.activate(false, start);
				expect(events.inventory()).toEqual(before);
				await trigger.deactivate();
				expect(events.inventory()).toMatchObject(NOTHING);
			},
		);

		it('does not trust its record where somebody waits', async () => {
			const { sim, openActive } = world();
			const trigger = await openActive();
			sim.fail({ match: { path: '/2/webhooks', method: 'GET' }, kind: 'unavailable', times: 4 });
			await expect(trigger.activate()).rejects.toThrow();
		});
	});

	it('adopts an address that is registered already, makes it valid, and removes it: nobody else receives there', async () => {
		const { events, open } = world();
		const trigger = await open();
		const { id } = events.register(`${PUBLIC}${new URL(trigger.url()).pathname}`, { valid: false });
		await trigger.activate();
		expect(events.inventory().webhooks).toMatchObject([{ id, valid: true }]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('registers again what somebody removed meanwhile', async () => {
		const { ask, sim, events, openActive } = world();
		const trigger = await openActive();
		await sim.control('webhooks', 'register', { url: 'https://elsewhere.example.com/x' });
		const old = events.inventory();
		await ask('DELETE', `/2/webhooks/${old.webhooks[0]?.id}`);
		await ask('DELETE', `/2/webhooks/${old.webhooks[1]?.id}`);
		await trigger.activate(false, 'init');
		const { webhooks, activity } = events.inventory();
		expect(webhooks).toHaveLength(1);
		expect(activity).toMatchObject([{ webhook_id: webhooks[0]?.id }]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it.each(['message', 'detail', 'title', 'reason'] as const)(
		'says who holds the only place, wherever X puts the reason (%s)',
		async (reasonIn) => {
			const { events, open } = world();
			events.configure({ reasonIn });
			const { id } = events.register('https://crm.example.com/hook');
			const trigger = await open();
			const error = await trigger.activate().catch((thrown: unknown) => thrown);
			expect(error).toMatchObject({
				message: expect.stringMatching(
					new RegExp(`${id} \\(https://crm\\.example\\.com/hook\\).*Replace Webhook`),
				) as string,
			});
			expect(events.inventory()).toMatchObject({ ...NOTHING, webhooks: [{ id }] });
		},
	);

	it('replaces the webhook that the option names, and no other', async () => {
		const { events, open } = world();
		const { id } = events.register('https://crm.example.com/hook');
		const trigger = await open({ parameters: { options: { replaceWebhook: '12345' } } });
		await expect(trigger.activate()).rejects.toThrow('allows no more webhooks');
		trigger.setParameters({ ...ELSEWHERE, options: { replaceWebhook: id } });
		await trigger.activate();
		expect(events.inventory().webhooks).toMatchObject([{ url: expect.stringContaining(PUBLIC) as string }]);
	});

	it.each([
		['http://n8n.example.com', 'https'],
		['https://n8n.example.com:8443', 'port'],
		['https://localhost', 'internet'],
	])('refuses the address %s before anything is sent', async (origin, word) => {
		const { sim, open } = world();
		const trigger = await open({ origin });
		const error = await trigger.activate().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			// The editor shows no more than the message.
			message: expect.stringMatching(new RegExp(`${word}.*WEBHOOK_URL`)) as string,
			description: expect.stringContaining('WEBHOOK_URL') as string,
		});
		expect(sim.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
	});

	it('takes everything back when it fails half-way', async () => {
		const { events, open } = world();
		events.configure({ activityLimit: 1 });
		const trigger = await open({ parameters: { eventTypes: ['post.create', 'post.delete'] } });
		const error = await trigger.activate().catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({
			message: expect.stringMatching(/post\.delete.*1,500/) as string,
		});
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('deactivation', () => {
	it.each([
		['keepWebhook', { webhooks: 1, activity: 0 }],
		['keepAll', { webhooks: 1, activity: 1 }],
		['delete', { webhooks: 0, activity: 0 }],
	])('with "%s" leaves %o', async (onDeactivation, left) => {
		const { events, openActive } = world();
		const trigger = await openActive({ parameters: { options: { onDeactivation } } });
		await trigger.deactivate();
		const { webhooks, activity } = events.inventory();
		expect({ webhooks: webhooks.length, activity: activity.length }).toEqual(left);
		// What was kept is still known to be ours.
		trigger.setParameters(posts);
		await trigger.activate();
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('keeps what is to be kept, also where another option has no value any more', async () => {
		const { events, openActive } = world();
		const options = { onDeactivation: 'keepAll' };
		const trigger = await openActive({ parameters: { options } });
		trigger.setParameters({ ...posts, options: { ...options, internalUrl: '={{ undefined }}' } });
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject({ webhooks: [{}], activity: [{}] });
	});

	it.each([
		['removes an adopted webhook when told to, whatever others have on it', 'deleteAdopted', 0],
		['leaves the webhook and the subscriptions that it found', 'delete', 1],
	])('%s', async (_what, onDeactivation, webhooks) => {
		const { ask, events, open } = world();
		const eventTypes = ['post.create', 'post.delete'];
		const trigger = await open({ parameters: { eventTypes, options: { onDeactivation } } });
		const { id } = events.register(`${PUBLIC}${new URL(trigger.url()).pathname}`);
		const subscription = { event_type: 'post.create', filter: { user_id: ME.id }, webhook_id: id };
		expect((await ask('POST', '/2/activity/subscriptions', subscription)).status).toBe(200);
		await trigger.activate();
		expect(events.inventory().activity).toHaveLength(2);
		await trigger.deactivate();
		expect(events.inventory().webhooks).toHaveLength(webhooks);
		expect(events.inventory()).toMatchObject({ activity: [{ event_type: 'post.create' }] });
	});

	it('does not fail when everything is gone already', async () => {
		const { ask, openActive } = world();
		const trigger = await openActive();
		const [webhook] = world().events.inventory().webhooks;
		await ask('DELETE', `/2/webhooks/${webhook?.id}`);
		await trigger.deactivate();
		expect(trigger.webhookErrors).toEqual([]);
	});

	it('keeps in mind what it could not remove, and removes it the next time', async () => {
		const { sim, events, openActive } = world();
		const trigger = await openActive();
		sim.fail({
			match: { method: 'DELETE', path: '/2/webhooks/{webhook_id}' },
			kind: 'status',
			status: 403,
			times: 1,
		});
		await trigger.deactivate();
		expect(events.inventory().webhooks).toHaveLength(1);
		await trigger.activate();
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

/** The same workflow in an n8n with another public name. */
const moved = (trigger: Trigger, node: string) => ({
	origin: 'https://new.example.com',
	webhookId: node,
	staticData: trigger.storedStaticData['node:Subject'] as IDataObject,
});

describe('changes', () => {
	it('creates only missing subscriptions and deletes only those no longer wanted', async () => {
		const { sim, events, openActive } = world();
		const trigger = await openActive({
			parameters: { eventTypes: ['post.create', 'post.delete'], options: { onDeactivation: 'keepAll' } },
		});
		const kept = events.inventory().activity.find(({ event_type }) => event_type === 'post.delete');
		await trigger.deactivate();
		trigger.setParameters({
			...posts,
			eventTypes: ['post.delete', 'profile.update.bio'],
			userIds: `${ME.id}, 12`,
			filters: { tag: 'mine' },
		});
		sim.requests.length = 0;
		await trigger.activate();
		const { activity } = events.inventory();
		expect(
			activity
				.map(({ event_type, filter, tag }) => `${event_type} ${filter.user_id} ${tag?.split(' ')[0]}`)
				.sort(),
		).toEqual([
			'post.delete 12 mine',
			`post.delete ${ME.id} mine`,
			'profile.update.bio 12 mine',
			`profile.update.bio ${ME.id} mine`,
		]);
		expect(activity).toContainEqual(expect.objectContaining({ subscription_id: kept?.subscription_id }));
		expect(sim.requests.filter(({ method }) => method === 'POST')).toHaveLength(3);
	});

	it('another public name of n8n: what was registered under the old one goes, in the one place of the plan', async () => {
		const { events, openActive } = world();
		const before = await openActive({ origin: 'https://old.example.com', webhookId: 'moving' });
		const { webhooks } = events.inventory();
		events.route('https://old.example.com', 'http://127.0.0.1:1');
		const after = await openActive(moved(before, 'moving'));
		expect(events.inventory()).toMatchObject({
			webhooks: [{ url: expect.stringContaining('https://new.example.com/') as string }],
			activity: [{ event_type: 'post.create' }],
		});
		expect(events.inventory().activity).toHaveLength(1);
		expect(events.inventory().activity[0]?.webhook_id).not.toBe(webhooks[0]?.id);
		await after.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
		expect(stored(after)).not.toContain('old.example.com');
	});

	it('another public name that does not work out: switching off removes what the old one had', async () => {
		const { events, open, openActive } = world();
		const before = await openActive({ origin: 'https://old.example.com', webhookId: 'stranded' });
		events.route('https://old.example.com', 'http://127.0.0.1:1');
		const after = await open({ ...moved(before, 'stranded'), origin: 'http://n8n.example.com' });
		await expect(after.activate()).rejects.toThrow('https');
		expect(after.webhookErrors).toEqual([]);
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it.each([
		['another public name while the old one still answers: a copy of n8n does', 'cloned'],
		['a copied workflow with a copy of the record does', 'copied'],
	])('%s not take what the original has', async (_what, webhookId) => {
		const { events, openActive } = world();
		events.configure({ webhookLimit: 2 });
		const original = await openActive({ origin: 'https://old.example.com', webhookId: 'cloned' });
		const before = events.inventory();
		const copy = await openActive(moved(original, webhookId));
		expect(events.inventory().webhooks).toHaveLength(2);
		await copy.deactivate();
		expect(events.inventory()).toEqual(before);
	});
});
