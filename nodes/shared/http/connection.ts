/** One request to X: authenticate, send, wait on limits, repeat what is safe to repeat, explain failures. */
import { difference, isEmpty, mapKeys, mapValues } from 'lodash';
import { NodeApiError, NodeOperationError, type IDataObject } from 'n8n-workflow';
import type { ApiContext } from './apiContext';
import { queryString } from '../util/encode';
import { requestWithRenewal, type RawResponse } from './requestWithRenewal';
import {
	classify,
	classifyException,
	fittingAdvice,
	unclearAfterError,
	toNodeApiError,
	type Failure,
} from '../errors';
import { parseExact } from '../util/exactJson';
import { addressOf } from '../auth/addresses';
import { CREDENTIALS, type CredentialKind, type Host } from '../auth/credentialKinds';
import { asText } from '../util/text';
import { wait } from '../util/wait';
import { MaxCostError, type Bill, type Reservation } from './bill';
import { RateLimits } from './rateLimits';

export type { ApiContext } from './apiContext';

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

export interface ConnectOptions {
	kind: CredentialKind;
	host?: Host;
	itemIndex?: number;
	/** Longest wait for a rate limit, in seconds, per request. */
	maxWait?: number;
	/** OAuth 2.0 scopes that the operation needs: X's refusals rarely name them. */
	scopes?: readonly string[];
	/** Puts failures into words that fit one part of X. */
	explain?: (failure: Failure) => Failure;
	/** Shared by all connections of an execution. */
	refusals?: AuthFailureCounter;
	/** Shared by all connections of an execution. */
	limits?: RateLimits;
	/** What the requests of an execution cost, where they cost something. */
	bill?: Bill;
}

/** How often the credential was refused in a row, and with what words the last time. */
export interface AuthFailureCounter {
	count: number;
	last?: Failure;
}

/** A refused credential is not tried for each of a thousand items: token endpoints have limits of their own. */
const MAX_AUTH_FAILURES = 3;

const ATTEMPTS = 4;
const FIRST_PAUSE = 500;
/** 500 is "usually a temporary error": https://docs.x.com/x-api/fundamentals/response-codes-and-errors */
const RETRYABLE_STATUS = new Set([500, 502, 503, 504]);
/** After these, or without any answer, X may have done what was asked. */
const AMBIGUOUS_STATUS = new Set<number | undefined>([undefined, 500, 502, 504]);
const RETRYABLE_FAULT = new Set<Failure['kind']>(['connection', 'timeout']);

/**
 * Connects to a host of X.
 *
 * @param context What n8n gives a node to send requests with.
 * @param options Credential, host and item; how long to wait.
 */
export async function connect(context: ApiContext, options: ConnectOptions): Promise<Api> {
	const { kind, host = 'baseUrl', itemIndex, maxWait = 960, explain = (failure) => failure } = options;
	const { refusals = { count: 0 }, limits = new RateLimits(), bill } = options;
	const { type } = CREDENTIALS[kind];
	const credentials = await context.getCredentials<IDataObject>(type, itemIndex);
	const baseUrl = readBaseUrl(context, credentials, host, itemIndex);
	const signal = 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;

	const secrets = secretsOf(credentials);
	const fail = (failure: Failure) =>
		toNodeApiError(context.getNode(), withScopes(explain(failure), options, credentials), itemIndex);
	const tellWait = (milliseconds: number) => {
		limits.waits(milliseconds);
		context.logger.info(`X's rate limit is used up: waiting ${Math.ceil(milliseconds / 1000)} s`);
	};

	const once = async (request: ApiRequest): Promise<Outcome> => {
		const query = queryString(request.query ?? []);
		const caller = request.isCleanUp ? withoutSignal(context) : context;
		try {
			const raw = await requestWithRenewal(caller, type, {
				method: request.method,
				url: `${baseUrl}${request.path}${query && `?${query}`}`,
				headers: {
					Accept: request.answersFile ? '*/*' : 'application/json',
					...(request.body && { 'Content-Type': 'application/json' }),
					...(request.file && { 'Content-Type': request.file.type }),
				},
				// An empty object would be dropped on the way; some endpoints ask for one.
				...(request.body && { body: isEmpty(request.body) ? '{}' : request.body }),
				...(request.file && { body: request.file.content }),
				encoding: request.answersFile ? 'arraybuffer' : 'text',
			});
			const headers = mapKeys(mapValues(raw.headers, String), (_, name) => name.toLowerCase());
			return { headers, outcome: readResponse(request, raw, headers, secrets) };
		} catch (error) {
			return { outcome: classifyException(error, secrets) };
		}
	};

	const api: Api = {
		kind,
		baseUrl,
		async send(request) {
			const safe = request.method === 'GET' || request.method === 'DELETE' || request.idempotent === true;
			const window = limits.of(`${request.method} ${request.template ?? request.path}`);
			const { isCleanUp = false } = request;
			const ended = isCleanUp ? undefined : signal;
			let patience = isCleanUp ? 0 : maxWait * 1000;
			let repeats = 0;
			let unanswered = false;
			let limited: Failure | undefined;
			for (;;) {
				const admission = await window.admit(patience, ended, tellWait);
				if (!admission) throw fail(limited ?? windowUsedUp(window.reopens));
				patience -= admission.waited;
				if (refusals.last && refusals.count >= MAX_AUTH_FAILURES) {
					window.done(admission, undefined);
					throw fail(withAdvice(refusals.last, REFUSED_OFTEN));
				}
				const { outcome, headers } = await once(prepared(request, () => window.done(admission, undefined)));
				countAuthFailure(refusals, outcome);
				if (isFailure(outcome) && outcome.kind === 'rateLimit') {
					window.refused(outcome.retryAt ?? afterAMinute());
					limited = outcome;
					continue;
				}
				const isUsable = !isFailure(outcome) || outcome.kind !== 'badRequest';
				// A fault on the way, or of a gateway, says nothing of limits.
				window.done(admission, (outcome.status ?? 0) < 500 ? headers : undefined, isUsable);
				if (!isFailure(outcome)) return outcome;
				// An earlier attempt has deleted it: only its answer was lost.
				if (unanswered && request.method === 'DELETE' && outcome.kind === 'notFound') return ALREADY_DELETED;
				const isTemporary =
					outcome.notSent === true ||
					(safe && (RETRYABLE_FAULT.has(outcome.kind) || RETRYABLE_STATUS.has(outcome.status ?? 0)));
				// Without headers it is no answer to this request, but of a connection, or of the renewal of a token.
				if (!isTemporary || ++repeats >= ATTEMPTS)
					throw fail(fittingAdvice(safe || !headers ? outcome : unclearAfterError(outcome), request.method));
				unanswered ||= outcome.notSent !== true && AMBIGUOUS_STATUS.has(outcome.status);
				const pause = FIRST_PAUSE * 2 ** (repeats - 1) * (0.5 + Math.random());
				const asked = isCleanUp ? 0 : pauseUntil(outcome.retryAt);
				if (asked > patience) throw fail(outcome);
				patience -= asked;
				await wait(Math.max(pause, asked), ended);
			}
		},
	};
	return bill ? withBill(api, bill) : api;
}

/** n8n breaks off every request of a context that has a signal, once the run was cancelled. */
const withoutSignal = <T extends ApiContext>(context: T): T =>
	new Proxy(context, { has: (own, name) => name !== 'getExecutionCancelSignal' && name in own });

/** A connection that counts what its requests cost, and sends none that could cost more than the user allows. */
const withBill = (api: Api, bill: Bill): Api => ({
	...api,
	room: (request, wanted) => bill.room(request, wanted),
	async send(request) {
		const reservation = await bill.reserve(request.prepare?.() ?? request);
		try {
			let sent = request;
			const prepare = () => {
				sent = request.prepare?.() ?? request;
				reservation.cover(sent);
				return sent;
			};
			const response = await api.send({ ...request, prepare });
			reservation.done(sent, response.body);
			return response;
		} catch (error) {
			throw withoutBill(error, reservation);
		}
	},
});

/** Faults after which X may have done, and billed, what was asked. */
const MAYBE_DONE: ReadonlySet<unknown> = new Set<Failure['kind']>([
	'cancelled',
	'connection',
	'notJson',
	'timeout',
	'unknown',
]);

/** Whether X certainly did not do what was asked: it bills successes only. */
const wasRefused = (error: unknown): boolean =>
	error instanceof MaxCostError ||
	(error instanceof NodeApiError &&
		!MAYBE_DONE.has((error.context.data as Partial<Failure> | undefined)?.kind));

/** The error of a request, for which nothing is billed that was certainly not done. */
function withoutBill(error: unknown, reservation: Reservation): unknown {
	reservation.failed(wasRefused(error));
	return error;
}

/** The request as it is to be sent. What is wrong with it must not keep the place in its window. */
function prepared(request: ApiRequest, leave: () => void): ApiRequest {
	let made: ApiRequest | undefined;
	try {
		return (made = request.prepare?.() ?? request);
	} finally {
		if (!made) leave();
	}
}

/** A limit that an answer said is used up, in the words of a refusal. */
const windowUsedUp = (reopens: Date): Failure =>
	classify({ status: 429, headers: { 'x-rate-limit-reset': String(Math.ceil(reopens.getTime() / 1000)) } });

function countAuthFailure(refusals: AuthFailureCounter, outcome: ApiResponse | Failure): void {
	const refused = isFailure(outcome) && outcome.kind === 'authentication';
	refusals.count = refused ? refusals.count + 1 : 0;
	if (refused) refusals.last = outcome;
}

const withAdvice = (failure: Failure, advice: string): Failure => ({
	...failure,
	description: `${failure.description}. ${advice}`,
});

/** Added to the last refusal, in place of another request. */
const REFUSED_OFTEN = `The credential was refused ${MAX_AUTH_FAILURES} times in a row, so nothing more was sent.`;

const ALREADY_DELETED: ApiResponse = { status: 204, headers: {}, body: undefined };

const SCOPED = new Set<Failure['kind']>(['forbidden', 'missingScope']);

/** Names the scopes that the connection lacks; where its token does not say what it has, all that are needed. */
function withScopes(
	failure: Failure,
	{ kind, scopes = [] }: ConnectOptions,
	{ oauthTokenData }: IDataObject,
): Failure {
	if (kind !== 'oAuth2' || scopes.length === 0 || !SCOPED.has(failure.kind)) return failure;
	const granted = asText((oauthTokenData as IDataObject | undefined)?.scope)
		.split(' ')
		.filter(Boolean);
	const missing = difference(scopes, granted);
	if (granted.length === 0)
		return withAdvice(failure, `This operation needs the scopes ${scopes.join(', ')}.`);
	if (missing.length === 0) return failure;
	return {
		...failure,
		description: `The connection lacks the scope ${missing.join(', ')}: change Permissions in the ${CREDENTIALS.oAuth2.displayName} credential, and connect again`,
	};
}

/** Milliseconds until X, which is not available, wants to be asked again. */
const pauseUntil = (time: Date | undefined): number => Math.max(0, (time?.getTime() ?? 0) - Date.now());

/** The documentation's advice where an answer names no reset. */
const afterAMinute = () => new Date(Date.now() + 60_000);

/** What came of a request, with the headers of the answer if there was one. */
interface Outcome {
	readonly outcome: ApiResponse | Failure;
	readonly headers?: ApiResponse['headers'];
}

const isFailure = (outcome: ApiResponse | Failure): outcome is Failure => 'kind' in outcome;

/** Secrets and tokens of the credential, which must not be shown even if an answer repeats them. */
export function secretsOf(credentials: IDataObject): string[] {
	const { oauthTokenData, ...fields } = credentials;
	const { access_token, refresh_token } = (oauthTokenData ?? {}) as IDataObject;
	const named = Object.entries(fields).flatMap(([name, value]) =>
		/(secret|token)/i.test(name) ? value : [],
	);
	return [...named, access_token, refresh_token].filter(
		(value): value is string => typeof value === 'string' && value.length >= 6,
	);
}

function readResponse(
	request: ApiRequest,
	raw: RawResponse,
	headers: ApiResponse['headers'],
	secrets: readonly string[],
) {
	const isSuccess = raw.statusCode >= 200 && raw.statusCode < 300;
	if (isSuccess && request.answersFile && Buffer.isBuffer(raw.body))
		return { status: raw.statusCode, headers, body: raw.body };
	// Where the file is: whoever asked follows, without the credential where it is another host.
	if (request.answersFile && isRedirect(raw.statusCode) && headers.location !== undefined)
		return { status: raw.statusCode, headers, body: undefined };
	const text = textOf(raw.body);
	const parsed = parse(text);
	const response = { status: raw.statusCode, headers, body: parsed.ok ? parsed.value : text };
	if (isSuccess && parsed.ok && !saysNothing(request, response)) return response;
	return classify({ ...response, request, secrets });
}

/**
 * Whether a success comes from a proxy or gateway: every documented answer of the two APIs is an object, or 204
 * (https://docs.x.com/x-api/introduction, https://docs.x.com/x-ads-api/introduction).
 */
function saysNothing({ method, path, mayBeEmpty }: ApiRequest, { status, body }: ApiResponse): boolean {
	if (!/^\/(2|12)\//.test(path)) return method === 'GET' && status === 200 && body === undefined;
	if (body === undefined) return status === 200;
	if (typeof body !== 'object' || body === null) return true;
	return method === 'GET' && mayBeEmpty !== true && isEmpty(body);
}

const isRedirect = (status: number) => status >= 300 && status < 400;

function textOf(body: unknown): string {
	if (Buffer.isBuffer(body)) return body.toString('utf8');
	return typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body);
}

function parse(text: string): { ok: boolean; value?: unknown } {
	if (text.trim() === '') return { ok: true, value: undefined };
	try {
		return { ok: true, value: parseExact(text) };
	} catch {
		return { ok: false };
	}
}

/** @throws NodeOperationError where the credential has no address. */
export function readBaseUrl(
	context: ApiContext,
	credentials: IDataObject,
	host: Host,
	itemIndex?: number,
): string {
	const url = addressOf(credentials, host);
	if (!/^https?:\/\/[^\s/]+/.test(url))
		throw new NodeOperationError(context.getNode(), 'The credential holds no valid base URL', {
			...(itemIndex !== undefined && { itemIndex }),
			description: 'Open the credential and enter an address such as https://api.x.com',
		});
	return url;
}
