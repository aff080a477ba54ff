import { get } from 'lodash';
import { z } from 'zod';
import { defined } from '../util/lenient';
import { advice } from './advice';
import { classify } from './classify';
import { TOKEN_REQUEST, type AnsweredRequest, type Failure, FailureError, type FailureKind } from './failure';
import { isUnsureAfter } from './kinds';
import { redact } from './redact';
import { adviceAfter, errorText, type ErrorText } from './errorText';

/**
 * Explains an error that was thrown instead of an answer: a connection fault, a cancelled execution, or a status
 * that n8n turns into an error (401). Looks through the wrappers of n8n and of its HTTP client.
 */
export function classifyException(error: unknown, secrets?: readonly string[], request?: AnsweredRequest) {
	const chain = causes(error);
	if (request === undefined || !chain.some(isOfToken)) return failureIn(chain, secrets, request);
	// The request was still waiting for the token, or was refused before.
	return { ...failureIn(chain, secrets, TOKEN_REQUEST), unsure: false };
}

/** Checks whether a token could not be obtained: in its exchange, or when n8n's OAuth 2.0 client renews one. */
const isOfToken = (cause: ErrorLike): boolean =>
	cause instanceof FailureError ||
	cause.code === 'ESTATUS' ||
	/\/oauth2\/token$/.test(REQUEST_CONFIG.parse(cause.config).url ?? '');

function failureIn(
	chain: readonly ErrorLike[],
	secrets: readonly string[] | undefined,
	request: AnsweredRequest | undefined,
): Failure {
	const known = defined({ secrets, request });
	for (const cause of chain) {
		if (cause instanceof FailureError) return cause.failure;
		const answered = responseOf(cause);
		// An error with a status of success: the connection broke while the body was read.
		if (answered && answered.status < 300) return connectionFailure(lost, cause, chain, request);
		if (answered) return classify({ ...answered, ...known });
	}
	const left = leftByVersion1(chain);
	if (left.status !== undefined) return classify({ ...left, ...known });
	const all = [...chain, ...left.faults];
	const faulty = all.find((cause) => connectionRule(cause) !== undefined);
	const found = faulty && connectionRule(faulty);
	return found ? connectionFailure(found, faulty, all, request) : other(chain, secrets, request);
}

/** Any error: its members depend on the library that created it. */
type ErrorLike = Readonly<Record<string, unknown>>;

/** Returns the error and all errors that it wraps, outermost first, each once. */
export function causes(error: unknown, found: ErrorLike[] = []): ErrorLike[] {
	if (typeof error !== 'object' || error === null || found.includes(error as ErrorLike)) return found;
	const thrown = error as ErrorLike;
	found.push(thrown);
	const several: readonly unknown[] = Array.isArray(thrown.errors) ? thrown.errors : [];
	const inner = [thrown.cause, thrown.errorResponse, thrown.reason, ...several];
	for (const next of inner) causes(next, found);
	return found;
}

function responseOf(thrown: ErrorLike) {
	const response = RESPONSE.safeParse(thrown.response).data;
	const status = response?.status ?? response?.statusCode;
	if (response && status !== undefined)
		return { status, headers: response.headers, body: response.data ?? response.body };
	// The token endpoint answered n8n's OAuth 2.0 client with something other than a token.
	if (thrown.code === 'ESTATUS' && typeof thrown.status === 'number')
		return { status: thrown.status, headers: {}, body: thrown.body };
	return undefined;
}

/**
 * Reads what n8n 1 keeps of an error: the status, the body, the client's message, and a sentence for a fault's code,
 * but not the cause. https://github.com/n8n-io/n8n/blob/1.x/packages/workflow/src/errors/node-api.error.ts
 */
function leftByVersion1(chain: readonly ErrorLike[]) {
	const faults: ErrorLike[] = [];
	const [only] = chain.length === 1 ? chain : [];
	const status = Number(only?.httpCode);
	if (status >= 400) return { status, headers: {}, body: get(only?.context, 'data'), faults };
	for (const { message, messages } of chain) {
		const said = z.array(z.string()).catch([]).parse(messages);
		for (const text of [...said, ...(typeof message === 'string' ? [message] : [])]) {
			const [, named, host] = /\b(E[A-Z_]{4,})(?: (\S+))?/.exec(text) ?? [];
			const code = named ?? SENTENCES.find(([, sentence]) => sentence.test(text))?.[0];
			if (code === undefined) continue;
			const connecting = text.startsWith('connect ') && { syscall: 'connect' };
			faults.push({ code, message: text, ...(host !== undefined && { hostname: host }), ...connecting });
		}
	}
	return { faults };
}

/** n8n 1's sentences, by the code that they replace. */
const SENTENCES: ReadonlyArray<readonly [code: string, sentence: RegExp]> = [
	[
		'ECONNRESET',
		/^(socket hang up|aborted|stream has been aborted|The connection to the server was closed unexpectedly)/,
	],
	['ECONNREFUSED', /^The service refused the connection/],
	['ENOTFOUND', /^The connection cannot be established/],
	['ETIMEDOUT', /^(timeout of \d+ms exceeded|The connection timed out)/],
	['ECONNABORTED', /^The connection was aborted/],
	['EHOSTUNREACH', /^The host is unreachable/],
	['EAI_AGAIN', /^The DNS server returned an error/],
	['EADDRNOTAVAIL', /^The address is not available/],
	['DEPTH_ZERO_SELF_SIGNED_CERT', /self[- ]signed certificate|unable to verify the first certificate/],
];

const anyText = z.string().optional().catch(undefined);
const anyNumber = z.number().optional().catch(undefined);

const RESPONSE = z.object({
	status: anyNumber,
	statusCode: anyNumber,
	headers: z.record(z.unknown()).catch({}),
	data: z.unknown(),
	body: z.unknown(),
});
const REQUEST_CONFIG = z.object({ baseURL: anyText, url: anyText }).catch({});
const OAUTH_BODY = z.object({ error_description: anyText, error: anyText });
const RENEWAL_FAILURE = z.object({ cause: z.literal('credential-invalid') });

const dns = errorText('dns', 'The host was not found');
const refused = errorText(
	'refused',
	'The host refused the connection',
	'Check the address in the credential, and that a proxy or gateway at this address is running',
);
const lost = errorText('connection', 'The connection was lost');
const timeout = errorText('timeout', 'No answer came in time');
const unreachable = errorText(
	'connection',
	'The host cannot be reached',
	'Check the network of the machine that runs n8n',
);
const untrusted = errorText(
	'tls',
	'The certificate of the host is not trusted',
	'Check the address in the credential and the certificate of any proxy or gateway on the way',
);
const insecure = errorText(
	'tls',
	'No secure connection to the host could be made',
	'Check the address in the credential: host and port must speak https',
);
const noAddress = errorText('badRequest', 'The address is not a valid URL', advice.address);
const cancelled = errorText('cancelled', 'The execution was cancelled');

/** By the code of a connection fault. */
export const CONNECTION_CODES: ReadonlyArray<readonly [text: ErrorText, codes: RegExp]> = [
	[dns, /^(ENOTFOUND|EAI_AGAIN|EAI_FAIL)$/],
	[refused, /^ECONNREFUSED$/],
	[lost, /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|UND_ERR_SOCKET|HPE_INVALID_CONSTANT)$/],
	[unreachable, /^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EADDRNOTAVAIL)$/],
	[timeout, /^(ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT)$/],
	[untrusted, /^(CERT_.*|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|HOSTNAME_MISMATCH)$/],
	[
		untrusted,
		/^(UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT(_LOCALLY)?)|ERR_TLS_CERT_ALTNAME_INVALID)$/,
	],
	[insecure, /^(EPROTO|ERR_(TLS|SSL)_.*)$/],
	[noAddress, /^ERR_INVALID_URL$/],
	[cancelled, /^(ERR_CANCELED|ABORT_ERR)$/],
];

function connectionRule({ code, name, message }: ErrorLike): ErrorText | undefined {
	if (typeof name === 'string' && /^(Abort|Canceled|\w*ExecutionCancelled)Error$/.test(name))
		return cancelled;
	if (typeof code !== 'string') return undefined;
	// The HTTP client uses this code both for a timeout and for an answer that broke off.
	if (code === 'ECONNABORTED')
		return typeof message === 'string' && /timeout/i.test(message) ? timeout : lost;
	return CONNECTION_CODES.find(([, codes]) => codes.test(code))?.[0];
}

function connectionFailure(
	text: ErrorText,
	faulty: ErrorLike,
	chain: readonly ErrorLike[],
	request: AnsweredRequest | undefined,
): Failure {
	const { kind, summary } = text;
	const host = chain.map(hostOf).find((name) => name !== undefined);
	const { code } = faulty;
	// A fault while connecting, such as an unknown host, occurs before anything is sent.
	const connecting = chain.some(({ syscall }) => syscall === 'connect');
	const notSent =
		NEVER_SENT.includes(kind) || code === 'UND_ERR_CONNECT_TIMEOUT' || (kind !== 'cancelled' && connecting);
	const unsure = !notSent && isUnsureAfter(kind, undefined);
	return {
		kind,
		message: host === undefined || kind === 'cancelled' ? summary : `${summary}: ${host}`,
		description: adviceAfter(text, unsure, request),
		problems: [],
		notSent,
		unsure,
		...(typeof code === 'string' && { code }),
	};
}

const NEVER_SENT: readonly FailureKind[] = ['dns', 'refused'];

/** The host alone: paths and queries may contain what does not belong in a message. */
function hostOf({ hostname, config }: ErrorLike): string | undefined {
	if (typeof hostname === 'string') return hostname;
	const { url, baseURL } = REQUEST_CONFIG.parse(config);
	const address = [baseURL, url].find((each) => each !== undefined && URL.canParse(each));
	return address === undefined ? undefined : new URL(address).host;
}

function other(...[chain, secrets, request]: Parameters<typeof failureIn>): Failure {
	const firstText = (name: 'message' | 'description' | 'httpCode') =>
		chain.map((cause) => cause[name]).find((text): text is string => typeof text === 'string' && text !== '');
	const kind = kindOf(chain);
	const own = kind === 'authentication' ? undefined : firstText('description');
	const code = Number(firstText('httpCode'));
	const status = Number.isInteger(code) && code > 0 ? code : undefined;
	const unsure = isUnsureAfter(kind, status);
	return {
		kind,
		message: redact(notRenewed(chain) ?? firstText('message') ?? 'The request failed', secrets),
		description: redact(adviceAfter(errorText(kind, '', own), unsure, request), secrets),
		problems: [],
		notSent: false,
		unsure,
		...(status !== undefined && { status }),
	};
}

/** n8n's OAuth 2.0 client replaces X's message with that of RFC 6749; the answer is still in `body`. */
function notRenewed(chain: readonly ErrorLike[]): string | undefined {
	const body = OAUTH_BODY.safeParse(chain.find(({ code }) => code === 'EAUTH')?.body).data;
	if (!body) return undefined;
	const reason = (body.error_description || body.error || '').replace(/\.$/, '');
	return `The connection of the credential has ended and could not be renewed${reason && `: ${reason}`}`;
}

/** n8n has its own messages for a user who never connected, and for a refresh token that is invalid or missing. */
function kindOf(chain: readonly ErrorLike[]): FailureKind {
	const dead = chain.some(
		({ message, code, failure }) =>
			code === 'EAUTH' ||
			RENEWAL_FAILURE.safeParse(failure).success ||
			(typeof message === 'string' &&
				/credentials not connected|needs to be reconnected|please reconnect/i.test(message)),
	);
	return dead ? 'authentication' : 'unknown';
}
