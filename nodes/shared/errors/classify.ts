import { defined, ownValue } from '../util/lenient';
import { utc } from '../util/time';
import { ADS_CODES } from './adsCodes';
import { advice } from './advice';
import { adviceAfter, errorText, type ErrorText } from './errorText';
import type { AnsweredRequest, Failure, FailureKind } from './failure';
import { isUnsureAfter } from './kinds';
import { capOpensAt, resetAt, retryAfter } from './limits';
import { type ProblemDetail, problemDetailsIn, readBody } from './parseBody';
import { errorTextForReason, PROBLEM_TYPES } from './problemTypes';
import { redact } from './redact';
import { LEGACY_CODES, errorTextForStatus } from './statuses';
import { webhookReason } from './webhookReasons';
import {
	errorTextForAddress,
	errorTextForRequest,
	errorTextForWording,
	errorTextForWords,
	UNEXPLAINED,
} from './wordings';

export interface FailedResponse {
	status: number;
	headers?: Readonly<Record<string, unknown>>;
	/** Parsed JSON, text or bytes. */
	body?: unknown;
	request?: AnsweredRequest;
	/** Values of the credential; they never reach the failure. */
	secrets?: readonly string[];
	now?: Date;
}

/**
 * Explains an answer that is not a success. Covers every documented body: problem objects of any type, legacy
 * code/message pairs, both `errors` envelopes, webhook failure reasons, OAuth errors, web pages, text and nothing
 * (https://docs.x.com/x-api/fundamentals/response-codes-and-errors and
 * https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses). Pure; secrets are removed.
 */
export function classify(response: FailedResponse): Failure {
	const { status, headers = {}, body, secrets, now } = response;
	const content = readBody(body);
	const ofAddress = errorTextForAddress(status, response.request);
	if ('text' in content) return unreadable(response, redact(content.text, secrets), ofAddress);

	const json = redact(content.json, secrets);
	const details = problemDetailsIn(json);
	const [first] = details;
	const webhook = webhookReason(json);
	const found =
		(first && errorTextForReason(first.slug, first.raw)) ??
		atLimit(status, webhook?.text ?? ofAddress ?? errorTextOf(first, response));
	const retryAt =
		found.kind === 'usageCap' ? capOpensAt(first?.raw.period, now) : retryAtOf(found, headers, now);
	const { unsure, description } = outlook(found, retryAt, response);
	const code = webhook?.code ?? first?.code ?? first?.slug;
	const registration = first?.raw.registration_url;
	return defined<Failure>({
		kind: found.kind,
		message: sentence(found.summary, retryAt, saidBy(details, found.summary)),
		description:
			typeof registration === 'string' ? `${description}. Register at ${registration}` : description,
		problems: details.map(({ raw }) => raw),
		notSent: false,
		unsure,
		status: status < 300 ? statusOfProblem(first, found.kind) : status,
		code: code === 'about:blank' ? undefined : code,
		parameter: first?.parameter,
		retryAt,
	});
}

const MANY_REASONS: ReadonlySet<string | undefined> = new Set(['resource-not-found', 'invalid-request']);

function errorTextOf(problem: ProblemDetail | undefined, { status, request }: FailedResponse): ErrorText {
	if (!problem) return errorTextForRequest(status, request) ?? unsaid(status, request);
	const { slug, code, title = '', detail = '' } = problem;
	return (
		// These types have many reasons.
		(MANY_REASONS.has(slug) ? errorTextForWording([detail]) : undefined) ??
		ownValue(PROBLEM_TYPES, slug) ??
		// The Ads API answers with the code of an app without access, which makes people apply for what they have.
		(/\bmissing scopes?\b/i.test(detail) ? errorTextForWords(status, [detail]) : undefined) ??
		(UNEXPLAINED.has(code) ? errorTextForRequest(status, request) : undefined) ??
		ownValue(ADS_CODES, code) ??
		ownValue(LEGACY_CODES, code) ??
		errorTextForOAuth(code) ??
		errorTextForWords(status, [title, detail]) ??
		errorTextForRequest(status, request) ??
		(status < 300 ? INCOMPLETE : errorTextForStatus(status))
	);
}

/** Errors of the token endpoint (RFC 6749 section 5.2). */
function errorTextForOAuth(code: string | undefined): ErrorText | undefined {
	return code !== undefined && /^(invalid_(client|grant|request|token)|unauthorized_client)$/.test(code)
		? errorTextForStatus(401)
		: undefined;
}

/** 429 means a limit whatever its text; only a used-up cap is not worth waiting for. */
function atLimit(status: number, found: ErrorText): ErrorText {
	const isLimit = found.kind === 'usageCap' || found.kind === 'noCredit' || found.kind === 'rateLimit';
	return status === 429 && !isLimit ? errorTextForStatus(429) : found;
}

/** Usual statuses of problems inside a success, whose own status says nothing about them. */
const STATUS_OF_KIND: Partial<Record<FailureKind, number>> = {
	authentication: 401,
	forbidden: 403,
	missingScope: 403,
	notFound: 404,
	wrongCredentialKind: 403,
};

/** The status that a problem inside a success names, or else the usual one of its kind. */
function statusOfProblem(problem: ProblemDetail | undefined, kind: FailureKind): number | undefined {
	const status = problem?.raw.status;
	return typeof status === 'number' && status >= 400 ? status : STATUS_OF_KIND[kind];
}

function saidBy(details: readonly ProblemDetail[], summary: string): string {
	const texts = details.map(({ detail, title, code }) => detail ?? title ?? code ?? '');
	const distinct = [...new Set(texts.map(tidy))].filter(
		(text) => text !== '' && text.toLowerCase() !== summary.toLowerCase(),
	);
	const more = distinct.length > 3 ? ` (and ${distinct.length - 3} more)` : '';
	return distinct.slice(0, 3).join('; ') + more;
}

function unreadable(response: FailedResponse, text: string, ofAddress: ErrorText | undefined): Failure {
	const { status, request, headers = {}, now } = response;
	const isPage = /^\s*(<!doctype|<html|<\?xml|<head|<body)/i.test(text);
	const found = ofAddress ?? errorTextOfText(status, text, isPage, request);
	const limited = retryAtOf(found, headers, now);
	const detail = isPage
		? `HTTP ${status} with a web page instead of data`
		: tidy(text) || `HTTP ${status} without a body`;
	return {
		kind: found.kind,
		status,
		message: sentence(found.summary, limited, status < 400 && !isPage && text !== '' ? '' : detail),
		...outlook(found, limited, response),
		problems: [],
		notSent: false,
		...(limited && { retryAt: limited }),
	};
}

function errorTextOfText(
	status: number,
	text: string,
	isPage: boolean,
	request: AnsweredRequest | undefined,
): ErrorText {
	const ofRequest = isPage ? undefined : errorTextForRequest(status, request);
	if (ofRequest) return ofRequest;
	if (text.trim() === '') return unsaid(status, request);
	if (isPage && status === 404) return PAGE_NOT_FOUND;
	// For these the status says more than the page of a server or gateway.
	if (status >= 500 || status === 429 || status === 401 || (status >= 300 && status < 400))
		return errorTextForStatus(status);
	if (isPage) return WEB_PAGE;
	return status < 400 ? CUT_OFF : errorTextForStatus(status);
}

/** Finds when to ask again: after a limit, or when X is available. */
function retryAtOf({ kind }: ErrorText, headers: Readonly<Record<string, unknown>>, now?: Date) {
	if (kind === 'rateLimit') return resetAt(headers, now);
	return kind === 'unavailable' ? retryAfter(headers, now) : undefined;
}

/** Returns whether X may have acted, and the advice. Without a time from X the advice names none. */
function outlook(text: ErrorText, retryAt: Date | undefined, { status, request }: FailedResponse) {
	const unsure = isUnsureAfter(text.kind, status);
	const description =
		text.kind === 'rateLimit' && !retryAt ? advice.waitUnsaid : adviceAfter(text, unsure, request);
	return { unsure, description };
}

const unsaid = (status: number, request: AnsweredRequest | undefined): ErrorText =>
	status >= 300 ? errorTextForStatus(status) : request && request.method !== 'GET' ? UNSAID : EMPTY;

const UNSAID = errorText('unsaid', 'X did not say whether it was done');
const EMPTY = errorText('unsaid', 'The answer could not be read', advice.address);

const INCOMPLETE = errorText(
	'badRequest',
	'Not everything could be done',
	'Look at the problems in the data of this error, correct the values they name and run the node again for those',
);

const WEB_PAGE = errorText(
	'notJson',
	'The address did not answer as the API does',
	`${advice.address}; and any proxy or gateway on the way`,
);

/** "Safe to assume that the content cannot be found": https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses */
const PAGE_NOT_FOUND = errorText(
	'notFound',
	'Not found',
	`${advice.byId}. If every request is answered so, check the address in the credential (Base URL, or Ads URL and Ads Sandbox URL)`,
);

const CUT_OFF = errorText('notJson', 'The answer is not complete JSON');

function sentence(summary: string, retryAt: Date | undefined, detail: string): string {
	const start = retryAt ? `${summary} until ${utc(retryAt)}` : summary;
	return detail === '' ? start : `${start}: ${detail}`;
}

function tidy(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
	return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
