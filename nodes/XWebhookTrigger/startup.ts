/**
 * What n8n wants to know of the node at its start. The build replaces this module by its result, so that a start loads
 * nothing else.
 */
import { omit } from 'lodash';
import type { INodeProperties } from 'n8n-workflow';
import { describeFields } from '../shared/form/describe';
import { namesOf } from '../shared/form/lazyMethods';
import { CHAT_EVENT_TYPES } from '../shared/model/eventTypes';
import type { Fields } from '../shared/operation/operation';
import { FIELDS, VERSION } from './form';
import { FIELDS_OF_VERSION_1 } from './formOfVersion1';
import { methods } from './methods';

/** The fields of one version only; the options are the same in all. */
const inVersion = (version: number, fields: Fields): INodeProperties[] =>
	describeFields(omit(fields, 'options')).map((property) => ({
		...property,
		displayOptions: { show: { '@version': [version], ...property.displayOptions?.show } },
	}));

const { options } = FIELDS;

/** The form cannot see which secrets the credential has. */
const secretsNotice: INodeProperties = {
	displayName:
		"X's challenges are answered and its events verified with the client secret of the app credential. The consumer secret counts where there is no client secret, and for events that X signs with it alone.",
	name: 'secretsNotice',
	type: 'notice',
	default: '',
};

export const properties = [
	...inVersion(VERSION, FIELDS),
	...inVersion(1, FIELDS_OF_VERSION_1),
	secretsNotice,
	...describeFields({ options }),
];
export const methodNames = namesOf(methods);
export const chatEventTypes = [...CHAT_EVENT_TYPES];
