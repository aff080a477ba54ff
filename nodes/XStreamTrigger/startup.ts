/**
 * What n8n wants to know of the node at its start. The build replaces this module by its result, so that a start loads
 * nothing else.
 */
import { describeFields } from '../shared/form/describe';
import { CHAT_EVENT_TYPES } from '../shared/model/eventTypes';
import { FIELDS } from './form';

export const properties = describeFields(FIELDS);
export const chatEventTypes = [...CHAT_EVENT_TYPES];
