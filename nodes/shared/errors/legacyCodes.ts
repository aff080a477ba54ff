import { advice, rule, type Rule } from './rule';
import { own } from './slugs';

const denied = rule('authentication', 'The platform did not accept the credential', advice.reconnect);
const notFound = rule('notFound', 'Not found', advice.byId);
const window = rule(
	'badRequest',
	'The time window is not accepted',
	'Choose a start at most 24 hours ago, and an end after it and at least 10 minutes ago',
);

/** Numbers of the `{code, message}` bodies (core facts, sections 2 and 9). */
const rules: Readonly<Record<string, Rule>> = {
	'17': notFound,
	'32': denied,
	'34': notFound,
	'50': notFound,
	'61': rule(
		'wrongCredentialKind',
		'This operation does not accept this kind of credential',
		'Choose a credential of another type in the node',
	),
	'63': rule('forbidden', 'The account is suspended', 'Nothing can be done with a suspended account'),
	'64': rule('forbidden', 'Your account is suspended', 'Sign in on the platform to see why'),
	'67': rule('unavailable', 'A part of the platform is not available', advice.again),
	'88': rule('rateLimit', 'Rate limit reached', advice.wait),
	'89': rule('authentication', 'The token is not valid any more', advice.reconnect),
	'99': rule(
		'authentication',
		'The platform did not accept the consumer key and secret',
		'Check both in the credential. If they are right, wait some minutes: too many token requests are refused as well.',
	),
	'130': rule('unavailable', 'The platform is over capacity', advice.again),
	'131': rule('server', 'The platform failed to handle the request', advice.again),
	'135': rule(
		'authentication',
		'The time of this machine differs too much from that of the platform',
		'Set the clock of the machine that runs n8n',
	),
	'144': notFound,
	'179': rule('forbidden', 'The authenticated user may not see this Post', advice.access),
	'187': rule(
		'conflict',
		'This Post was already sent',
		'Change the text: the same Post is not accepted twice in a row',
	),
	'200': rule('forbidden', 'This is not allowed', advice.access),
	'215': denied,
	'220': rule(
		'wrongCredentialKind',
		'This operation needs a user, not only an app',
		'Choose a user credential (OAuth2 or OAuth1) in the node',
	),
	'261': rule(
		'missingScope',
		'The permissions of the app do not allow writing',
		'Raise the app permissions in the developer portal, then generate a new access token: a token keeps the permissions it was made with',
	),
	'355': rule(
		'conflict',
		'A job of this kind is already running',
		'Wait for it to end, then start the next one',
	),
	'356': window,
	'357': rule('badRequest', 'A required value is missing', 'Fill in every required field'),
	'358': rule('badRequest', 'A value is not in the form it must have', advice.values),
	'368': window,
};

/** The rule for a number of a legacy error body. */
export const ruleForLegacyCode = (code: string | undefined): Rule | undefined => own(rules, code);
