/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads no records. */
import { agentForm } from '../shared/form/agentForm';
import { describe } from '../shared/form/describe';
import { namesOf } from '../shared/form/lazyMethods';
import { methods } from './methods';
import { spec } from './spec';

export const properties = describe(spec);
export const agents = agentForm(spec);
export const methodNames = namesOf(methods);
