/** This file divides a look-up of more IDs than one request takes into several, and returns their items together. */
import { chunk, uniq } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { ApiRequest } from '../http/connection';
import { broken, type Call } from '../operation/operation';
import { pushAll } from '../util/pushAll';
import { withQuery } from './request';

/** The most IDs in one request: https://docs.x.com/x-api/posts/get-posts-by-ids */
const IDS_PER_REQUEST = 100;

/**
 * Sends a request for each hundred IDs. A run that ends early resumes from the first ID that was not looked up.
 *
 * @throws BrokenOffList with the items of the earlier requests, if a later one fails.
 */
export async function sendInParts(
	call: Call,
	request: ApiRequest,
	parameter: string,
): Promise<INodeExecutionData[]> {
	const { resumeFrom } = call.options;
	const [, text = ''] = request.query?.find(([name]) => name === parameter) ?? [];
	// X refuses a request that names an entity twice.
	const all = uniq(text.split(','));
	const begin = resumeFrom === undefined ? 0 : all.indexOf(resumeFrom);
	if (begin < 0)
		throw call.invalid([
			broken('resumeFrom', 'unknown', `must be one of the values to look up, and is "${resumeFrom}"`),
		]);
	const wanted = all.slice(begin);
	const output: INodeExecutionData[] = [];
	let next = resumeFrom;
	for (const part of chunk(wanted, IDS_PER_REQUEST)) {
		if (output.length > 0 && part[0] !== undefined) {
			next = part[0];
			call.reached(next, output.length);
		}
		try {
			pushAll(output, await call.sendAndOutput(withQuery(request, { [parameter]: part.join(',') })));
		} catch (error) {
			call.endList(error, output, next);
			break;
		}
	}
	return output;
}

/** Returns the `run` of an operation that looks up any number of IDs. */
export const inParts = (parameter: string) => async (call: Call) =>
	await sendInParts(call, call.request(), parameter);
