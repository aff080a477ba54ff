/** @jest-environment ./test/support/environment.ts */
import { ME } from '../../simulator/identities';
import { NOTHING, posts, useWorld } from './world';

const world = useWorld();

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

	it('run beside production where the plan allows it', async () => {
		const { events, openActive } = world();
		events.configure({ webhookLimit: 2 });
		const trigger = await openActive();
		const before = events.inventory();
		await trigger.activate(true);
		expect(events.inventory().webhooks).toHaveLength(2);
		await trigger.deactivate(true);
		expect(events.inventory()).toEqual(before);
	});

	it('keep NOTHING, whatever the options say', async () => {
		const { events, open } = world();
		const trigger = await open({ parameters: { options: { onDeactivation: 'keepAll' } } });
		await trigger.activate(true);
		await trigger.deactivate(true);
		expect(events.inventory()).toMatchObject(NOTHING);
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
