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
