/** What the trigger takes of n8n's contexts: the names of a node and its log. */
import type { IDataObject, IHookFunctions, IWebhookFunctions } from 'n8n-workflow';

import type { Refuse } from '../shared/events/source';

type TriggerContext = IHookFunctions | IWebhookFunctions;

/** Whether the run was started from the editor. */
export const isTestRun = (context: TriggerContext): boolean => context.getMode() === 'manual';

/** Names a node among all that this process runs; what a test run remembers is kept apart from production. */
export function scopeOf(context: TriggerContext, isTest = isTestRun(context)): string {
	const { id, webhookId = id } = context.getNode();
	return `${context.getWorkflow().id ?? ''}:${webhookId}${isTest ? ':test' : ''}`;
}

/** A reason why a workflow cannot be activated, with what to do about it. */
export class ActivationError extends Error {
	/** @param data Machine-readable facts. */
	constructor(
		message: string,
		readonly description: string,
		readonly data?: IDataObject,
	) {
		super(message);
	}
}

/** Makes an error about the app's rules or subscriptions, for what the sources of events share. */
export const refuse: Refuse = (message, description) => new ActivationError(message, description);

/** Writes a line to n8n's log that says which node and workflow it is about. */
export function log(context: TriggerContext, level: 'warn' | 'error', message: string): void {
	const { id, name } = context.getWorkflow();
	const node = context.getNode().name;
	context.logger[level](`X Webhook Trigger "${node}" of workflow "${name ?? id ?? ''}": ${message}`);
}
