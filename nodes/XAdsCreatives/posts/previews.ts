/** What X answers to a preview. */
import { get } from 'lodash';
import type { Result } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';

/**
 * The message of an answer without data, with the ID of what it is about.
 *
 * @param field Key of the field that holds the ID.
 */
export const messageOf = (field: string): Result => ({
	isList: false,
	items: (body, values) => [{ [field]: values[field], message: asText(get(body, 'message')) }],
});
