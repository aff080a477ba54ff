import { advice, errorText, type ErrorText } from './errorText';

const TEXTS: Readonly<Record<number, ErrorText>> = {
	400: errorText('badRequest', 'The request was not accepted', advice.values),
	401: errorText('authentication', 'The platform did not accept the credential', advice.reconnect),
	402: errorText('noCredit', 'The account has no credit left', advice.buyCredit),
	403: errorText('forbidden', 'This is not allowed', advice.access),
	404: errorText('notFound', 'Not found', advice.byId),
	405: errorText(
		'badRequest',
		'This address does not take this method',
		'In a custom call, check method and path',
	),
	408: errorText('timeout', 'The platform took too long', advice.again),
	409: errorText(
		'conflict',
		'The request is in conflict with what exists',
		'Look at what exists already, then run it again',
	),
	410: errorText('notFound', 'This does not exist any more', advice.byId),
	413: errorText('badRequest', 'The request is too large', 'Send less at once'),
	423: errorText(
		'locked',
		'Another request is changing the same entity',
		'Try again in a moment, and change one entity by one request at a time',
	),
	429: errorText('rateLimit', 'Rate limit reached', advice.wait),
	502: errorText('unavailable', 'The platform is not available', advice.again),
	503: errorText('unavailable', 'The platform is not available', advice.again),
	504: errorText('unavailable', 'The platform took too long', advice.again),
};

const REDIRECTED = errorText(
	'notJson',
	'The host sends requests on to another address',
	`${advice.address}. Redirects are not followed, as the keys would go with them`,
);

/** The text that the HTTP status alone gives. */
export function errorTextForStatus(status: number): ErrorText {
	if (status >= 300 && status < 400) return REDIRECTED;
	return (
		TEXTS[status] ??
		(status >= 500
			? errorText('server', 'The platform failed to handle the request', advice.again)
			: status >= 400
				? errorText('badRequest', 'The request was not accepted', advice.values)
				: errorText('notJson', 'The answer could not be read', advice.address))
	);
}
