import { advice } from './advice';
import { common, errorText, type ErrorText } from './errorText';

export const STATUS_TEXTS: Readonly<Record<number, ErrorText>> = {
	400: common.refused,
	401: common.denied,
	402: common.noCredit,
	403: errorText('forbidden', 'This is not allowed'),
	404: common.notFound,
	405: common.method,
	408: errorText('timeout', 'X took too long'),
	409: errorText('conflict', 'The request conflicts with what exists'),
	410: errorText('notFound', 'This no longer exists'),
	413: errorText('badRequest', 'The request is too large', 'Send less at once'),
	423: common.locked,
	429: common.rateLimit,
	501: common.method,
	502: errorText('unavailable', 'X is not available'),
	503: errorText('unavailable', 'X is not available'),
	504: errorText('unavailable', 'X took too long'),
};

const REDIRECTED = errorText(
	'notJson',
	'The host sends requests on to another address',
	`${advice.address}. Redirects are not followed, as the keys would go with them`,
);

/** Returns the text if only the HTTP status is known. */
export function errorTextForStatus(status: number): ErrorText {
	if (status >= 300 && status < 400) return REDIRECTED;
	return (
		STATUS_TEXTS[status] ??
		(status >= 500
			? common.failed
			: status >= 400
				? common.refused
				: errorText('notJson', 'The answer could not be read', advice.address))
	);
}

const WRONG_WINDOW = errorText(
	'badRequest',
	'The time window is not accepted',
	'Choose a start at most 24 hours ago, and an end after it and at least 10 minutes ago',
);

/**
 * Numeric codes of the older error form `{code, message}`, which some endpoints still use:
 * https://docs.x.com/fundamentals/authentication/oauth-2-0/application-only#common-error-cases
 */
export const LEGACY_CODES: Readonly<Record<string, ErrorText>> = {
	'17': common.notFound,
	'32': common.denied,
	'34': common.notFound,
	'50': common.notFound,
	'61': errorText('wrongCredentialKind', 'This operation does not accept this kind of credential'),
	'63': errorText('forbidden', 'The account is suspended', 'Nothing can be done with a suspended account'),
	'64': errorText('forbidden', 'Your account is suspended', 'Sign in on X to see why'),
	'67': errorText('unavailable', 'A part of X is not available'),
	'88': common.rateLimit,
	'89': errorText('authentication', 'The token is no longer valid'),
	'99': errorText(
		'authentication',
		'X did not accept the consumer key and secret',
		'Check both in the credential. If they are right, wait some minutes: too many token requests are refused as well.',
	),
	'130': errorText('unavailable', 'X is over capacity'),
	'131': common.failed,
	'135': errorText(
		'authentication',
		'The time of this machine differs too much from that of X',
		'Set the clock of the machine that runs n8n',
	),
	'144': common.notFound,
	'179': errorText('forbidden', 'The authenticated user may not see this Post'),
	'187': common.duplicate,
	'200': errorText('forbidden', 'This is not allowed'),
	'215': common.denied,
	'220': errorText(
		'wrongCredentialKind',
		'This operation needs a user, not only an app',
		'Choose a user credential in the node, OAuth 2.0 or OAuth 1.0a',
	),
	'261': errorText('missingScope', 'The permissions of the app do not allow writing'),
	'355': common.busy,
	'356': WRONG_WINDOW,
	'357': errorText('badRequest', 'A required value is missing', 'Fill in every required field'),
	'358': errorText('badRequest', 'A value does not have the required format'),
	'368': WRONG_WINDOW,
};
