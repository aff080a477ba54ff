/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { host } from '../../support';
import { ELSEWHERE, NOTHING, posts, PUBLIC, useWorld } from './world';
import type { RegistrationStore as Store } from '../../../nodes/XWebhookTrigger/registration/registrationStore';
import type { Trigger } from '../../support/webhookTrigger';

const world = useWorld();

const EVERYTHING = {
	otherSources: ['accountActivity', 'filteredStream'],
	eventTypes: ['post.create', 'post.delete'],
	authentication: 'oAuth1',
	rules: { rule: [{ value: 'cats', tag: 'felines' }, { value: 'dogs' }] },
};

/** n8n after a restart: what the process remembered of nodes is gone, pushed out by that of others. */
const forgetProcess = () => {
	const { RegistrationStore } = host().builtModule(
		'nodes/XWebhookTrigger/registration/registrationStore.js',
	) as { RegistrationStore: typeof Store };
	const record = { url: 'x', webhookId: '1', isTest: false, created: true, linked: false, fingerprint: '' };
	for (let other = 0; other < 500; other++) {
		const context = {
			getNode: () => ({ id: String(other) }),
			getWorkflow: () => ({ id: 'other' }),
			getWorkflowStaticData: () => ({}),
		};
		const store = new RegistrationStore(context as never);
		store.write('x', { ...record, subscriptions: [], users: [], rules: [] });
	}
};

/** The same workflow after a restart of n8n that had stored these static data. */
const restarted = (trigger: Trigger, staticData: IDataObject): void => {
	trigger.storedStaticData = { 'node:Subject': staticData };
	forgetProcess();
};

const stored = (trigger: Trigger) => structuredClone(trigger.storedStaticData['node:Subject']) as IDataObject;

describe('what a node registered', () => {
	it.each(['lost', 'of an earlier activation'])(
		'is its own at an activation after a restart, and goes when it is switched off after another, although its record is %s',
		async (what) => {
			const { events, openActive } = world();
			const trigger = await openActive({ parameters: EVERYTHING });
			const record = what === 'lost' ? {} : stored(trigger);
			await trigger.deactivate();
			await trigger.activate();
			const before = events.inventory();
			restarted(trigger, record);
			await trigger.activate(false, 'init');
			expect(events.inventory()).toEqual(before);
			restarted(trigger, record);
			await trigger.deactivate();
			expect(events.inventory()).toMatchObject(NOTHING);
		},
	);

	it('and no longer needs goes at the next activation, although its record is lost', async () => {
		const { events, openActive } = world();
		const trigger = await openActive({ parameters: EVERYTHING });
		restarted(trigger, {});
		trigger.setParameters({ ...posts, eventTypes: ['post.delete'] });
		await trigger.activate();
		expect(events.inventory()).toMatchObject({
			activity: [{ event_type: 'post.delete' }],
			rules: [],
		});
	});

	it('and whose webhook somebody removed goes as well', async () => {
		const { ask, events, openActive } = world();
		const trigger = await openActive({ parameters: EVERYTHING });
		await ask('DELETE', `/2/webhooks/${events.inventory().webhooks[0]?.id}`);
		restarted(trigger, {});
		trigger.setParameters(ELSEWHERE);
		await trigger.activate();
		expect(events.inventory()).toMatchObject({ ...NOTHING, webhooks: [{}] });
	});

	it('under a former public name of n8n goes, although its record is lost', async () => {
		const { events, openActive } = world();
		const parameters = { ...EVERYTHING, userIds: ME.id };
		const options = { parameters, webhookId: 'renamed' };
		await openActive({ ...options, origin: 'https://old.example.com' });
		forgetProcess();
		events.route('https://old.example.com', 'http://127.0.0.1:1');
		const after = await openActive({ ...options, origin: 'https://new.example.com' });
		expect(events.inventory()).toMatchObject({
			webhooks: [{ url: expect.stringContaining('https://new.example.com/') as string }],
			activity: [{}, {}],
			rules: [{}, {}],
		});
		expect(events.inventory().activity).toHaveLength(2);
		await after.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('in a test run that was cut short does not take the only place of the plan', async () => {
		const { events, openActive } = world();
		const webhookId = 'cut-short';
		events.register(`${PUBLIC}/webhook-test/${webhookId}/x-events`);
		await openActive({ webhookId });
		expect(events.inventory().webhooks).toMatchObject([{ url: `${PUBLIC}/webhook/${webhookId}/x-events` }]);
	});

	it('stays while a test run still listens', async () => {
		const { events, open } = world();
		events.configure({ webhookLimit: 2 });
		const trigger = await open();
		await trigger.activate(true);
		await trigger.activate();
		expect(events.inventory().webhooks).toHaveLength(2);
	});
});

describe('what others registered', () => {
	it('stays, whatever is lost', async () => {
		const { ask, events, openActive } = world();
		events.configure({ webhookLimit: 3 });
		const other = await openActive({ parameters: EVERYTHING, origin: 'https://other.example.com' });
		const before = events.inventory();
		const foreign = { event_type: 'post.create', filter: { user_id: '12' } };
		expect((await ask('POST', '/2/activity/subscriptions', foreign)).status).toBe(200);
		const trigger = await openActive({ parameters: { eventTypes: ['post.create'] } });
		restarted(trigger, {});
		await trigger.activate();
		restarted(trigger, {});
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject({
			...before,
			activity: [...before.activity, foreign],
		});
		await other.deactivate();
	});

	it('is not taken for its own by a copy of n8n under another name, whatever is lost', async () => {
		const { events, openActive } = world();
		events.configure({ webhookLimit: 2 });
		const options = { parameters: EVERYTHING, webhookId: 'twin' };
		await openActive({ ...options, origin: 'https://old.example.com' });
		const before = events.inventory();
		forgetProcess();
		const copy = await openActive({ ...options, origin: 'https://copy.example.com' });
		expect(events.inventory().webhooks).toHaveLength(2);
		await copy.deactivate();
		expect(events.inventory()).toMatchObject({
			webhooks: before.webhooks,
			activity: before.activity,
			rules: before.rules,
		});
	});
});
