import { ruleForAdsCode } from './adsCodes';
import { type ProblemDetail, problemDetailsIn, readBody } from './parseBody';
import type { Failure } from './failure';
import { ruleForLegacyCode } from './legacyCodes';
import { resetAt } from './limits';
import { redact } from './redact';
import { advice, errorText, type ErrorText } from './errorText';
import { errorTextForProblemType } from './problemTypes';
import { ruleForStatus } from './statuses';
import { webhookReason } from './webhookReasons';

export interface FailedResponse {
	status: number;
	headers?: Readonly<Record<string, unknown>>;
	/** Parsed JSON, text or bytes. */
	body?: unknown;
	/** Values of the credential; they never reach the failure. */
	secrets?: readonly string[];
	/** The present time, from which `retry-after` counts. */
	now?: Date;
}

/**
 * What an answer that is not a success means. Covers every documented body: problem objects of any slug, legacy
 * code/message pairs, both `errors` envelopes, webhook failure reasons, OAuth errors, web pages, text and nothing
 * (core brief, Errors; core facts, sections 2 and 9; ads facts, errorCodes). Pure; secrets are removed.
 */
export function classify(response: FailedResponse): Failure {
	const { status, headers = {}, body, secrets, now } = response;
	const content = readBody(body);
	if ('text' in content) return unreadable(status, redact(content.text, secrets), resetAt(headers, now));

	const json = redact(content.json, secrets);
	const complaints = problemDetailsIn(json);
	const [first] = complaints;
	const webhook = webhookReason(json);
	const found = atLimit(status, webhook?.rule ?? ruleFor(first, status));
	const retryAt = found.kind === 'rateLimit' ? resetAt(headers, now) : undefined;
	const code = webhook?.code ?? first?.code ?? first?.slug;
	const registration = first?.raw.registration_url;
	return {
		kind: found.kind,
		status,
		message: sentence(found.summary, retryAt, said(complaints, found.summary)),
		description:
			typeof registration === 'string' ? `${found.advice}. Register at ${registration}` : found.advice,
		problems: complaints.map(({ raw }) => raw),
		notSent: false,
		...(code === undefined || code === 'about:blank' ? {} : { code }),
		...(first?.parameter === undefined ? {} : { parameter: first.parameter }),
		...(retryAt && { retryAt }),
	};
}

/** Narrower than any table: wording that tells more than slug and status do. */
const wordings: ReadonlyArray<readonly [RegExp, ErrorText]> = [
	[/usage.?cap|credits?.?deplet|spend.?cap/i, errorText('usageCap', 'The usage cap is reached', advice.cap)],
	[
		/\bscopes?\b/i,
		errorText(
			'missingScope',
			'The credential lacks a scope that this operation needs',
			'Add the scope in the credential and connect it again: a token keeps the scopes it was made with',
		),
	],
	[
		/oauth1 app permissions|app permissions/i,
		errorTextForProblemType('oauth1-permissions') ?? ruleForStatus(403),
	],
	[
		/duplicate content/i,
		errorText(
			'conflict',
			'This Post was already sent',
			'Change the text: the same Post is not accepted twice in a row',
		),
	],
];

function ruleFor(complaint: ProblemDetail | undefined, status: number): ErrorText {
	if (!complaint) return ruleForStatus(status);
	const { slug, code, title, detail } = complaint;
	const worded = [401, 402, 403, 429].includes(status)
		? wordings.find(([pattern]) => pattern.test(`${title ?? ''} ${detail ?? ''}`))?.[1]
		: undefined;
	const tabled =
		errorTextForProblemType(slug) ?? ruleForAdsCode(code) ?? ruleForLegacyCode(code) ?? ruleForOAuth(code);
	return tabled ?? worded ?? (status < 300 ? incomplete : ruleForStatus(status));
}

/** Errors of the token endpoint (RFC 6749 section 5.2). */
function ruleForOAuth(code: string | undefined): ErrorText | undefined {
	return code !== undefined && /^(invalid_(client|grant|request|token)|unauthorized_client)$/.test(code)
		? ruleForStatus(401)
		: undefined;
}

/** 429 means a limit, whatever words come with it; only a used-up cap is not worth waiting for. */
function atLimit(status: number, found: ErrorText): ErrorText {
	return status === 429 && found.kind !== 'usageCap' && found.kind !== 'rateLimit'
		? ruleForStatus(429)
		: found;
}

function said(complaints: readonly ProblemDetail[], lead: string): string {
	const texts = complaints.map(({ detail, title, code }) => detail ?? title ?? code ?? '');
	const distinct = [...new Set(texts.map(tidy))].filter(
		(text) => text !== '' && text.toLowerCase() !== lead.toLowerCase(),
	);
	const more = distinct.length > 3 ? ` (and ${distinct.length - 3} more)` : '';
	return distinct.slice(0, 3).join('; ') + more;
}

function unreadable(status: number, text: string, retryAt: Date | undefined): Failure {
	const byStatus = ruleForStatus(status);
	const isPage = /^\s*(<!doctype|<html|<\?xml|<head|<body)/i.test(text);
	// Here the status says more than the page that a server or gateway sends with it.
	const telling = status >= 500 || status === 429 || status === 401 || (status >= 300 && status < 400);
	const found: ErrorText =
		telling || text.trim() === '' ? byStatus : isPage ? page : status < 400 ? broken : byStatus;
	const limited = found.kind === 'rateLimit' ? retryAt : undefined;
	const detail = isPage
		? `HTTP ${status} with a web page instead of data`
		: tidy(text) || `HTTP ${status} without a body`;
	return {
		kind: found.kind,
		status,
		message: sentence(found.summary, limited, status < 400 && !isPage && text !== '' ? '' : detail),
		description: found.advice,
		problems: [],
		notSent: false,
		...(limited && { retryAt: limited }),
	};
}

/** A success that holds complaints of no known kind. */
const incomplete = errorText(
	'badRequest',
	'Not everything could be done',
	'Look at the problems in the data of this error, correct the values they name and run the node again for those',
);

const page = errorText(
	'notJson',
	'The address did not answer as the API does',
	`${advice.address}; and any proxy or gateway on the way`,
);

const broken = errorText(
	'notJson',
	'The answer is not complete JSON',
	'Try again; if the request was to create something, look first whether it exists already',
);

function sentence(lead: string, retryAt: Date | undefined, detail: string): string {
	const start = retryAt ? `${lead} until ${utc(retryAt)}` : lead;
	return detail === '' ? start : `${start}: ${detail}`;
}

function utc(time: Date): string {
	return `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** One line, of bearable length, without the full stop. */
function tidy(text: string): string {
	const line = text.replace(/\s+/g, ' ').trim().replace(/\.$/, '');
	return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
