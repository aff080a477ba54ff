/**
 * What X refuses of activity subscriptions, and what ends them.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { host } from '../../support';
import { turns } from '../../support/waits';
import { startReceiver } from '../../support/webhookReceiver';
import { itemsOf, NOTHING, PUBLIC, useWorld } from './world';

const world = useWorld();
const PATH = '/2/activity/subscriptions';
const LIKES = { eventTypes: ['like.create'], userIds: '', authentication: 'oAuth1' };
const open = async (parameters: IDataObject) => await world().open({ parameters });

/** A subscription of someone else, made without the trigger. */
async function subscribe(event_type: string, filter: object, more: object = {}): Promise<string> {
	const response = await fetch(`${world().sim.baseUrl}${PATH}`, {
		method: 'POST',
		headers: { authorization: `Bearer ${ME.oauth2AccessToken}`, 'content-type': 'application/json' },
		body: JSON.stringify({ event_type, filter, ...more }),
	});
	expect(response.status).toBe(200);
	const { data } = (await response.json()) as { data: { subscription: { subscription_id: string } } };
	return data.subscription.subscription_id;
}
const creations = () =>
	world().sim.requests.filter((request) => request.method === 'POST' && request.path === PATH);

describe('subscriptions that overlap', () => {
	it('on the same webhook are recognised before X is asked', async () => {
		const { events } = world();
		const trigger = await open({ ...LIKES, filters: { direction: 'inbound' } });
		const { id: webhook_id } = events.register(trigger.url().replace(trigger.origin, PUBLIC));
		const other = await subscribe('like.create', { user_id: ME.id }, { webhook_id, tag: 'desk' });
		world().sim.requests.length = 0;
		await expect(trigger.activate()).rejects.toThrow(
			new RegExp(
				`like\\.create of user ${ME.id} \\(direction inbound\\) overlaps like\\.create of user ${ME.id}: subscription ${other} \\(webhook ${webhook_id}, tag "desk"\\).*delete it with X Core`,
			),
		);
		expect(creations()).toEqual([]);
		expect(events.inventory().activity).toHaveLength(1);
	});

	it.each([
		['a narrower one', { direction: 'inbound' }, {}],
		['a broader one', {}, { direction: 'inbound' }],
		['one with qualifiers', {}, { qualifiers: { post_id: '5' } }],
	])('elsewhere are named when X refuses %s', async (_what, filters, present) => {
		const other = await subscribe('like.create', { user_id: ME.id, ...present });
		const trigger = await open({ ...LIKES, filters });
		await expect(trigger.activate()).rejects.toThrow(
			new RegExp(`overlaps like\\.create.*: subscription ${other} \\(no webhook\\)`),
		);
		expect(world().events.inventory().webhooks).toEqual([]);
	});

	it('are none where the filters of the node itself change', async () => {
		const { events, openActive } = world();
		const trigger = await openActive({ parameters: LIKES });
		trigger.setParameters({ ...LIKES, filters: { direction: 'outbound' } });
		await trigger.activate();
		expect(events.inventory().activity).toMatchObject([
			{ filter: { user_id: ME.id, direction: 'outbound' } },
		]);
	});

	it('one with qualifiers is not taken for one without', async () => {
		const { events } = world();
		const trigger = await open(LIKES);
		const { id: webhook_id } = events.register(trigger.url().replace(trigger.origin, PUBLIC));
		await subscribe('like.create', { user_id: ME.id, qualifiers: { post_id: '5' } }, { webhook_id });
		await expect(trigger.activate()).rejects.toThrow(/overlaps .*qualifiers \{"post_id":"5"\}/);
	});
});

describe('revoked access', () => {
	it('is subscribed to without a filter, and needs no user', async () => {
		const { events, openActive } = world();
		const trigger = await openActive({
			parameters: {
				eventTypes: ['oauth.revoke'],
				userIds: '',
				authentication: 'app',
				filters: { direction: 'inbound', keyword: 'n8n' },
			},
		});
		expect(events.inventory().activity).toMatchObject([{ event_type: 'oauth.revoke', filter: {} }]);
		expect(events.inventory().activity[0]?.filter).toEqual({});
		await events.publish(events.build('oauth.revoke'));
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([{ eventType: 'oauth.revoke' }]);
		await trigger.activate(false, 'init');
		expect(events.inventory().activity).toHaveLength(1);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('ends the private subscriptions of the user; publishing again makes them anew', async () => {
		const { events, openActive } = world();
		const parameters = { ...LIKES, eventTypes: ['oauth.revoke', 'like.create', 'post.create'] };
		const trigger = await openActive({ parameters });
		await events.publish(events.build('oauth.revoke'));
		const types = () => events.inventory().activity.map(({ event_type }) => event_type);
		expect(types()).toEqual(['oauth.revoke', 'post.create']);
		await trigger.activate();
		expect(types().sort()).toEqual(['like.create', 'oauth.revoke', 'post.create']);
	});
});

describe('a subscription that ends', () => {
	it('is made anew by the next publication', async () => {
		const { sim, events } = world();
		const trigger = await open({ eventTypes: ['post.create'] });
		const { id: webhook_id } = events.register(trigger.url().replace(trigger.origin, PUBLIC));
		const expires_at = new Date(sim.platform.clock.now() + 3_600_000).toISOString();
		const first = await subscribe('post.create', { user_id: ME.id }, { webhook_id, expires_at });
		await trigger.activate();
		expect(events.inventory().activity).toMatchObject([{ subscription_id: first }]);
		sim.platform.clock.advance(2 * 3_600_000);
		await trigger.activate();
		const [now, ...more] = events.inventory().activity;
		expect(now).toMatchObject({ event_type: 'post.create' });
		expect([now?.subscription_id === first, more]).toEqual([false, []]);
	});
});

describe('the kind of the user credential', () => {
	const types = { eventTypes: ['dm.received', 'like.create'], userIds: '' };

	it.each([
		['oAuth2', 'oAuth1', 'User \\(OAuth 1\\.0a\\)'],
		['oAuth1', 'oAuth2', 'User \\(OAuth 2\\.0\\)'],
	] as const)('%s is refused with the name of the other one', async (chosen, taken, label) => {
		const { events } = world();
		events.configure({ privateSubscriptions: taken });
		const trigger = await open({ ...types, authentication: chosen });
		await expect(trigger.activate()).rejects.toThrow(
			new RegExp(
				`set "Authentication" to "${label}", with a credential of the same user and app. One trigger has one kind: events that X gives to one kind alone need a trigger of their own`,
			),
		);
		expect(events.inventory()).toMatchObject(NOTHING);
	});

	it('is not blamed where X refuses something else', async () => {
		const { events } = world();
		events.configure({ activityLimit: 0 });
		const trigger = await open({ ...types, authentication: 'oAuth2' });
		await expect(trigger.activate()).rejects.toThrow(/allows no further subscription/);
		expect(creations()).toHaveLength(1);
	});
});

it('an outage of 30 hours makes the webhook invalid, and the node has it validated and the last day replayed', async () => {
	const { sim, events, openActive } = world();
	// The node's time begins at X's, which accepts a replay of 24 hours and not a second more.
	const { clock } = sim.platform;
	clock.stop();
	const stopReading = host().readClock(() => clock.now());
	const held = host().holdTime(async (milliseconds) => {
		clock.advance(milliseconds);
		await events.settled();
		await turns();
	});
	const isValid = () => events.inventory().webhooks[0]?.valid;
	const pass = async (hours: number) => {
		for (let left = hours * 6; left > 0; left--) await held.advance(600_000);
	};
	// X gets a 502 in place of the node's answers.
	const proxy = await startReceiver();
	try {
		const trigger = await openActive();
		proxy.onChallenge = () => ({ status: 502 });
		events.route(PUBLIC, proxy.url);
		await pass(27);
		await events.publish(events.build('post.create', { text: 'meanwhile' }));
		await pass(1);
		expect(isValid()).toBe(true);
		await pass(2);
		expect(isValid()).toBe(false);
		events.route(PUBLIC, trigger.origin);
		await pass(1);
		expect(isValid()).toBe(true);
		await events.publish(events.build('post.create', { text: 'after the outage' }));
		// What X says of its replay is left out: the clock jumps by ten minutes, so X may not wait for an answer.
		const texts: unknown[] = [];
		for (let count = 1; !texts.includes('after the outage'); count++) {
			const items = itemsOf((await trigger.executed(count))[count - 1]);
			texts.push(...items.flatMap(({ payload }) => get(payload, 'text', [])));
		}
		expect(texts).toEqual(['meanwhile', 'after the outage']);
		await trigger.deactivate();
		const asked = sim.requests.length;
		await pass(2);
		expect(sim.requests).toHaveLength(asked);
	} finally {
		await proxy.close();
		held.release();
		stopReading();
	}
});
