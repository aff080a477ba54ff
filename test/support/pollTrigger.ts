/** A polling trigger in n8n's own contexts; see `PollHost` for what a test can do with it. */
import { randomUUID } from 'node:crypto';
import { pick } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import type { PollHost, PollSettings } from './host/pollTrigger';
import { host } from './index';
import { ofTrigger, triggerIn, type TriggerOptions } from './openedTrigger';

interface PollOptions extends PollSettings, TriggerOptions {
	/** The ID of the workflow. By default another one each time, as a process remembers by workflow. */
	id?: string;
}

export type PollTrigger = PollHost;

/** Stores a workflow of the trigger and a node after it. */
export async function openPollTrigger(options: PollOptions): Promise<PollTrigger> {
	const { staticData, id = randomUUID() } = options;
	const opened = await host().PollHost.open(...(await triggerIn(options, { id, ...ofTrigger(staticData) })));
	opened.settings = pick(options, ['durable', 'budget']);
	return opened;
}

/** What the executions got, in their order. */
export const itemsOf = ({ executions }: PollTrigger): IDataObject[] =>
	executions.flatMap(({ nodes }) => nodes.After?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);
