/** How the ads API words what the server refuses for it. */
import type { RefusalStyle, Refused, SimResponse } from '../frame';
import { errorStatus, operations } from './facts';

function refusal(
	code: string,
	message: string,
	{ params }: Refused,
	headers?: Record<string, string>,
): SimResponse {
	return {
		status: errorStatus[code] ?? 400,
		body: { errors: [{ code, message }], request: { params } },
		...(headers && { headers }),
	};
}

const patterns = operations.map(({ method, path, sandboxOnly }) => ({
	method,
	sandboxOnly,
	pattern: new RegExp(`^${path.replace(/\{[^}]+\}/g, '[^/]+')}$`),
}));

export const adsRefusals: RefusalStyle = {
	invalid: (issues, request) =>
		refusal('INVALID_PARAMETER', issues[0]?.message ?? 'Invalid request', request),
	unauthenticated: (failure, request) => {
		const refused = failure.reason === 'wrongKind' || failure.reason === 'missingScope';
		return refused
			? refusal('UNAUTHORIZED_CLIENT_APPLICATION', `Not permitted: ${failure.detail}`, request)
			: refusal('UNAUTHORIZED_ACCESS', 'This request is not properly authenticated', request);
	},
	rateLimited: (request, resetEpochSeconds) =>
		refusal('TOO_MANY_REQUESTS', 'Rate limit exceeded', request, {
			'x-rate-limit-remaining': '0',
			'x-rate-limit-reset': String(resetEpochSeconds),
		}),
	unknownRoute: (request) => {
		const here = patterns.filter(({ pattern }) => pattern.test(request.path));
		// What exists on the sandbox alone does not exist on production at all.
		const known =
			here.some(({ method }) => method !== request.method) &&
			!here.some(({ method }) => method === request.method);
		return known
			? refusal('METHOD_NOT_ALLOWED', `${request.method} is not available here`, request)
			: refusal('ROUTE_NOT_FOUND', `The requested resource could not be found: ${request.path}`, request);
	},
};
