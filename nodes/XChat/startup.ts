/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads no records. */
import { SEND_AND_WAIT_OPERATION, type IWebhookDescription } from 'n8n-workflow';
import { atStart } from '../shared/form/atStart';
import { methods } from './methods';
import { spec } from './spec';

export const { properties, agents, methodNames } = atStart(spec, methods);

const resume = {
	name: 'default',
	responseMode: 'onReceived',
	responseData: '',
	path: '={{ $nodeId }}',
	isFullPath: true,
	// The address belongs to an execution that waits: n8n registers nothing when the workflow is published.
	restartWebhook: true,
} as const;

/** The page that a link in the message opens, and the answer that the page sends. */
export const resumeWebhooks: IWebhookDescription[] = [
	{ ...resume, httpMethod: 'GET' },
	{ ...resume, httpMethod: 'POST' },
];

/** The text of the canvas for a node that waits. */
export const waitingTooltip = `={{ $parameter.operation === '${SEND_AND_WAIT_OPERATION}' ? "Execution will continue after the user's response" : '' }}`;
