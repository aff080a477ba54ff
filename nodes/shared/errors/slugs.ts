import { advice, rule, type Rule } from './rule';

const rules: Readonly<Record<string, Rule>> = {
	'client-disconnected': rule(
		'connection',
		'The connection was ended before the answer was complete',
		advice.again,
	),
	'client-forbidden': rule(
		'forbidden',
		'The app may not make this request',
		'In the developer portal, attach the app to a project whose access level includes this operation',
	),
	conflict: rule(
		'conflict',
		'A job of this kind is already running',
		'Wait for it to end, then start the next one',
	),
	'disallowed-resource': rule(
		'forbidden',
		'The platform does not give out this content',
		'It breaks the rules of the platform; leave its ID out of the request',
	),
	'duplicate-rules': rule(
		'conflict',
		'There is already a rule like this one',
		'Leave the rule out, or delete the older one first',
	),
	'field-hydration-failure': rule(
		'server',
		'A field could not be filled in',
		'Try again in a few minutes, or leave the field out',
	),
	'field-unauthorized': rule(
		'forbidden',
		'A field may not be seen',
		'Leave the field out, or use a credential of a user who may see it',
	),
	'internal-error': rule('server', 'The platform failed to handle the request', advice.again),
	'invalid-request': rule('badRequest', 'The request was not accepted', advice.values),
	'invalid-rules': rule('badRequest', 'The rule is not valid', 'Correct the rule and run the node again'),
	'noncompliant-rules': rule(
		'forbidden',
		'The set of rules is not allowed',
		'Change or delete the rules that the platform objects to',
	),
	'not-authorized-for-field': rule(
		'forbidden',
		'A field may not be seen',
		'Leave the field out, or use a credential of a user who may see it',
	),
	'not-authorized-for-resource': rule(
		'forbidden',
		'The authenticated user may not see this',
		'It may belong to a protected or blocking account; use a credential of a user who may see it',
	),
	'oauth1-permissions': rule(
		'missingScope',
		'The permissions of the app do not allow this',
		'Raise the app permissions in the developer portal, then generate a new access token: a token keeps the permissions it was made with',
	),
	'operational-disconnect': rule('connection', 'The platform ended the connection', advice.again),
	'rate-limit-exceeded': rule('rateLimit', 'Rate limit reached', advice.wait),
	'resource-not-found': rule('notFound', 'Not found', advice.byId),
	'resource-unavailable': rule(
		'notFound',
		'Not available',
		'It exists but cannot be shown, for example because the account is suspended; leave its ID out of the request',
	),
	'rule-cap': rule(
		'badRequest',
		'There are already as many rules as allowed',
		'Delete rules that are no longer needed, or ask for a higher limit',
	),
	'streaming-connection': rule(
		'conflict',
		'The stream cannot be opened',
		'Close other connections of the app (Connection resource), or check that rules are set up for the stream',
	),
	'unsupported-authentication': rule(
		'wrongCredentialKind',
		'This operation does not accept this kind of credential',
		'Choose a credential of another type in the node: the message names those that work',
	),
	'usage-capped': rule('usageCap', 'The usage cap is reached', advice.cap),
};

/**
 * The rule for a problem type. Only the last segment counts: the address before it differs between documentation and
 * wire (core facts, section 9).
 */
export const ruleForSlug = (slug: string | undefined): Rule | undefined => own(rules, slug);

/** What a table says under a key, unless the key is missing or not the table's own, such as `constructor`. */
export function own<T>(table: Readonly<Record<string, T>>, key: string | undefined): T | undefined {
	return key !== undefined && Object.hasOwn(table, key) ? table[key] : undefined;
}
