/** What n8n 1 and n8n 2 name differently. The types are those of n8n 2. */
import { Container } from '@n8n/di';
import * as engine from 'n8n-core';
import * as n8nWorkflow from 'n8n-workflow';
import type { ICredentialDataDecryptedObject, INode, IPollFunctions, Workflow } from 'n8n-workflow';

type RunTrigger = engine.TriggersAndPollers['runTriggerFunction'];

/** What n8n 1 has in its place. */
interface TriggersAndPollers1 {
	runTrigger: RunTrigger;
	runPoll: engine.TriggersAndPollers['runPollFunction'];
}

/** n8n 1 does not export it. */
async function triggersAndPollers1(): Promise<TriggersAndPollers1> {
	const path = 'n8n-core/dist/execution-engine/triggers-and-pollers';
	const module = (await import(path)) as { TriggersAndPollers: new () => TriggersAndPollers1 };
	return Container.get(module.TriggersAndPollers);
}

/** Starts a trigger, as publishing a workflow does. */
export const runTrigger: RunTrigger = async (...args) =>
	'TriggersAndPollers' in engine
		? await Container.get(engine.TriggersAndPollers).runTriggerFunction(...args)
		: await (await triggersAndPollers1()).runTrigger(...args);

/**
 * One poll, as n8n's schedule does it. n8n 1 keeps what it does to itself:
 * https://github.com/n8n-io/n8n/blob/n8n%401.123.0/packages/core/src/execution-engine/active-workflows.ts
 *
 * @param isCurrent Whether the workflow is still the published one.
 * @param isFirst Whether it is the poll that publishing makes, whose errors are thrown.
 */
export async function pollOnce(
	workflow: Workflow,
	node: INode,
	context: IPollFunctions,
	isCurrent: () => boolean,
	isFirst: boolean,
): Promise<void> {
	if ('PollTriggerExecutor' in engine) {
		await Container.get(engine.PollTriggerExecutor).create(workflow, node, context, isCurrent)(isFirst);
		return;
	}
	try {
		const found = await (await triggersAndPollers1()).runPoll(workflow, node, context);
		if (found !== null) context.__emit(found);
	} catch (error) {
		if (isFirst) throw error;
		context.__emitError(error as Error);
	}
}

/** The hosts that a credential's own requests may go to. n8n 1 has such a list for its HTTP Request node alone. */
export const allowedDomainsOf = (data: ICredentialDataDecryptedObject) =>
	'getCredentialOwnRequestAllowedDomains' in n8nWorkflow
		? n8nWorkflow.getCredentialOwnRequestAllowedDomains(data)
		: undefined;
