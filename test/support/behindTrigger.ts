/** Runs a node behind a trigger of this package, as n8n does for a published workflow. */
import { randomUUID } from 'node:crypto';
import type { IDataObject, INodeExecutionData, INodeParameters, WorkflowExecuteMode } from 'n8n-workflow';
import type { Addresses } from './credentials';
import { runWorkflow } from './index';

export interface BehindOptions {
	readonly sim: Addresses;
	/** Short name (`xChat`). */
	readonly node: string;
	readonly parameters: INodeParameters;
	/** The type in front of it, with its package. By default X Trigger. */
	readonly trigger?: string;
	/** The ID of the workflow. By default that of another workflow each time. */
	readonly id?: string;
	readonly items?: INodeExecutionData[];
	readonly mode?: WorkflowExecuteMode;
	/** The name of the node. */
	readonly name?: string;
	/** What n8n has stored for the workflow. */
	readonly staticData?: IDataObject;
}

const PACKAGE = 'n8n-nodes-x-platform';
/** What the run gave, and the ID of its workflow for another run. */
export async function runBehindTrigger(options: BehindOptions) {
	const { sim, node, parameters, trigger = `${PACKAGE}.xCoreTrigger`, id = randomUUID(), mode } = options;
	const { name = 'Behind', staticData } = options;
	const place = { typeVersion: 1, position: [0, 0] as [number, number] };
	const nodes = [
		{ ...place, id: '1', name: 'Start', type: trigger, parameters: {} },
		{ ...place, id: '2', name, type: `${PACKAGE}.${node}`, parameters },
	];
	const connections = { Start: { main: [[{ node: name, type: 'main' as const, index: 0 }]] } };
	const run = await runWorkflow(
		{ id, nodes, connections, ...(staticData && { staticData }) },
		{ sim, start: name, items: options.items ?? [{ json: {} }], ...(mode && { mode }) },
	);
	const task = run.nodes[name]?.[0];
	return {
		id,
		json: task?.data?.main?.[0]?.map(({ json }): IDataObject => json) ?? [],
		hints: task?.hints?.map(({ message }) => message) ?? [],
		error: task?.error?.message,
		staticData: run.staticData,
	};
}
