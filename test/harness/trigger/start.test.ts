/** @jest-environment ./test/support/environment.ts */
import type { IDataObject } from 'n8n-workflow';
import { app } from '../../simulator/identities';
import { useSkippedWaits } from '../../support/waits';
import { until } from '../../support/webhookReceiver';
import { useWorld, type World } from './world';

const world = useWorld();
const waits = useSkippedWaits(() => world().sim);

const MINUTE = 60_000;
const bodiesOf = ({ sim }: World, path: string) =>
	sim.requests.filter((request) => request.method === 'POST' && request.path === path);

describe('a start of n8n', () => {
	it('has delivered again what came while it was away', async () => {
		const here = world();
		const trigger = await here.openActive();
		await here.events.deliver(here.events.build('post.create'));
		await trigger.executed(1);
		const data = trigger.storedStaticData['node:Subject'] as IDataObject;
		expect(data.lastEventAt).toEqual(expect.any(Number));
		await trigger.activate(false, 'init');
		await until(() => bodiesOf(here, '/2/webhooks/replay').length > 0);
		expect(waits().taken).toContain(11 * MINUTE);
		expect((trigger.storedStaticData['node:Subject'] as IDataObject).replay).toMatchObject({
			before: data.lastEventAt,
		});
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
		const { events, openActive } = world();
		const now = Date.now();
		const trigger = await openActive({
			staticData: { replay: { before: now - 5 * MINUTE, from: now - MINUTE, until: now + MINUTE } },
		});
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
		await trigger.setCredential('xAppApi', { consumerSecret: 'not the secret' });
		await events.check();
		expect(events.inventory().webhooks).toMatchObject([{ valid: false }]);
		waits().meanwhile = async () => {
			await trigger.setCredential('xAppApi', { consumerSecret: app.consumerSecret });
		};
		await trigger.activate(false, 'init');
		await until(
			() => events.inventory().webhooks[0]?.valid === true && sim.requests.at(-1)?.method === 'GET',
		);
		expect(events.inventory()).toMatchObject({ webhooks: [{ id: webhook?.id }], activity: [{}] });
	});
});
