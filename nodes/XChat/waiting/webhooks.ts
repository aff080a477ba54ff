/** Describes the operation that waits to a starting n8n, and loads nothing else. */
import { SEND_AND_WAIT_OPERATION, type IWebhookDescription } from 'n8n-workflow';

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
