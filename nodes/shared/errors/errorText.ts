import type { FailureKind } from './failure';

/** What the user is told about one kind of failure. */
export interface ErrorText {
	kind: FailureKind;
	/** What happened; what X said about it follows after a colon. */
	summary: string;
	/** What to do about it. */
	advice: string;
}

export const errorText = (kind: FailureKind, summary: string, advice: string): ErrorText => ({
	kind,
	summary,
	advice,
});

/** Advice that several tables give. */
export const advice = {
	/** One credential serves several hosts; which of their fields it was is not known here. */
	address: 'Check the address in the credential: Base URL, or Ads URL and Ads Sandbox URL',
	access:
		'Check that the app and its user may do this: the scopes of the credential, the permissions of the app and the access level of its project',
	again: 'Try again in a few minutes',
	byId: 'Check the ID, and that the authenticated user may see what it stands for',
	buyCredit:
		'Buy credit in the Developer Console, then run it again: until then every request that costs something is refused',
	cap: 'Trying again does not help: raise the cap or add credit in the Developer Console, or wait for the next billing period',
	lookFirst: 'Try again; if the request was to create something, look first whether it exists already',
	newToken:
		'Raise the app permissions in the Developer Console, then generate a new access token: a token keeps the permissions it was made with',
	reconnect:
		'Check the keys in the credential, or connect it again: a token that was revoked or has expired cannot be used',
	values: 'Correct the value in the node and run it again',
	wait: 'Run it again after that time, send fewer requests, or raise Max Wait in the options of the node',
	/** Windows of limits last 15 minutes or a day: https://docs.x.com/x-api/fundamentals/rate-limits */
	waitUnsaid: 'Run it again in 15 minutes, send fewer requests, or raise Max Wait in the options of the node',
} as const;

/** Texts that several tables give. */
export const common = {
	appPermissions: errorText('missingScope', 'The permissions of the app do not allow this', advice.newToken),
	busy: errorText(
		'conflict',
		'A job of this kind is already running',
		'Wait for it to end, then start the next one',
	),
	duplicate: errorText(
		'conflict',
		'This Post was already sent',
		'Change the text: the same Post is not accepted twice in a row',
	),
	failed: errorText('server', 'X failed to handle the request', advice.again),
	locked: errorText(
		'locked',
		'Another request is changing the same entity',
		'Try again in a moment, and change one entity by one request at a time',
	),
	method: errorText(
		'badRequest',
		'This address does not take this method',
		'In a custom call, check method and path',
	),
	notFound: errorText('notFound', 'Not found', advice.byId),
	rateLimit: errorText('rateLimit', 'Rate limit reached', advice.wait),
	noCredit: errorText('noCredit', 'The account has no credit left', advice.buyCredit),
	refused: errorText('badRequest', 'The request was not accepted', advice.values),
	denied: errorText('authentication', 'X did not accept the credential', advice.reconnect),
	usageCap: errorText('usageCap', 'The usage cap is reached', advice.cap),
} as const;
