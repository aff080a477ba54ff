/** Refusals as Ads API v12 words them: a list of problems with a code, and the status that belongs to the first. */
import { errorStatus } from './facts';

export interface Problem {
	readonly code: string;
	readonly message: string;
	readonly parameter?: string;
	readonly details?: string;
	readonly value?: unknown;
}

export class AdsError extends Error {
	readonly status: number;

	constructor(
		readonly problems: readonly Problem[],
		readonly operationErrors?: readonly (readonly Problem[])[],
	) {
		super(problems[0]?.message ?? 'operation errors');
		this.status = errorStatus[problems[0]?.code ?? ''] ?? 400;
	}
}

/** Stop with one problem. `code` has to be a documented one. */
export function refuse(
	code: string,
	message: string,
	parameter?: string,
	extra?: Pick<Problem, 'details' | 'value'>,
): never {
	if (!(code in errorStatus)) throw new Error(`Error code ${code} is not documented`);
	throw new AdsError([{ code, message, ...(parameter === undefined ? {} : { parameter }), ...extra }]);
}

export const invalid = (parameter: string, message: string, value?: unknown): never =>
	refuse('INVALID_PARAMETER', message, parameter, value === undefined ? undefined : { value });

export const missing = (parameter: string, why?: string): never =>
	refuse('MISSING_PARAMETER', why ?? `"${parameter}" is a required parameter`, parameter);
