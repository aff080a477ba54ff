import { leftNothing } from '../../../scripts/runtime/leftNothing';
import { webhookSimulator } from '../../simulator/webhooks';
import { type Sent, type Shot, type Way, makeShots, sendAll } from '../support/deliveries';
import { type Lane, ONE_NODE, openLanes, publishAgain } from '../support/lanes';
import type { QueueStage } from '../support/stage';
import type { Table } from '../../support/outcomes';

/** Events of each trigger, by how they come. */
const LOAD: ReadonlyArray<readonly [Way, number, string]> = [
	['once', 20, 'two processes'],
	['twice at once', 10, 'duplicate at once'],
	['twice in turn', 10, 'duplicate later'],
	['forged', 5, 'forged'],
];
const AROUND_RESTART = 10;
const AROUND_KILL = 20;
/** Events that come in three copies while processes are killed. */
const COPIED = 40;
const AROUND_PUBLISHING = 8;

type Acknowledged = ReadonlySet<string>;

/** The webhook trigger behind a proxy that gives deliveries to two processes. */
export function webhookTrigger(stage: () => QueueStage, table: Table): void {
	let lanes: Lane[] = [];
	const platform = () => webhookSimulator(stage().sim.platform);
	const shotsOf = (some: readonly Lane[], way: Way, count: number): Shot[][] =>
		some.map((lane) => makeShots(platform(), lane, way, count));

	const counted = ({ workflow, last, key }: Lane) => ({ workflowId: workflow.id, node: last, key });

	/** Enters the outcomes of one column and checks what every trigger, and every guarded one, promises. */
	const judge = async (
		some: readonly Lane[],
		column: string,
		shots: readonly Shot[][],
		acknowledged: Acknowledged,
	): Promise<void> => {
		await stage().executions.settled();
		const broken: string[] = [];
		for (const [index, lane] of some.entries()) {
			const taken = (shots[index] ?? []).map(({ event }) => event).filter((event) => acknowledged.has(event));
			const outcome = await stage().executions.outcome(counted(lane), taken);
			table.enter(lane.name, column, outcome);
			if (outcome.lost > 0) broken.push(`${lane.name}: ${outcome.lost} lost`);
			if (lane.isGuarded && outcome.doubled > 0) broken.push(`${lane.name}: ${outcome.doubled} doubled`);
		}
		expect(broken).toEqual([]);
	};

	const missed = (shots: readonly Shot[][], { acknowledged }: Sent): Shot[] =>
		shots.flat().filter(({ event }) => !acknowledged.has(event));

	beforeAll(async () => {
		lanes = await openLanes(stage());
	});

	it('runs for every genuine event and for no forged one', async () => {
		const load = LOAD.map(([way, count]) => shotsOf(lanes, way, count));
		const sent = await sendAll(load.flat(2));
		const forged = load[3] ?? [];
		expect(missed(load.slice(0, 3).flat(), sent)).toEqual([]);
		expect(missed(forged, sent)).toHaveLength(forged.flat().length);
		expect(sent.answers.get(401)).toBe(forged.flat().length);
		for (const [index, [, , column]] of LOAD.slice(0, 3).entries()) {
			await judge(lanes, column, load[index] ?? [], sent.acknowledged);
		}
		for (const [index, lane] of lanes.entries()) {
			const runs = await stage().executions.runs(counted(lane));
			expect(runs.failed).toBe(0);
			expect((forged[index] ?? []).filter(({ event }) => runs.finished.has(event))).toEqual([]);
		}
	});

	it('runs no event twice where all its copies come to one process', () => {
		for (const { name } of lanes.filter(({ isHashed }) => isHashed)) {
			for (const column of ['duplicate at once', 'duplicate later']) {
				expect([name, column, table.cell(name, column)?.doubled]).toEqual([name, column, 0]);
			}
		}
	});

	it('loses nothing when its processes are restarted one after the other', async () => {
		const { restartBehindProxy } = stage();
		const balanced = lanes.filter(({ isHashed }) => !isHashed);
		const before = shotsOf(lanes, 'once', AROUND_RESTART);
		await sendAll(before.flat());
		const during = shotsOf(balanced, 'once', AROUND_RESTART);
		const [sentMeanwhile] = await Promise.all([
			sendAll(during.flat()),
			(async () => {
				await restartBehindProxy('webhook1');
				await restartBehindProxy('webhook2');
			})(),
		]);
		const sentAgain = await sendAll(before.flat());
		expect(missed(during, sentMeanwhile)).toEqual([]);
		expect(missed(before, sentAgain)).toEqual([]);
		const all = before.map((shots, index) => {
			const more = during[balanced.findIndex((lane) => lane === lanes[index])] ?? [];
			return [...shots, ...more];
		});
		await judge(lanes, 'restart', all, together(sentMeanwhile, sentAgain));
	});

	/** Kills a webhook process and a worker when a third has been sent, and sends everything once more. */
	const throughKill = async (some: readonly Lane[], way: Way, count: number): Promise<void> => {
		const { cluster, roundRobin } = stage();
		const shots = shotsOf(some, way, count);
		let isKilled: Promise<unknown> | undefined;
		const killBoth = async (): Promise<void> => {
			await Promise.all([cluster.kill('webhook2'), cluster.kill('worker2')]);
			await Promise.all([cluster.startOne('webhook2'), cluster.startOne('worker2')]);
			roundRobin.putIn(cluster.url('webhook2'));
		};
		const sent = await sendAll(shots.flat(), (done) => {
			if (done > shots.flat().length / 3) isKilled ??= killBoth();
		});
		await isKilled;
		const sentAgain = await sendAll(shots.flat());
		expect(missed(shots, sentAgain)).toEqual([]);
		await judge(some, 'kill -9', shots, together(sent, sentAgain));
	};

	it('loses nothing when a webhook process and a worker are killed', async () => {
		const balanced = lanes.filter(({ isHashed, name }) => !isHashed && name !== ONE_NODE);
		await throughKill(balanced, 'once', AROUND_KILL);
	});

	it('runs none of many events twice behind the one node, whose copies come at once and after a kill', async () => {
		const oneNode = lanes.filter(({ name }) => name === ONE_NODE);
		await throughKill(oneNode, 'twice at once', COPIED);
	});

	it('leaves nothing on X: published under load, main restarted, switched off', async () => {
		const { cluster, client } = stage();
		const shots = shotsOf(lanes, 'once', AROUND_PUBLISHING);
		const [sent] = await Promise.all([
			sendAll(shots.flat()),
			(async () => {
				for (const { workflow } of lanes) await publishAgain(client, workflow);
			})(),
		]);
		expect(missed(shots, sent)).toEqual([]);
		await cluster.stopOne('main');
		await cluster.startOne('main');
		await cluster.hasActivatedAll();
		for (const { workflow } of lanes) await client.deactivate(workflow);
		await leftNothing(platform()).catch(() => {});
		const { webhooks, activity } = platform().inventory();
		process.stdout.write(
			`Published under load, main restarted, ${lanes.length} workflows switched off: ` +
				`${webhooks.length} webhooks and ${activity.length} subscriptions left on X\n`,
		);
		expect({ webhooks, activity }).toEqual({ webhooks: [], activity: [] });
	});
}

/** The events that were acknowledged in any of several rounds. */
const together = (...rounds: readonly Sent[]): Acknowledged =>
	new Set(rounds.flatMap(({ acknowledged }) => [...acknowledged]));
