/** @jest-environment ./test/support/environment.ts */
import { get } from 'lodash';
import { APP } from '../../simulator/identities';
import { useSkippedWaits } from '../../support/waits';
import { startReceiver, until } from '../../support/webhookReceiver';
import { itemsOf, PUBLIC, useWorld, type World } from './world';

const world = useWorld();
const waits = useSkippedWaits(() => world().sim);

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const bodiesOf = ({ sim }: World, path: string) =>
	sim.requests.filter((request) => request.method === 'POST' && request.path === path);

describe('a start of n8n', () => {
	it('has delivered again what nobody got, and runs nothing again', async () => {
		const here = world();
		const { events } = here;
		const trigger = await here.openActive();
		const publish = async (text: string) => await events.publish(events.build('post.create', { text }));
		await publish('ran before');
		await trigger.executed(1);
		const starting = await startReceiver();
		try {
			starting.onEvent = () => ({ status: 200, body: 'n8n is starting up. Please wait' });
			events.route(PUBLIC, starting.url);
			await publish('acknowledged by a starting n8n');
			expect(starting.events).toHaveLength(1);
		} finally {
			events.route(PUBLIC, trigger.origin);
			await starting.close();
		}
		waits().isSkipped = (milliseconds) => milliseconds < 3 * HOUR;
		await trigger.activate(false, 'init');
		await publish('came after the start');
		const runs = await trigger.executed(4);
		await events.settled();
		expect(waits().taken.some((wait) => wait > 20 * MINUTE && wait <= 21 * MINUTE)).toBe(true);
		const items = runs.flatMap((run) => itemsOf(run));
		expect(items.map(({ payload, eventType }) => get(payload, 'text', eventType)).sort()).toEqual([
			'acknowledged by a starting n8n',
			'came after the start',
			'ran before',
			'replay.complete',
		]);
		expect(bodiesOf(here, '/2/webhooks/replay')).toHaveLength(1);
	});

	it('tells the workflow of a replay that could not deliver everything', async () => {
		const { events, openActive, ask, sim } = world();
		const trigger = await openActive();
		const [webhook] = events.inventory().webhooks;
		await events.deliver({ raw: '{"data":' }, { once: true });
		sim.platform.clock.advance(60 * MINUTE);
		const stamp = (minutes: number) =>
			new Date(sim.platform.clock.now() - minutes * MINUTE).toISOString().replace(/[-T:]/g, '').slice(0, 12);
		const period = { webhook_id: webhook?.id, from_date: stamp(90), to_date: stamp(20) };
		expect((await ask('POST', '/2/webhooks/replay', period)).status).toBe(200);
		const [run] = await trigger.executed(1);
		expect(itemsOf(run)).toMatchObject([{ eventType: 'replay.incomplete', source: 'replay' }]);
	});

	it('tells the workflow what a person should know, with the next delivery, once', async () => {
		const { events, open, ask } = world();
		const trigger = await open({ parameters: { otherSources: ['notices'] } });
		const { id } = events.register(`${PUBLIC}${new URL(trigger.url()).pathname}`);
		waits().isSkipped = () => false;
		await trigger.activate(false, 'init');
		// n8n could not take it: it comes with the next delivery.
		trigger.beforeRun = async () => await Promise.reject(new Error('no database'));
		await events.deliver(events.build('post.create'), { once: true });
		trigger.beforeRun = async () => {};
		for (let copy = 0; copy < 2; copy++) await events.deliver(events.build('post.create'));
		const [first, second] = await trigger.executed(2);
		expect(itemsOf(first)).toMatchObject([
			{ eventType: 'post.create' },
			{
				eventType: 'x.notice',
				source: 'notice',
				payload: { kind: 'memoryGone', message: expect.stringContaining(id) as string },
			},
		]);
		expect(itemsOf(second)).toHaveLength(1);
		await ask('DELETE', `/2/webhooks/${id}`);
	});

	it.each([
		['it is switched off', { replayMissed: false }],
		['repeated events are not skipped', { skipDuplicates: false }],
	])('has nothing delivered again where %s', async (_what, options) => {
		const here = world();
		const trigger = await here.openActive({
			parameters: { options },
			staticData: { lastEventAt: Date.now() - MINUTE },
		});
		await trigger.activate(false, 'init');
		await here.events.settled();
		expect(bodiesOf(here, '/2/webhooks/replay')).toEqual([]);
	});

	it('does not run again what ran before, whether it has an identifier or not', async () => {
		const { events, open } = world();
		const now = Date.now();
		const span = {
			from: now - 10 * MINUTE,
			to: now - MINUTE,
			reason: '',
			tries: 0,
			nextTry: now + 20 * MINUTE,
		};
		const trigger = await open();
		const { id: webhookId } = events.register(`${PUBLIC}${new URL(trigger.url()).pathname}`);
		const owed = { webhookId, before: now - 5 * MINUTE, spans: [span] };
		trigger.storedStaticData = { 'node:Subject': { lastEventAt: now - MINUTE, owed } };
		waits().isSkipped = () => false;
		await trigger.activate();
		const follow = (minutes: number) => ({
			raw: {
				data: {
					event_type: 'follow.follow',
					filter: {},
					payload: { timestamp_ms: String(now - minutes * MINUTE) },
				},
			},
		});
		for (const minutes of [30, 7, 4]) await events.deliver(follow(minutes));
		expect(await trigger.executed(1)).toHaveLength(1);
	});

	it('that does not answer the challenge yet removes nothing, and validates the webhook later', async () => {
		const { sim, events, openActive } = world();
		const trigger = await openActive();
		const [webhook] = events.inventory().webhooks;
		await trigger.setCredential('xAppApi', { clientSecret: 'not the secret' });
		await events.check();
		expect(events.inventory().webhooks).toMatchObject([{ valid: false }]);
		waits().meanwhile = async () => {
			await trigger.setCredential('xAppApi', { clientSecret: APP.clientSecret });
		};
		await trigger.activate(false, 'init');
		await until(
			() => events.inventory().webhooks[0]?.valid === true && sim.requests.at(-1)?.method === 'GET',
		);
		expect(events.inventory()).toMatchObject({ webhooks: [{ id: webhook?.id }], activity: [{}] });
	});
});
