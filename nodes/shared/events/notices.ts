import { get } from 'lodash';
import {
	NodeOperationError,
	type ExecutionError,
	type IDataObject,
	type IHookFunctions,
	type IPollFunctions,
	type ITriggerFunctions,
	type IWebhookFunctions,
} from 'n8n-workflow';
import { isNodeError } from '../errors';
import { asText, messageOf } from '../util/text';
import { changeFare, countEvents, noteOwed } from './fares';

/** A line of n8n's log that names the node and the workflow. */
export function logLine(
	context: Pick<IWebhookFunctions, 'getNode' | 'getWorkflow'>,
	trigger: string,
	message: string,
): string {
	const { id, name } = context.getWorkflow();
	return `${trigger} "${context.getNode().name}" of workflow "${name ?? id ?? ''}": ${message}`;
}

/**
 * Reports what happens between the runs of a trigger: details in n8n's log, and what a person must know as a failed
 * execution and a row of X Core Admin (Health: Check).
 */
export class Notices {
	constructor(
		private readonly context: IHookFunctions | IPollFunctions | ITriggerFunctions | IWebhookFunctions,
		private readonly trigger: string,
	) {}

	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	log(message: string, level: 'warn' | 'info' = 'warn'): void {
		this.context.logger[level](logLine(this.context, this.trigger, message));
	}

	/** Reports a failed execution. A test in the editor only writes to its log. */
	report(error: unknown, what?: string): void {
		const message = messageOf(error);
		const line = what === undefined ? message : `${what}: ${message}`;
		const { fail } = this;
		const advice = adviceIn(error);
		this.log(fail ? line : [line, advice].filter(Boolean).join('. '));
		if (this.isTest) return;
		const kind = isNodeError(error) ? asText(get(error, 'context.data.kind')) : '';
		const notice = {
			at: Date.now(),
			kind: kind === '' ? 'failure' : kind,
			message: line,
			advice,
			isTold: false,
		};
		changeFare(this.context, this.trigger, ({ notices }) => ({ notices: [...notices, notice] }));
		fail?.(this.shownError(error, what ?? message));
	}

	count(events: number): void {
		if (!this.isTest) countEvents(this.context, this.trigger, events);
	}

	owes(spans: Parameters<typeof noteOwed>[2]): void {
		if (!this.isTest) noteOwed(this.context, this.trigger, spans);
	}

	/** Starts a failed execution. Is undefined for a webhook and for a stream in n8n 1, which can only write to the log. */
	private get fail(): ((error: ExecutionError) => void) | undefined {
		const { context } = this;
		if ('__emitError' in context) return (error) => context.__emitError(error);
		if ('saveFailedExecution' in context) return (error) => context.saveFailedExecution(error);
		return undefined;
	}

	problem(message: string, description: string, data?: IDataObject): NodeOperationError {
		const error = new NodeOperationError(this.context.getNode(), message, { description });
		if (data) error.context.data = data;
		return error;
	}

	private shownError(error: unknown, message: string): ExecutionError {
		if (isNodeError(error)) return error;
		const cause = error instanceof Error ? error : new Error(messageOf(error));
		return new NodeOperationError(this.context.getNode(), cause, { message });
	}
}

const adviceIn = (error: unknown): string => (isNodeError(error) ? (error.description ?? '') : '');
