import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows a message beside the output of a run. */
export const hint = (
	context: Pick<IExecuteFunctions, 'addExecutionHints'>,
	message: string,
	type?: 'info' | 'warning',
): void => context.addExecutionHints({ message, location: 'outputPane', ...(type && { type }) });
