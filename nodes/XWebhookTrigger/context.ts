/** Reads the credential's kind and the name of a node from n8n's contexts, and writes to n8n's log. */
import type { IDataObject, IHookFunctions, ILoadOptionsFunctions, IWebhookFunctions } from 'n8n-workflow';
import { nodeParameters } from '../shared/engine/parameters';
import { logLine } from '../shared/events/notices';
import { nodeKey } from '../shared/memory/keys';
import type { Refuse } from '../shared/events/source';
import type { TriggerKind } from '../shared/events/subscriber';

export const TRIGGER = 'X Webhook Trigger';

/** While a workflow is published or unpublished, or while a request is answered. */
export type WebhookContext = IHookFunctions | IWebhookFunctions;

/** The kind of the node's credential. */
export const kindOf = (context: WebhookContext | ILoadOptionsFunctions): TriggerKind =>
	(nodeParameters(context)('authentication') ?? 'oAuth2') as TriggerKind;

export const isTestRun = (context: WebhookContext): boolean => context.getMode() === 'manual';

/** Names a node within this process; see `nodeKey`. */
export const scopeOf = (context: WebhookContext, isTest = isTestRun(context)): string =>
	nodeKey(context, isTest);

/** The error of a workflow that cannot be published, with advice. */
export class ActivationError extends Error {
	constructor(
		message: string,
		readonly description: string,
		readonly data?: IDataObject,
	) {
		super(message);
	}
}

/** Makes errors about the app's rules or subscriptions, for code that all sources share. */
export const refuse: Refuse = (message, description) => new ActivationError(message, description);

/** Writes a line to n8n's log; see `logLine`. */
export function log(context: WebhookContext, level: 'warn' | 'error', message: string): void {
	context.logger[level](logLine(context, TRIGGER, message));
}
