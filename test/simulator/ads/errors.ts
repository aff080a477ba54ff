/** Refusals as Ads API v12 words them: a list of problems with a code, and the status that belongs to the first. */
import { adsErrorCodes, adsOperations, patternOf } from '../../facts';
import type { Issue, Refused, RefusalStyle, SimResponse } from '../frame';

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
		this.status = adsErrorCodes()[problems[0]?.code ?? ''] ?? 400;
	}
}

/** Stop with one problem. `code` has to be a documented one. */
export function refuse(
	code: string,
	message: string,
	parameter?: string,
	extra?: Pick<Problem, 'details' | 'value'>,
): never {
	if (!(code in adsErrorCodes())) throw new Error(`Error code ${code} is not documented`);
	throw new AdsError([{ code, message, ...(parameter === undefined ? {} : { parameter }), ...extra }]);
}

export const invalid = (parameter: string, message: string, value?: unknown): never =>
	refuse('INVALID_PARAMETER', message, parameter, value === undefined ? undefined : { value });

/** The problem of one parameter among several. */
export const problemWith = (parameter: string, message: string, code = 'INVALID_PARAMETER'): Problem => ({
	code,
	message,
	parameter,
});

export const missing = (parameter: string, why?: string): never =>
	refuse('MISSING_PARAMETER', why ?? `"${parameter}" is a required parameter`, parameter);

const CODES: Partial<Record<Issue['reason'], string>> = {
	missing: 'MISSING_PARAMETER',
	identifier: 'INVALID_ID_ILLEGAL_CHARACTERS',
	exclusive: 'EXCLUSIVE_PARAMETERS',
};

const problemOf = ({ reason, name, value, message }: Issue): Problem => ({
	code: CODES[reason] ?? 'INVALID_PARAMETER',
	message,
	parameter: name,
	...(CODES[reason] === undefined && { value }),
});

/** Stop with everything that is wrong by the facts. */
export function refuseIssues(issues: readonly Issue[]): void {
	if (issues.length > 0) throw new AdsError(issues.map(problemOf));
}

function refusal(
	code: string,
	message: string,
	{ params }: Refused,
	headers?: Record<string, string>,
): SimResponse {
	return {
		status: adsErrorCodes()[code] ?? 400,
		body: { errors: [{ code, message }], request: { params } },
		...(headers && { headers }),
	};
}

/** How the ads API words what the server refuses for it. */
export const adsRefusals: RefusalStyle = {
	invalid: (issues, { params }) => {
		const { problems, status } = new AdsError(issues.map(problemOf));
		return { status, body: { errors: problems, request: { params } } };
	},
	unauthenticated: (failure, request) =>
		failure.reason === 'wrongKind' || failure.reason === 'missingScope'
			? refusal('UNAUTHORIZED_CLIENT_APPLICATION', `Not permitted: ${failure.detail}`, request)
			: refusal('UNAUTHORIZED_ACCESS', 'This request is not properly authenticated', request),
	rateLimited: (request, resetEpochSeconds) =>
		refusal('TOO_MANY_REQUESTS', 'Rate limit exceeded', request, {
			'x-rate-limit-remaining': '0',
			'x-rate-limit-reset': String(resetEpochSeconds),
		}),
	unknownRoute: (request) => {
		const here = adsOperations().filter(({ path }) => patternOf(path).test(request.path));
		// What exists on the sandbox alone does not exist on production at all.
		return here.length > 0 && !here.some(({ method }) => method === request.method)
			? refusal('METHOD_NOT_ALLOWED', `${request.method} is not available here`, request)
			: refusal('ROUTE_NOT_FOUND', `The requested resource could not be found: ${request.path}`, request);
	},
};
