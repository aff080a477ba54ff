/** What a connection takes and gives. */
import type { CredentialKind } from '../auth/credentialKinds';

export interface ApiRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Path from the host on, encoded. */
	path: string;
	/** The path as documented, with names in braces: endpoints have rate limits of their own. The path unless said. */
	template?: string;
	/** Names and values, not encoded. */
	query?: (readonly [string, string])[];
	/** A JSON body. */
	body?: object;
	/** A file as the body, in place of JSON. */
	file?: { readonly content: Buffer; readonly type: string };
	/** A success is a file: the body of the response is its bytes, as a Buffer. */
	answersFile?: boolean;
	/** A list without pages, of which X leaves out even `data` where there is nothing. */
	mayBeEmpty?: boolean;
	/** Sending it twice does no harm: it is repeated on temporary faults, as reads are. */
	idempotent?: boolean;
	/** It ends what the run began: it is sent even after the run was cancelled, and waits for no rate limit. */
	isCleanUp?: boolean;
	/** The request as it is to be sent, made at the last moment: what is known by then may have changed it. */
	prepare?: () => ApiRequest;
	/** Values of the query that the node chose itself, by parameter: they are left out where X refuses them. */
	own?: Readonly<Record<string, readonly OwnChoice[]>>;
}

/** A value that the node chose itself. */
export interface OwnChoice {
	readonly value: string;
	/** The expansion to ask for instead where X refuses the field. */
	readonly expansion?: string;
}

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, string>>;
	/** Parsed JSON with exact integers; undefined where the answer is empty; a Buffer where it is a file. */
	body: unknown;
}

export interface Api {
	readonly kind: CredentialKind;
	/** Address of the host, without a slash at its end. */
	readonly baseUrl: string;
	/**
	 * Sends a request.
	 *
	 * @throws NodeApiError for every answer that is not a success, and MaxCostError where it could cost more than the
	 *   user allows.
	 */
	send(request: ApiRequest): Promise<ApiResponse>;
	/**
	 * How many entities a request may ask for within what the user allows to be spent. Any number unless said.
	 *
	 * @param wanted Most entities that are wanted.
	 */
	room?(request: ApiRequest, wanted: number): Promise<number>;
}
