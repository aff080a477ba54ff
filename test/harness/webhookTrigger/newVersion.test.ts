/** @jest-environment ./test/support/environment.ts */
import { ME } from '../../simulator/identities';
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
	it('gives its place on X to the next one that needs it', async () => {
		const { events, open, openActive } = world();
		const first = await openActive();
		const second = await open({ parameters: { userIds: '12' } });
		await expect(second.activate()).rejects.toThrow('allows no more webhooks');
		first.afterwards = async () => {};
		await first.deactivate();
		await second.activate();
		expect(events.inventory()).toMatchObject({
			webhooks: [{ url: `${PUBLIC}${new URL(second.url()).pathname}` }],
			activity: [{ filter: { user_id: '12' } }],
		});
		expect(events.inventory().activity).toHaveLength(1);
	});

	it('gives it to a test run, too', async () => {
		const { events, openActive } = world();
		const trigger = await openActive();
		trigger.afterwards = async () => {};
		await trigger.deactivate();
		await trigger.activate(true);
		expect(events.inventory()).toMatchObject({
			webhooks: [{ url: expect.stringContaining('/webhook-test/') as string }],
			activity: [{ filter: { user_id: ME.id } }],
		});
		await trigger.deactivate(true);
		expect(events.inventory()).toMatchObject(NOTHING);
	});
});
