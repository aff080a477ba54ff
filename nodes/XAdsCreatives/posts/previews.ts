/** This file reads the result of a preview. */
import { get } from 'lodash';
import type { Result } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

/** Returns the message of an answer without data, with the ID of its subject. */
export const messageOf = (field: string): Result => ({
	isList: false,
	items: (body, values) => {
		const message = asText(get(body, 'message'));
		return message === '' ? [] : [{ [field]: values[field], message }];
	},
});
