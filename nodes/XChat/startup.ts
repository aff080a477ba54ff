/**
 * Describes the node to a starting n8n. The build replaces this module with its result, so that a start loads no
 * records.
 */
import { agentForm } from '../shared/form/agentForm';
import { describe } from '../shared/form/describe';
import { namesOf } from '../shared/form/lazyMethods';
import { methods } from './methods';
import { spec } from './spec';

export const properties = describe(spec);
export const agents = agentForm(spec);
export const methodNames = namesOf(methods);
export { resumeWebhooks, waitingTooltip } from './waiting/webhooks';
