/**
 * This file describes the node to n8n at its start. The build replaces this module with its result, so that nothing
 * else is loaded at startup.
 */
import { describeFields } from '../shared/form/describe';
import { FIELDS } from './form';

export const properties = describeFields(FIELDS);
