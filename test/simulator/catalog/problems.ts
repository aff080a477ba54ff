/** Refusals of the handlers of catalogs, worded as the advertising API does. */
import { adsErrorCodes } from '../../facts';
import { Refusal } from '../frame';

/** Stop with one problem. */
export function refuse(code: string, message: string, parameter?: string): never {
	const problem = { code, message, ...(parameter !== undefined && { parameter }) };
	throw new Refusal({
		status: adsErrorCodes()[code] ?? 400,
		body: { errors: [problem], request: { params: {} } },
	});
}
