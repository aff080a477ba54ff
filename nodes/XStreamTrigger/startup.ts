/**
 * What n8n needs to know about the node when it starts. The build replaces this module with its result, so that
 * nothing else is loaded at startup.
 */
import { describeFields } from '../shared/form/describe';
import { FIELDS } from './form';

export const properties = describeFields(FIELDS);
