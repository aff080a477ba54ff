/**
 * Distinguishes an answer without entries that is a fault from one that has none because there are none. A
 * trigger that takes the first for the second goes on as if nothing had come.
 */
import { get } from 'lodash';
import type { IDataObject, INode } from 'n8n-workflow';
import { object } from '../util/lenient';
import { classify } from './classify';
import { FailureError } from './failure';
import { toNodeApiError } from './nodeError';
import { partialErrors } from './parseBody';

/**
 * Returns the object in an answer (HTTP 200).
 *
 * @throws If it has no data, but errors, or a count of what it does not have.
 */
export function lookedAt(answer: unknown, node?: INode): IDataObject {
	const body = object(answer);
	const { data } = body;
	const isEmptyList = Array.isArray(data) && data.length === 0;
	if (data !== undefined && data !== null && !isEmptyList) return body;
	// Beside an empty list they are about what its entries refer to.
	const errors = isEmptyList ? [] : partialErrors(body);
	// A page of accounts that X does not show may be counted; the next one goes on.
	const counted =
		get(body, 'meta.next_token') === undefined ? Number(get(body, 'meta.result_count') ?? 0) : 0;
	if (errors.length === 0 && !(counted > 0)) return body;
	const failure = classify({ status: 200, body: { errors } });
	if (errors.length === 0) failure.message = `The answer counts ${counted} entries and has none`;
	throw node ? toNodeApiError(node, failure) : new FailureError(failure);
}
