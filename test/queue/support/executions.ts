import { parse as parseFlatted } from 'flatted';
import { get } from 'lodash';
import { z } from 'zod';
import { type Execution, executionData, outputOf } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import { type Cluster, WORKERS } from './cluster';
import type { Postgres, Redis } from './databases';
import type { Outcome } from '../../support/outcomes';

/** Where n8n's queue keeps the executions that no worker has begun. */
const WAITING = 'bull:jobs:wait';

/** How often in a row nothing must have changed. */
const LOOKS = 3;
const LOOK_EVERY_MS = 400;
const PATIENCE_MS = 180_000;

const row = z.object({ id: z.coerce.string(), status: z.string(), data: z.string() });
const idRow = z.object({ id: z.coerce.string() });

/** What counts as a run: items of a node of a workflow, distinguished by the field with the path `key`. */
export interface Counted {
	workflowId: string;
	node: string;
	key: string;
}

/** How often a workflow ran for each event, by the event's ID. */
interface Runs {
	finished: Map<string, number>;
	/** How many executions ended with an error. */
	failed: number;
	/** Whether an execution that has the event was begun and did not end. */
	isHanging: (event: string) => boolean;
}

/** n8n's executions as its database has them. */
export class Executions {
	constructor(
		private readonly postgres: Postgres,
		private readonly redis: Redis,
		private readonly cluster: Cluster,
	) {}

	/**
	 * Waits until the workers that run have ended all they were given. What a killed worker had begun is not ended by
	 * anyone: n8n gives no execution to a second worker.
	 */
	async settled(): Promise<void> {
		let before = '';
		let looks = 0;
		await until(
			'the workers to end what they were given',
			async () => {
				const now = await this.open();
				const isBusy = now === undefined || now !== before;
				looks = isBusy ? 0 : looks + 1;
				before = now ?? '';
				return looks >= LOOKS || undefined;
			},
			{ timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS },
		);
	}

	/** Waits until a workflow has run for these events, or has begun to in a worker that was killed. */
	async reached(at: Counted, events: readonly string[]): Promise<void> {
		await until(
			`runs for ${events.length} events`,
			async () => {
				const { finished, isHanging } = await this.runs(at);
				return events.every((event) => finished.has(event) || isHanging(event)) || undefined;
			},
			{ timeoutMs: PATIENCE_MS, everyMs: LOOK_EVERY_MS },
		);
		await this.settled();
	}

	/** What became of these events; all of them should have started runs. */
	async outcome(at: Counted, events: readonly string[]): Promise<Outcome> {
		const { finished, isHanging } = await this.runs(at);
		const withoutRun = events.filter((event) => !finished.has(event));
		const cutOff = withoutRun.filter(isHanging).length;
		const doubled = events.filter((event) => (finished.get(event) ?? 0) > 1).length;
		return { lost: withoutRun.length - cutOff, doubled, cutOff, of: events.length };
	}

	/** Counts the runs of a workflow, by event. */
	async runs({ workflowId, node, key }: Counted): Promise<Runs> {
		const query = `select e.id, e.status, d.data from execution_entity e join execution_data d on d."executionId" = e.id
			where e."workflowId" = '${workflowId}'`;
		const rows = z.array(row).parse(await this.postgres.rows(query));
		const finished = new Map<string, number>();
		const open: string[] = [];
		let failed = 0;
		for (const { id, status, data } of rows) {
			if (status === 'error') failed += 1;
			if (status !== 'success') {
				open.push(data);
				continue;
			}
			const execution: Execution = {
				id,
				status,
				workflowId,
				mode: 'webhook',
				data: executionData.parse(parseFlatted(data)),
			};
			for (const item of outputOf(execution, node)) {
				const event = String(get(item, key));
				finished.set(event, (finished.get(event) ?? 0) + 1);
			}
		}
		return { finished, failed, isHanging: (event) => open.some((data) => data.includes(`"${event}"`)) };
	}

	/** The executions that have not ended; undefined while workers have something to do. */
	private async open(): Promise<string | undefined> {
		if ((await this.redis.send('llen', WAITING)) !== '0') return undefined;
		for (const worker of WORKERS) {
			const { begun, ended } = await this.cluster.executionsOf(worker);
			if ([...begun].some((id) => !ended.has(id))) return undefined;
		}
		const query = "select id from execution_entity where status in ('new', 'running') order by id";
		const rows = z.array(idRow).parse(await this.postgres.rows(query));
		return rows.map(({ id }) => id).join();
	}
}
