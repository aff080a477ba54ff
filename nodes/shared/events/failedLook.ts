/**
 * Distinguishes an answer without entries that is a fault from one that has none because there are none. A
 * trigger that takes the first for the second goes on as if nothing had come.
 */
import { get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { classify, partialErrors, type Failure } from '../errors';

/** Returns what is wrong with an answer (HTTP 200) that has no data: it has errors, or counts what it does not have. */
export function failedLook(body: IDataObject): Failure | undefined {
	const { data } = body;
	const isEmptyList = Array.isArray(data) && data.length === 0;
	if (data !== undefined && data !== null && !isEmptyList) return undefined;
	// Beside an empty list they are about what its entries refer to.
	const errors = isEmptyList ? [] : partialErrors(body);
	// A page of accounts that X does not show may be counted; the next one goes on.
	const counted =
		get(body, 'meta.next_token') === undefined ? Number(get(body, 'meta.result_count') ?? 0) : 0;
	if (errors.length === 0 && !(counted > 0)) return undefined;
	const failure = classify({ status: 200, body: { errors } });
	const message = `The answer counts ${counted} entries and has none`;
	return errors.length > 0 ? failure : { ...failure, message };
}
