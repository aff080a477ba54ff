/** Connects to a host of X: authenticates, sends, explains failures. */
import { difference, isEmpty, union } from 'lodash';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { createHash } from 'crypto';
import { CREDENTIALS, type CredentialKind, type Host } from '../auth/credentialKinds';
import { permissionsFor } from '../model/scopes';
import { classifyException, toNodeApiError, type Failure, causes } from '../errors';
import { queryString, asText } from '../util/text';
import { readBytes, readText, isStream } from '../errors/readBody';
import type { Api, ApiRequest, ApiContext } from './api';
import { Attempts, type AttemptOutcome, type AuthFailureCounter } from './attempts';
import { Ledger } from '../ledger/ledger';
import { credentialReader, readAsApp, readBaseUrl, secretsOf } from './credential';
import { RateLimits } from './rateLimits';
import { headersOf, readAnswer } from './readAnswer';
import { noteDate } from './xClock';
import { oauthTokenOf, requestAsApp, requestWithRenewal, type RawResponse } from './requestWithRenewal';
import { CONNECTION_STEPS, through } from './steps';
import { dayLimitOf } from '../auth/parts';
import { dayBookOf, dayLimit, PROCESS, type DayBook } from '../ledger/day';
import { DayCounter, dayShape } from '../ledger/dayCounter';
import { Stored, storedForm } from '../memory/stored';
import { lostWithProcess, type Remembered } from '../memory/workflowMemory';
import { SECOND } from '../util/time';

export type { Api, ApiRequest, ApiResponse, OwnChoice } from './api';
export type { ApiContext } from './api';
export { confirmRenewals } from './requestWithRenewal';
export type { AuthFailureCounter } from './attempts';

export interface ConnectOptions {
	/** The kind of the token: the app's or a user's. */
	kind: CredentialKind;
	/** The kind of the credential, where the app is a part of a user's. By default `kind`. */
	holder?: CredentialKind;
	host?: Host;
	itemIndex?: number;
	/** The item whose account is used, where the credential has expressions. By default `itemIndex`. */
	account?: number;
	/** Longest wait for a rate limit, in seconds, per request. */
	maxWait?: number;
	/** OAuth 2.0 scopes that the operation needs: X's refusals rarely name them. */
	scopes?: readonly string[];
	/** Adapts the text of failures to one part of X. */
	explain?: (failure: Failure) => Failure;
	refusals?: AuthFailureCounter;
	/** Shared by all connections of an execution. */
	limits?: RateLimits;
	/** The cost of the requests of an execution or a trigger, if they have a price. */
	bill?: Ledger;
}

/** Connects to a host of X. */
export async function connect(context: ApiContext, options: ConnectOptions): Promise<Api> {
	const { kind, host = 'baseUrl', itemIndex, maxWait = 960, explain = (failure) => failure } = options;
	const { refusals = { count: 0 }, limits = new RateLimits(), account = itemIndex, holder = kind } = options;
	const { type } = CREDENTIALS[holder];
	const credentials = await (kind === 'app'
		? readAsApp(context, holder, account)
		: credentialReader(context, type, account)());
	const baseUrl = readBaseUrl(context, credentials, host, itemIndex);
	const secrets = secretsOf(credentials);
	const sender = { context, kind, holder, baseUrl, account, credentials, secrets };
	const sending = {
		limits,
		refusals,
		maxWait: maxWait * 1000,
		signal: 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined,
		once: async (request: ApiRequest) => await sendOnce(sender, request),
		fail: (failure: Failure) =>
			toNodeApiError(context.getNode(), withScopes(explain(failure), options, credentials), itemIndex),
		tellWait: (milliseconds: number) => {
			limits.waits(milliseconds);
			context.logger.info(`X's rate limit is used up: waiting ${Math.ceil(milliseconds / 1000)} s`);
		},
	};
	const day = host === 'baseUrl' ? credentialDay(context, type, credentials) : undefined;
	const send: Api['send'] = async (request) => await new Attempts(sending, request).run();
	return through(
		CONNECTION_STEPS,
		{ kind, baseUrl, account: `${baseUrl} ${account ?? ''}`, send, ...(day && { day }) },
		{ bill: options.bill, day, seen: day?.book.key },
	);
}

interface Sender {
	readonly context: ApiContext;
	readonly kind: CredentialKind;
	readonly holder: CredentialKind;
	readonly baseUrl: string;
	readonly account: number | undefined;
	/** The credential as it was when the run began. */
	readonly credentials: ICredentialDataDecryptedObject;
	/** Its secrets, and the tokens that n8n took since. */
	secrets: readonly string[];
}

async function sendOnce(sender: Sender, request: ApiRequest): Promise<AttemptOutcome> {
	const { context, kind, holder, baseUrl, account, credentials } = sender;
	const { own } = request;
	const headers: Record<string, string> = {
		Accept: request.answersFile ? '*/*' : 'application/json',
		...(request.body && { 'Content-Type': 'application/json' }),
		...(request.file && { 'Content-Type': request.file.type }),
		...(own?.authorization !== undefined && { Authorization: own.authorization }),
	};
	const allSecrets = async () => {
		// n8n signs in these headers. The run's copy of the credential lacks the tokens that were fetched or renewed.
		const isKnown = sender.secrets.some((secret) => headers.Authorization === `Bearer ${secret}`);
		const read = credentialReader(context, CREDENTIALS[holder].type, account);
		if (!isKnown && kind !== 'oAuth1' && kind !== 'pixelToken')
			sender.secrets = union(sender.secrets, secretsOf(await read().catch(() => credentials)));
		return own ? [...sender.secrets, ...(own.secrets ?? [])] : sender.secrets;
	};
	const query = queryString(request.query ?? []);
	const caller = request.isCleanUp ? withoutSignal(context) : context;
	try {
		const sent: IHttpRequestOptions = {
			method: request.method,
			url: `${(own && request.origin) ?? baseUrl}${request.path}${query && `?${query}`}`,
			headers,
			// n8n drops an empty object; some endpoints need one.
			...(request.body && { body: isEmpty(request.body) ? '{}' : request.body }),
			...(request.file && { body: request.file.content }),
			encoding: 'stream',
		};
		const raw = await (own
			? // n8n takes the text of a form, and not its bytes.
				(caller.helpers.httpRequest({
					...sent,
					...ALONE,
					body: request.file?.content.toString(),
				}) as Promise<RawResponse>)
			: kind === 'app'
				? requestAsApp(caller, holder, sent, account)
				: requestWithRenewal(caller, CREDENTIALS[kind].type, sent, account, oauthTokenOf(credentials)));
		const answered = headersOf(raw);
		noteDate(baseUrl, answered.date);
		const isFile = request.answersFile === true && raw.statusCode < 300;
		const body = isFile ? await readBytes(raw.body, 'file') : await readText(raw.body, 'answer');
		return {
			headers: answered,
			outcome: readAnswer(request, { ...raw, headers: answered, body }, await allSecrets()),
		};
	} catch (error) {
		return { outcome: classifyException(await withTextOfRefusal(error), await allSecrets(), request) };
	}
}

/** Every status is an answer, and nothing follows to another host. */
const ALONE = {
	returnFullResponse: true,
	disableFollowRedirect: true,
	ignoreHttpStatusErrors: true,
} as const;

/** n8n aborts all requests of a context with a signal when the run is cancelled. */
const withoutSignal = <T extends ApiContext>(context: T): T =>
	new Proxy(context, { has: (own, name) => name !== 'getExecutionCancelSignal' && name in own });

const SCOPED = new Set<Failure['kind']>(['forbidden', 'missingScope']);

/** Names the scopes that the connection lacks; if its token does not list its scopes, all that are needed. */
function withScopes(
	failure: Failure,
	{ kind, scopes = [] }: ConnectOptions,
	{ oauthTokenData }: IDataObject,
): Failure {
	if ((kind !== 'oAuth2' && kind !== 'accessToken') || scopes.length === 0 || !SCOPED.has(failure.kind))
		return failure;
	const granted = asText((oauthTokenData as IDataObject | undefined)?.scope)
		.split(' ')
		.filter(Boolean);
	const missing = difference(scopes, granted);
	const description =
		granted.length === 0
			? `${failure.description}. This operation needs the scopes ${scopes.join(', ')}.`
			: missing.length === 0
				? failure.description
				: `The connection lacks the ${missing.length === 1 ? 'scope' : 'scopes'} ${missing.join(', ')}: ${permissionsFor(scopes)} in the ${CREDENTIALS.oAuth2.displayName} credential, and connect again`;
	return { ...failure, description };
}

/**
 * Puts the text of a refusal into an error of n8n's client, where the unread stream is, and returns the error. n8n
 * itself decides by the status alone whether it renews a token.
 */
async function withTextOfRefusal(error: unknown): Promise<unknown> {
	const places = causes(error)
		.flatMap(({ response, context }) => [response, context])
		.filter(hasStream);
	// n8n puts the same stream in two places.
	const [first] = places;
	if (!first) return error;
	const text = await readText(first.data, 'short').catch(() => undefined);
	for (const place of places) place.data = text ?? '';
	return error;
}

const hasStream = (place: unknown): place is { data: unknown } =>
	typeof place === 'object' && place !== null && 'data' in place && isStream(place.data);

/** The states of counters, by the marks of their credentials. */
const COSTS = storedForm({
	name: 'costOfDay',
	of: 'credential',
	shape: dayShape,
	without: 'costs of the day count from now on',
});

/**
 * The counter of a credential under the limit that the credential has. Without a limit nothing is stored: to store
 * something after each run would cost n8n a write to its database for nothing.
 */
export function credentialDay(context: ApiContext, type: string, credentials: IDataObject): Ledger<DayBook> {
	const key = keyOf(context, type, credentials);
	const book = dayBookOf(key);
	const limit = dayLimit('credential', context.getNode(), dayLimitOf(credentials));
	if (limit.maxUsd === Infinity) return new Ledger(book, limit);
	const mark = createHash('sha256').update(key).digest('base64url').slice(0, 12);
	const memory = new Stored(context, COSTS, mark);
	// A workflow's stored cost counts for it alone: damage there must not stop others that use the credential.
	const stored = new DayCounter(PROCESS);
	stored.merge(memory.ofN8n, Date.now());
	book.counter.mergeCharged(memory.ofN8n, Date.now());
	const counted: Remembered = {
		get version() {
			return book.version;
		},
		get state() {
			stored.merge(book.counter.state, Date.now());
			return stored.state;
		},
		// Polls without events store nothing for their own costs either.
		canWait: true,
	};
	const store = () => {
		memory.keep(counted);
		return memory.isLostWithProcess ? NOT_STORED : undefined;
	};
	const changed = storingAt(pauseIn(context), store);
	return new Ledger(book, limit, { stored: () => stored.spentByOthers(Date.now()), changed, store });
}

/** The least time between two stores, as a stream may deliver a thousand events in a second. A run stores at its end. */
const pauseIn = (context: ApiContext): number =>
	'getInputData' in context ? Infinity : 'emit' in context ? SECOND : 0;

function storingAt(pause: number, store: () => void): () => void {
	let storedAt = 0;
	return () => {
		const now = Date.now();
		if (pause === Infinity || Math.abs(now - storedAt) < pause) return;
		storedAt = now;
		store();
	};
}

const NOT_STORED = lostWithProcess(
	'Max Cost per Day of the credential counts in this process of n8n alone',
	'the nodes that use it',
);

/** A credential is the same for all nodes and workflows by its ID; without one, by its secrets. */
function keyOf(context: ApiContext, type: string, credentials: IDataObject): string {
	const id = context.getNode().credentials?.[type]?.id;
	if (typeof id === 'string') return `${type} ${id}`;
	const { baseUrl, bearerToken, consumerKey, accessToken, clientId } = credentials;
	const named = [type, baseUrl, bearerToken, consumerKey, accessToken, clientId].map(asText);
	return createHash('sha256').update(named.join('\n')).digest('base64url');
}
