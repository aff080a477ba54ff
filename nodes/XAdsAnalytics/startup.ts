/** n8n reads this module at its start. The build replaces it by its result, so that a start loads no records. */
import { agentForm } from '../shared/form/agentForm';
import { describe } from '../shared/form/describe';
import { namesOf } from '../shared/form/lazyMethods';
import { methods } from './methods';
import { spec } from './spec';

export const properties = describe(spec);
export const agents = agentForm(spec);
export const methodNames = namesOf(methods);
