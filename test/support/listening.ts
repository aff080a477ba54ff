/** A trigger that listens, in n8n's own contexts; see `ListeningHost` for what a test can do with it. */
import type { ExecutionTable, ListeningHost } from './host/listening';
import { host } from './index';
import { triggerIn, type TriggerOptions } from './openedTrigger';

export type { ExecutionTable, ListeningHost } from './host/listening';

interface ListeningOptions extends TriggerOptions {
	/** Two workflows of one n8n have different ones. */
	workflowId: string;
	/** The executions of the n8n that the workflow belongs to. */
	table: ExecutionTable;
	/** Whether the workflow is run, or only what it would be run for is kept. */
	runs?: boolean;
}

/** Stores a workflow of the trigger and a node after it; nothing is published yet. */
export async function openListening(options: ListeningOptions): Promise<ListeningHost> {
	const { workflowId: id, table, runs, staticData } = options;
	return await host().ListeningHost.open(
		...(await triggerIn(options, { id, ...(staticData && { staticData }) })),
		{ table, ...(runs === undefined ? {} : { runs }) },
	);
}
