import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { SavedCredential, SavedWorkflow, WorkflowNode } from '../../../scripts/runtime/types';
import { until } from '../../../scripts/runtime/until';
import type { World } from '../../../scripts/world';

type Start = Pick<WorkflowNode, 'type' | 'typeVersion' | 'parameters' | 'credentials'>;

/** A published workflow of a trigger and a No Operation node behind it. */
export async function publishWorkflow(
	{ client, credentials }: World,
	start: Start,
	further: readonly SavedCredential[] = [],
): Promise<SavedWorkflow> {
	const saved = await client.createWorkflow(
		{
			name: `Bench ${start.type}`,
			nodes: [
				{ ...start, id: randomUUID(), name: 'Start', position: [0, 0], webhookId: randomUUID() },
				{
					id: randomUUID(),
					name: 'End',
					type: 'n8n-nodes-base.noOp',
					typeVersion: 1,
					position: [200, 0],
					parameters: {},
				},
			],
			connections: { Start: { main: [[{ node: 'End', type: 'main', index: 0 }]] } },
		},
		[...credentials, ...further],
	);
	await client.activate(saved);
	return saved;
}

/** How many runs of a workflow have ended well. */
export async function finishedRuns({ client }: World, { id }: SavedWorkflow): Promise<number> {
	const filter = encodeURIComponent(JSON.stringify({ workflowId: id, status: ['success'] }));
	const answer = await client.send('GET', `/rest/executions?filter=${filter}&limit=1`);
	return z.object({ count: z.number() }).parse(answer).count;
}

/** Waits until so many runs of a workflow have ended well. */
export async function untilFinished(world: World, saved: SavedWorkflow, count: number): Promise<void> {
	await until(
		'all runs to end',
		async () => ((await finishedRuns(world, saved)) >= count ? true : undefined),
		{ timeoutMs: 300_000, everyMs: 20 },
	);
}
