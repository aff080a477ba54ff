/** The bodies the core API refuses with: problem objects, and the refusals that are worded with them. */
import type { Issue, RefusalStyle, SimResponse } from '../exchange';

/** Seen in the wild; the specification prints another host, and clients should look at the last segment only. */
const PROBLEM_BASE = 'https://api.twitter.com/2/problems/';

export interface Problem {
	type: string;
	title: string;
	detail: string;
	status?: number;
	[extra: string]: unknown;
}

/** Thrown by handlers that cannot go on: the response is sent as it is. */
export class Refusal extends Error {
	constructor(readonly response: SimResponse) {
		super(`Refused with status ${response.status}`);
	}
}

/** A successful answer. */
export function ok(body: unknown, status = 200, headers?: Readonly<Record<string, string>>): SimResponse {
	return { status, body, ...(headers && { headers }) };
}

/** A problem object for a slug of the documentation (`about:blank` stays as it is). */
export function problemObject(
	slug: string,
	title: string,
	detail: string,
	extra: Readonly<Record<string, unknown>> = {},
): Problem {
	return { ...extra, title, detail, type: slug === 'about:blank' ? slug : PROBLEM_BASE + slug };
}

/** A refusal whose body is one problem object. */
export function problem(
	status: number,
	slug: string,
	title: string,
	detail: string,
	extra: Readonly<Record<string, unknown>> = {},
): SimResponse {
	return {
		status,
		body: { ...problemObject(slug, title, detail, extra), status },
		headers: { 'content-type': 'application/problem+json' },
	};
}

/** What is wrong with a request, and the parameters that caused it. */
export interface ProblemDetail {
	readonly message: string;
	readonly parameters: Readonly<Record<string, readonly string[]>>;
}

const WRONG_PARAMETERS = 'One or more parameters to your request was invalid.';
const INVALID = ['invalid-request', 'Invalid Request', WRONG_PARAMETERS] as const;

/** The problem of wrong parameters, as `errors` of a 200 have it. */
export const invalidRequestProblem = (...errors: readonly ProblemDetail[]): Problem =>
	problemObject(...INVALID, { errors });

/** 400 `invalid-request`. */
export const invalidRequest = (...errors: readonly ProblemDetail[]): SimResponse =>
	problem(400, ...INVALID, { errors });

/** The refusal of one parameter. */
export const wrongParameter = (message: string, name: string, ...values: string[]): Refusal =>
	new Refusal(invalidRequest({ message, parameters: { [name]: values } }));

/** The refusal of what the caller may not do. */
export const forbidden = (detail: string): Refusal =>
	new Refusal(problem(403, 'about:blank', 'Forbidden', detail));

/** How a server that enforces the OpenAPI file words the same: problem objects without `detail` and `status`. */
export function strictlyInvalid(issues: readonly Issue[]): SimResponse {
	return {
		status: 400,
		body: {
			errors: issues.map(({ where, name, value, message }) => ({
				parameters: { [where === 'body' ? `requestBody.${name}` : name]: value ? [value] : [] },
				message,
			})),
			title: 'Invalid Request',
			type: 'https://api.x.com/2/problems/invalid-request',
		},
		headers: { 'content-type': 'application/problem+json' },
	};
}

const lost = (parameter: string, value: string, resource_type: string) => {
	const detail = `Could not find ${resource_type} with ${parameter}: [${value}].`;
	const more = { parameter, value, resource_id: value, resource_type };
	return ['resource-not-found', 'Not Found Error', detail, more] as const;
};

/** The problem of one missing resource, as `errors` of a 200 have it. */
export const notFoundProblem = (...resource: Parameters<typeof lost>): Problem =>
	problemObject(...lost(...resource));

/** 404 `resource-not-found`. */
export const notFound = (...resource: Parameters<typeof lost>): SimResponse =>
	problem(404, ...lost(...resource));

const KIND_NAMES = {
	app: 'OAuth 2.0 Application-Only',
	oAuth2: 'OAuth 2.0 User Context',
	accessToken: 'OAuth 2.0 User Context',
	oAuth1: 'OAuth 1.0a User Context',
	pixelToken: 'Pixel Token',
} as const;

const isLegacy = (path: string) => path.startsWith('/1.1/');

/** How the core API words refusals: problem objects, and code/message pairs below `/1.1/`. */
export const coreRefusals: RefusalStyle = {
	invalid: (issues) =>
		invalidRequest(
			...issues.map(({ message, name, value }) => ({
				message,
				parameters: { [name]: value ? [value] : [] },
			})),
		),
	unauthenticated: (failure, { path }) => {
		switch (failure.reason) {
			case 'wrongKind':
				return problem(
					403,
					'unsupported-authentication',
					'Unsupported Authentication',
					`Authenticating with ${KIND_NAMES[failure.used]} is forbidden for this endpoint.  Supported authentication types are [${failure.accepted.map((kind) => KIND_NAMES[kind]).join(', ')}].`,
				);
			case 'missingScope':
				return problem(403, 'about:blank', 'Forbidden', 'You are not permitted to perform this action.');
			default: {
				if (!isLegacy(path)) return problem(401, 'about:blank', 'Unauthorized', 'Unauthorized');
				const expired = failure.reason === 'badToken' || failure.reason === 'expiredToken';
				return {
					status: 401,
					body: {
						errors: [
							expired
								? { code: 89, message: 'Invalid or expired token.' }
								: { code: 32, message: 'Could not authenticate you.' },
						],
					},
				};
			}
		}
	},
	rateLimited: ({ path }) =>
		isLegacy(path)
			? { status: 429, body: { errors: [{ code: 88, message: 'Rate limit exceeded' }] } }
			: problem(429, 'about:blank', 'Too Many Requests', 'Too Many Requests'),
	unknownRoute: ({ path }) =>
		isLegacy(path)
			? { status: 404, body: { errors: [{ code: 34, message: 'Sorry, that page does not exist.' }] } }
			: problem(404, 'about:blank', 'Not Found', 'Not Found'),
};
