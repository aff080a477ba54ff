/** Connects to a host of X: authenticates, sends, explains failures. */
import { difference, isEmpty, union } from 'lodash';
import type { ICredentialDataDecryptedObject, IDataObject, IHttpRequestOptions } from 'n8n-workflow';
import { CREDENTIALS, type CredentialKind, type Host } from '../auth/credentialKinds';
import { permissionsFor } from '../model/scopes';
import { classifyException, toNodeApiError, type Failure } from '../errors';
import { queryString, asText } from '../util/text';
import { readBytes, readText } from '../errors/readBody';
import type { Api, ApiRequest } from './api';
import type { ApiContext } from './apiContext';
import { Attempts, type AttemptOutcome } from './attempts';
import type { Ledger } from '../ledger/ledger';
import { credentialReader, readAsApp, readBaseUrl, secretsOf } from './credential';
import { credentialDay } from './credentialDay';
import { RateLimits } from './rateLimits';
import { headersOf, readAnswer } from './readAnswer';
import { withTextOfRefusal } from './refusalText';
import type { AuthFailureCounter } from './refusedCredential';
import { noteDate } from './xClock';
import { oauthTokenOf, requestAsApp, requestWithRenewal, type RawResponse } from './requestWithRenewal';
import { CONNECTION_STEPS, through } from './steps';

export type { Api, ApiRequest, ApiResponse, OwnChoice } from './api';
export type { ApiContext } from './apiContext';
export { confirmRenewals } from './requestWithRenewal';
export type { AuthFailureCounter } from './refusedCredential';

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
