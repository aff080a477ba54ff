/** n8n reads this module at its start. The build replaces it by its result, so that a start loads no records. */
import { atStart } from '../shared/form/atStart';
import { methods } from './methods';
import { spec } from './spec';

export const { properties, agents, methodNames } = atStart(spec, methods);
