import { movableTime, networkCut } from '../../../scripts/runtime/networkCut';
import { WEBHOOKS } from '../support/cluster';
import type { QueueStage } from '../support/stage';

/** All processes, cut off from X for 25 hours by moved clocks, which stay so: it is the last part. */
export function cutNetwork(stage: () => QueueStage): void {
	it('lose nothing that X still has, run nothing twice, and say once what is lost', async () => {
		const { cluster, roundRobin } = stage();
		const times = await Promise.all(
			cluster.members.map(async (member) => {
				await cluster.stopOne(member);
				const time = await movableTime(cluster.folderOf(member));
				await cluster.startOne(member, time.env);
				return time;
			}),
		);
		for (const member of WEBHOOKS) roundRobin.putIn(cluster.url(member));
		const { ran, wanted, told } = await networkCut(stage(), roundRobin.url, times, cluster.logFile('main'));
		// The main process says it in its log: others take the deliveries.
		expect(ran).toEqual({ ...wanted, xWebhookTrigger: [...wanted.xWebhookTrigger, 'replay.complete'] });
		expect(told).toBe(1);
	}, 1_800_000);
}
