/** This file describes the node to n8n. The build replaces it with its result, so that n8n's start loads nothing else. */
import type { INodeProperties } from 'n8n-workflow';
import { describeFields } from '../shared/form/describe';
import { namesOf } from '../shared/form/node';
import { FIELDS } from './form';
import { methods } from './methods';

/** The form cannot see which secrets the credential has. */
const secretsNotice: INodeProperties = {
	displayName:
		"X's challenges are answered and its events verified with the client secret in the credential. The consumer secret counts where there is no client secret, and for events that X signs with it alone.",
	name: 'secretsNotice',
	type: 'notice',
	default: '',
};

const { options, ...fields } = FIELDS;

export const properties = [...describeFields(fields), secretsNotice, ...describeFields({ options })];
export const methodNames = namesOf(methods);
