/** n8n calls this file when a workflow is published, unpublished or tested. */
import { NodeOperationError, type ITriggerFunctions, type ITriggerResponse } from 'n8n-workflow';
import { isNodeError } from '../shared/errors';
import { NodeStream } from './nodeStream';

/**
 * Opens the stream, or joins the one that another workflow has open.
 *
 * @throws If X refuses it and only a person can change that.
 */
export async function start(context: ITriggerFunctions): Promise<ITriggerResponse> {
	const stream = await NodeStream.prepare(context);
	const closeFunction = async () => await stream.close();
	if (context.getMode() !== 'manual') {
		await begin();
		return { closeFunction };
	}
	// A test run gets its first event only after this function has returned.
	return { closeFunction, manualTriggerFunction: begin };

	async function begin(): Promise<void> {
		try {
			await stream.start();
		} catch (error) {
			await stream.fail().catch(() => undefined);
			throw error instanceof Error && !isNodeError(error)
				? new NodeOperationError(context.getNode(), error)
				: error;
		}
	}
}
