import { advice, rule, type Rule } from './rule';

const rules: Readonly<Record<number, Rule>> = {
	400: rule('badRequest', 'The request was not accepted', advice.values),
	401: rule('authentication', 'The platform did not accept the credential', advice.reconnect),
	402: rule('usageCap', 'The account has no credit left', advice.cap),
	403: rule('forbidden', 'This is not allowed', advice.access),
	404: rule('notFound', 'Not found', advice.byId),
	405: rule(
		'badRequest',
		'This address does not take this method',
		'In a custom call, check method and path',
	),
	408: rule('timeout', 'The platform took too long', advice.again),
	409: rule(
		'conflict',
		'The request is in conflict with what exists',
		'Look at what exists already, then run it again',
	),
	410: rule('notFound', 'This does not exist any more', advice.byId),
	413: rule('badRequest', 'The request is too large', 'Send less at once'),
	423: rule(
		'locked',
		'Another request is changing the same entity',
		'Try again in a moment, and change one entity by one request at a time',
	),
	429: rule('rateLimit', 'Rate limit reached', advice.wait),
	502: rule('unavailable', 'The platform is not available', advice.again),
	503: rule('unavailable', 'The platform is not available', advice.again),
	504: rule('unavailable', 'The platform took too long', advice.again),
};

const elsewhere = rule(
	'notJson',
	'The host sends requests on to another address',
	`${advice.address}. Redirects are not followed, as the keys would go with them`,
);

/** The rule that the HTTP status alone gives. */
export function ruleForStatus(status: number): Rule {
	if (status >= 300 && status < 400) return elsewhere;
	return (
		rules[status] ??
		(status >= 500
			? rule('server', 'The platform failed to handle the request', advice.again)
			: status >= 400
				? rule('badRequest', 'The request was not accepted', advice.values)
				: rule('notJson', 'The answer could not be read', advice.address))
	);
}
