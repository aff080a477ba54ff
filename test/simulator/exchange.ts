/** Requests and answers of the simulated X, and what may be wrong with a request. */
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import type { CredentialKind } from '../facts';

/** Which of the three addresses a request came to. */
export type Listener = 'api' | 'ads' | 'adsSandbox';

/** Who is calling, known after authentication. `none` only where a route takes requests without a credential. */
export interface Caller {
	kind: CredentialKind | 'none';
	appId: string;
	/** The user the caller acts for; empty with an app-only token. */
	userId: string;
	scopes: readonly string[];
}

export interface SimRequest {
	listener: Listener;
	method: string;
	/** The path as sent, without the query. */
	path: string;
	/** Decoded path parameters, by their name in the template. */
	params: Readonly<Record<string, string>>;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	rawBody: Buffer;
	/** Parsed JSON, a record of strings for a form, the fields of a multipart body (files as Buffer), else undefined. */
	body: unknown;
	caller: Caller;
}

export interface SimResponse {
	status: number;
	/** Sent as JSON; a string or a Buffer is sent as it is. */
	body?: unknown;
	/** Takes the answer over, once its head is sent, in place of a body: a stream. */
	stream?: (response: ServerResponse) => void;
	headers?: Readonly<Record<string, string>>;
}

/** One thing wrong with a request's parameters. */
export interface Issue {
	where: 'path' | 'query' | 'body';
	/** Name of the parameter, nested ones with dots. */
	name: string;
	/** The offending value as text; empty when it is missing. */
	value: string;
	reason: 'unknown' | 'missing' | 'value' | 'bounds' | 'type' | 'identifier' | 'exclusive';
	message: string;
}

export type AuthFailure =
	| {
			reason: 'missing' | 'badToken' | 'badSignature' | 'expiredToken' | 'badTimestamp' | 'usedNonce';
			detail: string;
	  }
	| { reason: 'wrongKind'; detail: string; used: CredentialKind; accepted: readonly CredentialKind[] }
	| { reason: 'missingScope'; detail: string };

/** What the server needs to know of a request to word a refusal; the caller may not be known yet. */
export type Refused = Pick<SimRequest, 'listener' | 'method' | 'path' | 'query' | 'params' | 'body'>;

/** How an API words the refusals that the server makes for it. */
export interface RefusalStyle {
	invalid(issues: readonly Issue[], request: Refused): SimResponse;
	unauthenticated(failure: AuthFailure, request: Refused): SimResponse;
	rateLimited(request: Refused, resetEpochSeconds: number): SimResponse;
	unknownRoute(request: Refused): SimResponse;
}
