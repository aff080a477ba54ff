/**
 * What n8n needs to know about the node when it starts. The build replaces this module with its result, so that
 * nothing else is loaded at startup.
 */
import { describeFields } from '../shared/form/describe';
import { namesOf } from '../shared/form/lazyMethods';
import { CHAT_EVENT_TYPES } from '../shared/model/eventTypes';
import { FIELDS } from './form';
import { methods } from './methods';

export const properties = describeFields(FIELDS);
export const methodNames = namesOf(methods);
export const chatEventTypes = [...CHAT_EVENT_TYPES];
