/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { host } from '../../support';
import { useSkippedWaits } from '../../support/waits';
import { NOTHING, posts, PUBLIC, useWorld } from './world';

const world = useWorld();

const changes = ({ sim }: ReturnType<typeof world>) =>
	sim.requests.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`);

describe('a new version of a workflow', () => {
	it('keeps the webhook and the subscriptions on X', async () => {
		const here = world();
		const trigger = await here.openActive();
		const before = here.events.inventory();
		here.sim.requests.length = 0;
		await trigger.republish(undefined, async () => {
			expect(here.events.inventory()).toEqual(before);
			const [delivery] = await here.events.publish(here.events.build('post.create'));
			expect(delivery?.attempts).toMatchObject([{ outcome: '404' }]);
		});
		expect(here.events.inventory()).toEqual(before);
		expect(changes(here)).toEqual([]);
		await here.tryAgain();
		expect(await trigger.executed(1)).toHaveLength(1);
	});

	it('changes only the subscriptions that the trigger wants otherwise', async () => {
		const here = world();
		const trigger = await here.openActive({ parameters: { eventTypes: ['post.create', 'post.delete'] } });
		const kept = here.events.inventory().activity.find(({ event_type: type }) => type === 'post.create');
		here.sim.requests.length = 0;
		await trigger.republish({ ...posts, eventTypes: ['post.create', 'profile.update.bio'] });
		const { activity } = here.events.inventory();
		expect(activity.map(({ event_type: type }) => type).sort()).toEqual([
			'post.create',
			'profile.update.bio',
		]);
		expect(activity).toContainEqual(kept);
		expect(changes(here)).toHaveLength(2);
	});

	it('that cannot be published takes everything from X', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		await expect(trigger.republish({ ...posts, eventTypes: [] })).rejects.toThrow('needs an event');
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('with another credential of the same app keeps them, too', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		const before = events.inventory();
		await trigger.republish(undefined, async () => await trigger.exchangeCredential('xAppApi'));
		expect(events.inventory()).toEqual(before);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('that another process of n8n has published keeps what it has', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		const before = events.inventory();
		// This process only switches the node off; n8n still knows its addresses, as the other process has set them.
		await trigger.hook('delete');
		await trigger.afterwards();
		expect(events.inventory()).toEqual(before);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('an unpublished workflow', () => {
	it.each([
		['the next one that needs it', false],
		['a test run', true],
	])('gives its place on X to %s', async (_next, isTest) => {
		const { events, open, openActive } = world();
		const first = await openActive();
		const next = isTest ? first : await open({ parameters: { userIds: '12' } });
		await expect(next.activate(isTest)).rejects.toThrow('allows no more webhooks');
		first.afterwards = async () => {};
		await first.deactivate();
		await next.activate(isTest);
		const { webhooks, activity } = events.inventory();
		expect(webhooks).toMatchObject([{ url: `${PUBLIC}${new URL(next.url('default', isTest)).pathname}` }]);
		expect(activity.map(({ filter }) => filter)).toEqual([{ user_id: isTest ? ME.id : '12' }]);
		await next.deactivate(isTest);
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('test runs', () => {
	it('register an address of their own and leave nothing behind', async () => {
		const { events, open } = world();
		const trigger = await open();
		await trigger.activate(true);
		const { webhooks } = events.inventory();
		expect(webhooks).toMatchObject([{ url: expect.stringContaining('/webhook-test/') as string }]);
		await events.publish(events.build('post.create'));
		await trigger.executed(1);
		await events.settled();
		expect(trigger.webhookErrors).toEqual([]);
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('never take the place of the workflow in production', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		const before = events.inventory();
		trigger.setParameters({ ...posts, options: { replaceWebhook: before.webhooks[0]?.id ?? '' } });
		await expect(trigger.activate(true)).rejects.toThrow('allows no more webhooks');
		expect(events.inventory()).toEqual(before);
	});

	it('run beside production where the plan allows it, and keep NOTHING, whatever the options say', async () => {
		const { events, openActive } = world();
		events.configure({ webhookLimit: 2 });
		const trigger = await openActive();
		const before = events.inventory();
		trigger.setParameters({ ...posts, options: { onDeactivation: 'keepAll' } });
		await trigger.activate(true);
		expect(events.inventory().webhooks).toHaveLength(2);
		await trigger.deactivate(true);
		expect(events.inventory()).toEqual(before);
	});

	const everything = {
		otherSources: ['accountActivity', 'filteredStream'],
		authentication: 'oAuth1',
		rules: { rule: [{ value: 'cats' }] },
	};

	it('leave nothing behind when somebody listens again, also with other settings', async () => {
		const { events, open } = world();
		const trigger = await open({ parameters: everything });
		await trigger.activate(true);
		await trigger.activate(true);
		expect(events.inventory()).toMatchObject({ webhooks: [{}], activity: [{}], accounts: [{}], rules: [{}] });
		trigger.setParameters({ ...posts, eventTypes: ['post.delete'] });
		await trigger.activate(true);
		expect(events.inventory()).toMatchObject({ ...NOTHING, webhooks: [{}], activity: [{}] });
		await trigger.deactivate(true);
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('take over what a run left that was cut short by the end of n8n', async () => {
		const { ask, events, open } = world();
		const trigger = await open({ parameters: { eventTypes: ['post.delete'] } });
		const { id } = events.register(
			`https://n8n.example.com${new URL(trigger.url('default', true)).pathname}`,
		);
		events.subscribeAccount(id, ME.id);
		const subscription = { event_type: 'post.create', filter: { user_id: ME.id }, webhook_id: id };
		expect((await ask('POST', '/2/activity/subscriptions', subscription)).status).toBe(200);
		await trigger.activate(true);
		expect(events.inventory().activity).toMatchObject([{ event_type: 'post.delete' }]);
		await trigger.deactivate(true);
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('damaged static data', () => {
	const url = 'https://n8n.example.com/x';
	it.each<[string, IDataObject]>([
		['registrations', { registrations: 'gone' }],
		['registrations', { registrations: { [url]: { webhookId: 5 } } }],
		['seen', { seen: { a: 1 } }],
		['sharers', { sharers: { [url]: true } }],
		['sharingSince', { sharingSince: 'then' }],
		['owed', { owed: [1] }],
		['owed', { owed: { webhookId: '7', before: Date.now(), spans: [{ from: 'then' }] } }],
		['lastEventAt', { lastEventAt: 'now' }],
		['account', { account: 7 }],
	])('in %s is said in the log, and the node begins anew', async (name, staticData) => {
		const { events, open } = world();
		const trigger = await open({ staticData });
		const log = host().services.recordLog(['warn']);
		await trigger.activate();
		log.stop();
		expect(log.lines.join()).toMatch(new RegExp(`damaged \\(${name}\\)`));
		await events.publish(events.build('post.create'));
		expect(await trigger.executed(1)).toHaveLength(1);
		expect(trigger.webhookErrors).toEqual([]);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});

describe('n8n killed while it publishes a workflow', () => {
	useSkippedWaits(() => world().sim);
	const parameters = {
		authentication: 'oAuth1',
		eventTypes: ['post.create', 'post.mention.create'],
		otherSources: ['accountActivity', 'filteredStream'],
		userIds: '',
		rules: { rule: [{ value: 'cats' }] },
	};

	/** The requests of an activation, as n8n sends them. */
	const allRequests = async (): Promise<number> => {
		const { sim, openActive } = world();
		sim.requests.length = 0;
		const trigger = await openActive({ parameters });
		const { length } = sim.requests;
		await trigger.deactivate();
		return length;
	};

	it('has everything on X once it was started again, and nothing once it was unpublished', async () => {
		const { sim, events, open } = world();
		const count = await allRequests();
		expect(count).toBeGreaterThan(8);
		for (let killedAt = 0; killedAt < count; killedAt++) {
			const trigger = await open({ parameters });
			// The answer to one request is lost, and nothing arrives after it: what is on X stays as it is.
			sim.fail({ kind: 'reset', skip: killedAt, after: true });
			sim.fail({ kind: 'reset', skip: killedAt, times: Infinity });
			await expect(trigger.activate()).rejects.toThrow();
			sim.repair();
			trigger.storedStaticData = {};
			await trigger.activate(false, 'init');
			expect([killedAt, events.inventory()]).toMatchObject([
				killedAt,
				{
					webhooks: [{ valid: true }],
					activity: [{}, {}],
					accounts: [{ userId: ME.id }],
					rules: [{}],
					links: [{}],
				},
			]);
			await trigger.deactivate();
			expect([killedAt, events.inventory()]).toMatchObject([killedAt, NOTHING]);
		}
	});
});
