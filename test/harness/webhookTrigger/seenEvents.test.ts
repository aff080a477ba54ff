/** @jest-environment ./test/support/environment.ts */
import { randomUUID } from 'node:crypto';
import type * as Delivered from '../../../nodes/XWebhookTrigger/delivery/deliveredEvents';
import { host } from '../../support';
import { useWorld } from './world';

const world = useWorld();

const active = async (memory: 'connected' | 'away') => {
	const webhookId = randomUUID();
	const here = world();
	const trigger = await here.openActive({ memory, webhookId });
	const { forgetDelivered } = host().builtModule(
		'nodes/XWebhookTrigger/delivery/deliveredEvents.js',
	) as typeof Delivered;
	/** From now on this is a process that has never heard of an event. */
	const becomeAnotherProcess = () => {
		forgetDelivered(`harness-workflow:${webhookId}`);
		trigger.storedStaticData = {};
	};
	const deliver = async (event = here.events.build('post.create'), once = true) =>
		(await here.events.deliver(event, { once }))[0]?.attempts[0]?.outcome;
	return { ...here, trigger, becomeAnotherProcess, deliver };
};

const states = () =>
	[...host().memoryLists.values()].map((list) =>
		list.map((entry) => (JSON.parse(entry) as { state: string }).state),
	);

describe('a memory of seen events', () => {
	beforeEach(() => host().memoryLists.clear());

	it('keeps an event from running again in another process', async () => {
		const { events, trigger, becomeAnotherProcess, deliver } = await active('connected');
		const event = events.build('post.create');
		expect(await deliver(event)).toBe('200');
		await trigger.executed(1);
		expect(states()).toEqual([['claim', 'done']]);
		becomeAnotherProcess();
		expect(await deliver(event)).toBe('200');
		expect(await deliver()).toBe('200');
		expect(await trigger.executed(2)).toHaveLength(2);
	});

	it('gives an event that n8n could not start to the next process', async () => {
		const { events, trigger, becomeAnotherProcess, deliver } = await active('connected');
		const event = events.build('post.create');
		trigger.beforeRun = () => Promise.reject(new Error('The database is away'));
		expect(await deliver(event)).toBe('500');
		trigger.beforeRun = () => Promise.resolve();
		becomeAnotherProcess();
		expect(await deliver(event)).toBe('200');
		expect(await trigger.executed(1)).toHaveLength(1);
		expect(states()).toEqual([['claim', 'drop', 'claim', 'done']]);
	});

	it('that cannot be reached puts deliveries off', async () => {
		const { trigger, deliver } = await active('away');
		expect(await deliver()).toBe('503');
		expect(trigger.executions).toEqual([]);
	});

	it('is left alone by test runs', async () => {
		const { events, trigger } = await active('connected');
		events.configure({ webhookLimit: 2 });
		await trigger.activate(true);
		const [, test] = events.inventory().webhooks;
		await events.deliver(events.build('post.create'), { webhookId: test?.id ?? '' });
		await trigger.executed(1);
		expect(states()).toEqual([]);
	});
});
