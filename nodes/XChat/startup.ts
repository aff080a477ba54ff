/**
 * Describes the node to a starting n8n. The build replaces this module with its result, so that a start loads no
 * records.
 */
import { atStart } from '../shared/form/atStart';
import { methods } from './methods';
import { spec } from './spec';

export const { properties, agents, methodNames } = atStart(spec, methods);
export { resumeWebhooks, waitingTooltip } from './waiting/webhooks';
