import { advice, errorText, type ErrorText } from './errorText';
import { own } from './problemTypes';

const denied = errorText('authentication', 'The platform did not accept the credential', advice.reconnect);
const notFound = errorText('notFound', 'Not found', advice.byId);
const window = errorText(
	'badRequest',
	'The time window is not accepted',
	'Choose a start at most 24 hours ago, and an end after it and at least 10 minutes ago',
);

/** Numbers of the `{code, message}` bodies (core facts, sections 2 and 9). */
const rules: Readonly<Record<string, ErrorText>> = {
	'17': notFound,
	'32': denied,
	'34': notFound,
	'50': notFound,
	'61': errorText(
		'wrongCredentialKind',
		'This operation does not accept this kind of credential',
		'Choose a credential of another type in the node',
	),
	'63': errorText('forbidden', 'The account is suspended', 'Nothing can be done with a suspended account'),
	'64': errorText('forbidden', 'Your account is suspended', 'Sign in on the platform to see why'),
	'67': errorText('unavailable', 'A part of the platform is not available', advice.again),
	'88': errorText('rateLimit', 'Rate limit reached', advice.wait),
	'89': errorText('authentication', 'The token is not valid any more', advice.reconnect),
	'99': errorText(
		'authentication',
		'The platform did not accept the consumer key and secret',
		'Check both in the credential. If they are right, wait some minutes: too many token requests are refused as well.',
	),
	'130': errorText('unavailable', 'The platform is over capacity', advice.again),
	'131': errorText('server', 'The platform failed to handle the request', advice.again),
	'135': errorText(
		'authentication',
		'The time of this machine differs too much from that of the platform',
		'Set the clock of the machine that runs n8n',
	),
	'144': notFound,
	'179': errorText('forbidden', 'The authenticated user may not see this Post', advice.access),
	'187': errorText(
		'conflict',
		'This Post was already sent',
		'Change the text: the same Post is not accepted twice in a row',
	),
	'200': errorText('forbidden', 'This is not allowed', advice.access),
	'215': denied,
	'220': errorText(
		'wrongCredentialKind',
		'This operation needs a user, not only an app',
		'Choose a user credential (OAuth2 or OAuth1) in the node',
	),
	'261': errorText(
		'missingScope',
		'The permissions of the app do not allow writing',
		'Raise the app permissions in the developer portal, then generate a new access token: a token keeps the permissions it was made with',
	),
	'355': errorText(
		'conflict',
		'A job of this kind is already running',
		'Wait for it to end, then start the next one',
	),
	'356': window,
	'357': errorText('badRequest', 'A required value is missing', 'Fill in every required field'),
	'358': errorText('badRequest', 'A value is not in the form it must have', advice.values),
	'368': window,
};

/** The rule for a number of a legacy error body. */
export const ruleForLegacyCode = (code: string | undefined): ErrorText | undefined => own(rules, code);
