import {
	NodeOperationError,
	type ExecutionError,
	type IDataObject,
	type IPollFunctions,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { isNodeError } from '../errors';
import { messageOf } from '../util/messageOf';

/**
 * What a trigger reports between its runs. It has no output for that, so details go to n8n's log, and what a person
 * must know becomes a failed execution, which starts the error workflow. The workflow stays published.
 */
export class Notices {
	/** @param trigger Label of the node. */
	constructor(
		private readonly context: IPollFunctions | ITriggerFunctions,
		private readonly trigger: string,
	) {}

	get isTest(): boolean {
		return this.context.getMode() === 'manual';
	}

	/** Writes a line to n8n's log that names the node and the workflow. */
	log(message: string): void {
		const { id, name } = this.context.getWorkflow();
		const node = this.context.getNode().name;
		this.context.logger.warn(`${this.trigger} "${node}" of workflow "${name ?? id ?? ''}": ${message}`);
	}

	/**
	 * Reports a failed execution. A test in the editor only writes to its log.
	 *
	 * @param what A description for users, if the error has none.
	 */
	report(error: unknown, what?: string): void {
		const message = messageOf(error);
		this.log(what === undefined ? message : `${what}: ${message}`);
		const { context } = this;
		if (this.isTest) return;
		const shown = this.shownError(error, what ?? message);
		if ('__emitError' in context) context.__emitError(shown);
		// In n8n 1 a trigger can only write to its log.
		else if ('saveFailedExecution' in context) context.saveFailedExecution(shown);
	}

	/**
	 * An error with the node's own message and advice.
	 *
	 * @param data The same facts for the error workflow.
	 */
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
