/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { ME } from '../../simulator/identities';
import { PATIENT_SETTINGS } from '../../simulator/webhooks';
import { activityTypes } from '../../simulator/webhooks/activityTypes';
import type { AccountActivityKey } from '../../simulator/webhooks/events/accountActivity';
import { host } from '../../support';
import { unlikeTrigger } from '../../support/outputFields';
import { openTrigger } from '../../support/webhookTrigger';
import { itemsOf, outcomes, useActive } from './world';

const active = useActive();

/** What each array of the older source becomes. */
const ACCOUNT_ACTIVITY: Readonly<Record<AccountActivityKey, string>> = {
	tweet_create_events: 'post.',
	tweet_delete_events: 'post.delete',
	favorite_events: 'like.create',
	follow_events: 'follow.follow',
	unfollow_events: 'follow.unfollow',
	block_events: 'block.block',
	unblock_events: 'block.unblock',
	mute_events: 'mute.mute',
	unmute_events: 'mute.unmute',
	direct_message_events: 'dm.',
	direct_message_indicate_typing_events: 'dm.indicate_typing',
	direct_message_mark_read_events: 'dm.read',
	user_event: 'oauth.revoke',
};

describe('events', () => {
	it('of every type become one item each, with the fields that n8n shows before the first run', async () => {
		// Without keys an encrypted message cannot be verified.
		const { events, trigger } = await active({ options: { unverified: 'passOn' } });
		const eventId = expect.any(String) as string;
		const createdAt = expect.stringMatching(/^\d{4}-.*Z$/) as string;
		const expected = [...activityTypes.keys(), 'poll.closed'].map((name): [string, IDataObject] => [
			name,
			{ eventType: name, source: 'activity', userId: ME.id, tag: 'mine', eventId },
		]);
		for (const [name, type] of Object.entries(ACCOUNT_ACTIVITY)) {
			const eventType = expect.stringContaining(type) as string;
			expected.push([name, { eventType, source: 'accountActivity', eventId, createdAt }]);
		}
		expected.push(['stream', { eventType: 'stream.post', source: 'filteredStream', tag: 'cats' }]);
		expected.push(['replay_job_status', { eventType: 'replay.complete', source: 'replay', tag: null }]);
		const receiver = { filter: { user_id: ME.id }, tag: 'mine', matchingRules: [{ id: '1', tag: 'cats' }] };
		for (const [place, [name]] of expected.entries()) {
			await events.deliver(events.build(name), receiver);
			await trigger.executed(place + 1);
		}
		await events.deliver({ raw: { surprise: { id: 1 } } });
		const items = (await trigger.executed(expected.length + 1)).flatMap(itemsOf);
		const unknown = { eventType: 'unknown', source: 'unknown', payload: { surprise: { id: 1 } } };
		expect(items).toMatchObject([...expected.map(([, item]) => item), unknown]);
		const wrong = items.flatMap((item) =>
			unlikeTrigger(host(), 'xWebhookTrigger', item).map((each) => [item.eventType, each]),
		);
		expect(wrong).toEqual([]);
		expect(JSON.stringify(items)).not.toContain('"data":{"id"');
		expect(items.filter(({ chatInput }) => typeof chatInput === 'string').length).toBeGreaterThan(5);
	});

	it('are split where one delivery holds several, and only chosen types start the workflow', async () => {
		const { events, trigger } = await active({
			options: { onlyEventTypes: ['follow.follow', 'block.block'] },
		});
		const entry = (type: string, at: string) => ({
			type,
			created_timestamp: at,
			source: { id: '1' },
			target: { id: '2' },
		});
		const raw = {
			for_user_id: ME.id,
			follow_events: [entry('follow', '1785578400000'), entry('unfollow', '1785578400001')],
			block_events: [entry('block', '1785578400002')],
		};
		await events.deliver({ raw });
		expect(itemsOf((await trigger.executed(1))[0]).map(({ eventType }) => eventType)).toEqual([
			'follow.follow',
			'block.block',
		]);
		expect(outcomes(await events.deliver(events.build('post.create')))).toEqual(['200']);
		expect(trigger.executions).toHaveLength(1);
	});

	it('carry the raw body when asked for, and 64-bit identifiers exactly', async () => {
		const { events, trigger } = await active({ options: { rawBody: true } });
		const raw = '{ "for_user_id":"1", "tweet_delete_events":[{"status":{"id":1999999999999999999}}]}';
		await events.deliver({ raw });
		expect(itemsOf((await trigger.executed(1))[0])).toMatchObject([
			{ eventId: '1999999999999999999', rawBody: raw },
		]);
	});
});

describe('once only', () => {
	it('a delivery that was under way during a new activation does not bring the old record back', async () => {
		const { events, trigger } = await active();
		const before = structuredClone(trigger.storedStaticData);
		await trigger.deactivate();
		await trigger.activate();
		// What n8n stores with such a delivery is what it had read before.
		trigger.storedStaticData = before;
		await events.deliver(events.build('post.create'));
		await trigger.executed(1);
		await trigger.deactivate();
		expect(events.inventory()).toMatchObject({ webhooks: [], activity: [] });
	});

	it('can be switched off', async () => {
		const { events, trigger } = await active({ options: { skipDuplicates: false } });
		await events.deliver(events.build('post.create'), { copies: 3 });
		expect(await trigger.executed(3)).toHaveLength(3);
	});

	it('an event that n8n could not start comes again and runs then, and its neighbours once', async () => {
		const { events, trigger, tryAgain } = await active();
		let starts = 0;
		trigger.beforeRun = async () => {
			await Promise.resolve();
			starts += 1;
			if (starts % 3 === 1) throw new Error('The database is away');
		};
		const sent = await Promise.all(
			Array.from({ length: 9 }, async () => (await events.deliver(events.build('post.create')))[0]),
		);
		expect(sent.filter((delivery) => delivery?.attempts[0]?.outcome === '500')).toHaveLength(3);
		trigger.beforeRun = () => Promise.resolve();
		await tryAgain();
		expect(sent.map((delivery) => delivery?.state)).toEqual(Array(9).fill('delivered'));
		const runs = (await trigger.executed(9)).flatMap(itemsOf).map(({ eventId }) => eventId);
		expect(runs).toHaveLength(9);
		expect(new Set(runs).size).toBe(9);
	});

	it.each([
		['n8n took it all the same', true, 1],
		['n8n did not take it', false, 2],
	])('a delivery given up by X is repeated only if needed: %s', async (_name, takes, starts) => {
		const { events, trigger, tryAgain } = await active();
		events.configure({ deliveryDeadlineMs: 1_000 });
		const started: number[] = [];
		let goOn: () => void = () => undefined;
		const hungUp = new Promise<void>((resolve) => (goOn = resolve));
		trigger.beforeRun = async () => {
			started.push(started.length);
			await hungUp;
			if (!takes && started.length === 1) throw new Error('The database is away');
		};
		const [delivery] = await events.deliver(events.build('post.create'));
		expect(delivery?.attempts).toMatchObject([{ outcome: 'timeout' }]);
		goOn();
		events.configure(PATIENT_SETTINGS);
		await tryAgain();
		expect(delivery?.state).toBe('delivered');
		expect(await trigger.executed(1)).toHaveLength(1);
		expect(started).toHaveLength(starts);
	});
});

describe('static data that a trigger writes in webhook()', () => {
	// StaticDataWriter exists for this alone. When this fails, n8n keeps what webhook() wrote, and it can go.
	it('n8n forgets what webhook() wrote', async () => {
		const { sim } = await active();
		const trigger = await openTrigger({ node: 'harness.probeTrigger', parameters: {}, sim });
		try {
			await trigger.activate();
			expect((await fetch(trigger.url(), { method: 'POST', body: '{}' })).status).toBe(200);
			await trigger.executed(1);
			expect(JSON.stringify(trigger.storedStaticData)).toContain('create');
			expect(JSON.stringify(trigger.storedStaticData)).not.toContain('by webhook()');
		} finally {
			await trigger.close();
		}
	});

	it('is stored all the same when it is written until n8n has answered', async () => {
		const { events, trigger } = await active();
		await events.deliver(events.build('post.create'));
		await trigger.executed(1);
		expect(trigger.storedStaticData['node:Subject']).toMatchObject({
			seen: expect.stringMatching(/^.{7}$/) as string,
		});
	});
});
