/** How the advertising API words refusals: a list of problems with codes, and the echoed request. */
import { Refusal, type RefusalStyle, type SimResponse } from '../frame';

const statusOf: Readonly<Record<string, number>> = {
	ACTION_NOT_ALLOWED: 403,
	INVALID_PARAMETER: 400,
	MISSING_PARAMETER: 400,
	NOT_FOUND: 404,
	ROUTE_NOT_FOUND: 404,
	TOO_MANY_REQUESTS: 429,
	UNAUTHORIZED_ACCESS: 401,
	UNAUTHORIZED_CLIENT_APPLICATION: 403,
	USER_NOT_FOUND: 403,
};

/** A refusal with one problem. */
export function refusal(code: string, message: string, parameter?: string): SimResponse {
	return {
		status: statusOf[code] ?? 400,
		body: {
			errors: [{ code, message, ...(parameter !== undefined && { parameter }) }],
			request: { params: {} },
		},
	};
}

/** Stop with a refusal. */
export function refuse(code: string, message: string, parameter?: string): never {
	throw new Refusal(refusal(code, message, parameter));
}

export const refusals: RefusalStyle = {
	invalid: (issues) => ({
		status: 400,
		body: {
			errors: issues.map(({ reason, name, message }) => ({
				code: reason === 'missing' ? 'MISSING_PARAMETER' : 'INVALID_PARAMETER',
				message,
				parameter: name,
			})),
			request: { params: {} },
		},
	}),
	unauthenticated: (failure) =>
		failure.reason === 'wrongKind' || failure.reason === 'missingScope'
			? refusal(
					'UNAUTHORIZED_CLIENT_APPLICATION',
					'The client application making this request does not have access',
				)
			: refusal('UNAUTHORIZED_ACCESS', 'This request is not properly authenticated'),
	rateLimited: () => refusal('TOO_MANY_REQUESTS', 'Request limit reached for this endpoint'),
	unknownRoute: ({ path }) => refusal('ROUTE_NOT_FOUND', `The requested resource (${path}) was not found`),
};
