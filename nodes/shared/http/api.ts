/** A connection sends and returns these. */
import type { CredentialKind } from '../auth/credentialKinds';
import type { Failure } from '../errors';
import type { DayBook } from '../ledger/day';
import type { Ledger } from '../ledger/ledger';
import type { Entity } from '../model/escapedText';

export interface ApiRequest {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** Path after the host, encoded. */
	path: string;
	/**
	 * The documented path, with names in braces, because each endpoint has rate limits of its own. By default the
	 * path.
	 */
	template?: string;
	/** Names and values, not encoded. */
	query?: (readonly [string, string])[];
	body?: object;
	/** A file as the body, in place of JSON. */
	file?: { readonly content: Buffer; readonly type: string };
	/** It is sent without the credential: an exchange of tokens signs with what it exchanges. */
	own?: OwnSignature;
	/** The host to which a request without the credential goes, if it is not that of the credential. */
	origin?: string;
	/** On success the body of the response is the bytes of a file, as a Buffer. */
	answersFile?: boolean;
	/** A success may be plain text, which is then the body. */
	answersText?: boolean;
	/** A list without pages: X omits even `data` if it is empty. */
	mayBeEmpty?: boolean;
	/** Whether an answer says that this write was done, where no table can know it. */
	confirms?: (body: unknown) => boolean;
	/** Its sense, where its body is encrypted anew each time. */
	meaning?: Meaning;
	/** It waits for a new window of X's limit, this many milliseconds. */
	onWait?: (milliseconds: number) => void;
	/** Sending it twice does no harm, so it is repeated after temporary faults, as reads are. */
	idempotent?: boolean;
	/** An earlier sending was counted by the guard, and X has shown that it did nothing. */
	isAgain?: boolean;
	/** Since when an earlier run may have sent it, which X has shown to have done nothing. The guard may not know of it. */
	sentSince?: number;
	/** It replies to the Post before it in a thread, for its price. */
	continuesThread?: boolean;
	/** The input items in it, where the items of a run share requests. */
	items?: readonly number[];
	/** It cleans up after the run: it is sent even after the run was cancelled, and waits for no rate limit. */
	isCleanUp?: boolean;
	/** Builds the request at the last moment, with what other requests have found out since. */
	prepare?: () => ApiRequest;
	/** Values of the query that the node chose, by parameter: they are removed if X refuses them. */
	ownChoices?: Readonly<Record<string, readonly OwnChoice[]>>;
}

/** The sense of an encrypted write, for who looks for it on X. */
export interface Meaning {
	/** Equal writes have the same text. */
	readonly text: string;
	/** The entries of a page that say the same. */
	readonly find: (page: unknown) => Promise<readonly Entity[]>;
	/** What X has made, by its answer. */
	readonly made: (answer: unknown) => Entity;
}

/** The signature of a request that does not use the credential. */
export interface OwnSignature {
	/** The header; undefined for none. */
	readonly authorization: string | undefined;
	/** Values that never reach a failure. */
	readonly secrets: readonly string[];
	/** Adapts the text of a failure. */
	readonly explain: (failure: Failure) => Failure;
}

/** A value that the node chose. */
export interface OwnChoice {
	readonly value: string;
	/** The expansion to ask for instead if X refuses the field. */
	readonly expansion?: string;
}

export interface ApiResponse {
	status: number;
	headers: Readonly<Record<string, string>>;
	/** Parsed JSON with exact integers; undefined if the answer is empty; a Buffer for a file. */
	body: unknown;
}

export interface Api {
	readonly kind: CredentialKind;
	/** Address of the host, without a slash at its end. */
	readonly baseUrl: string;
	/** The host and the account, as this run counts them: only what has both in common may be sent or read together. */
	readonly account: string;
	/** The credential's cost today. Is absent for hosts that bill nothing. */
	readonly day?: Ledger<DayBook>;
	/**
	 * Sends a request.
	 *
	 * @throws NodeApiError for every answer that is not a success; GuardRefusal if it could cost more
	 *   than the user allows.
	 */
	send(request: ApiRequest): Promise<ApiResponse>;
	/** Returns how many entities a request may ask for within the user's limit on cost. By default any number. */
	room?(request: ApiRequest, wanted: number): Promise<number>;
}

/** The contexts that n8n gives a node that sends requests with a credential. */
export type { NodeContext as ApiContext } from '../memory/workflowMemory';
