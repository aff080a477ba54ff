/**
 * What n8n wants to know of the node at its start. The build replaces this module by its result, so that a start loads
 * nothing else.
 */
import { describeFields } from '../shared/form/describe';
import { namesOf } from '../shared/form/lazyMethods';
import { CHAT_EVENT_TYPES } from '../shared/model/eventTypes';
import { FIELDS } from './form';
import { methods } from './methods';

export const properties = describeFields(FIELDS);
export const methodNames = namesOf(methods);
export const chatEventTypes = [...CHAT_EVENT_TYPES];
