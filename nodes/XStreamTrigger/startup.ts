/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads nothing else. */
import { describeFields } from '../shared/form/describe';
import { FIELDS } from './form';

export const properties = describeFields(FIELDS);
