/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads no records. */
import { atStart } from '../shared/form/atStart';
import { methods } from './methods';
import { spec } from './spec';

export const { properties, agents, methodNames } = atStart(spec, methods);
export { resumeWebhooks, waitingTooltip } from './waiting/webhooks';
