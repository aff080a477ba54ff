import { ownValue } from '../util/lenient';
import { asText } from '../util/text';
import { advice } from './advice';
import { common, errorText, type ErrorText } from './errorText';
import type { Problem } from './failure';

const HIDDEN_FIELD = errorText(
	'forbidden',
	'A field may not be seen',
	'Leave the field out, or use a credential of a user who may see it',
);

const INVALID_RULE = errorText(
	'conflict',
	'A rule of the stream is not valid',
	'Correct or delete it: Stream Rule: Get Many of X Core Admin lists the rules',
);

/**
 * Problems by their `reason`, `connection_issue` or `disconnect_type`, which are more precise than their type. Of the
 * reasons, https://docs.x.com/tools/mcp (read on 2026-11-22) has the first, and no public page explains the others.
 */
export const REASONS: Readonly<Record<string, ErrorText>> = {
	'client-not-enrolled': errorText(
		'forbidden',
		'The app may not make this request',
		'The app is in no package that includes it. In the Developer Console, move the app to Pay-per-use and to Production, then connect the credential again',
	),
	'official-client-forbidden': errorText(
		'forbidden',
		'X takes the app for one of its own, which may not make this request',
		'Use the keys of an app of your own, from the Developer Console',
	),
	'user-not-enrolled': errorText(
		'forbidden',
		'The user may not make this request',
		'The user of the credential is not enrolled for it. Sign in to the Developer Console as this user and accept its terms, or use the credential of a user who is enrolled',
	),
	InvalidRules: INVALID_RULE,
	ProvisioningSubscription: errorText(
		'conflict',
		'X is still setting up the stream for the app',
		advice.again,
	),
	RuleConfigurationIssue: errorText(
		'conflict',
		'The stream has no rules that X can use',
		'Add a rule, or correct those that are there (Stream Rule resource of X Core Admin). A new rule counts after some seconds',
	),
	RulesInvalidIssue: INVALID_RULE,
	TooManyConnections: errorText(
		'conflict',
		'There are as many connections to the stream as allowed',
		'Close another connection of the app (Connection resource of X Core Admin). One that was cut off counts for some minutes more',
	),
};

/** Caps by their `period`. */
export const CAPS: Readonly<Record<string, ErrorText>> = {
	Daily: errorText(
		'usageCap',
		'The daily usage cap is reached',
		'Trying again does not help before: raise the cap or add credit in the Developer Console, or wait until it opens at midnight UTC',
	),
	Monthly: errorText(
		'usageCap',
		'The monthly usage cap is reached',
		'Trying again does not help before: raise the cap or add credit in the Developer Console, or wait until it opens on the first of the month. If the project has another day, Usage: Get of X Core Admin shows it as cap_reset_day',
	),
};

const SCOPES: Readonly<Record<string, string>> = {
	Account: 'This cap is for all of the account',
	Product: 'This cap is for one product of X',
};

/** Returns the text for a problem that has a member which says more than its type. */
export function errorTextForReason(
	slug: string | undefined,
	{ reason, connection_issue, disconnect_type, period, scope }: Problem,
): ErrorText | undefined {
	if (slug !== 'usage-capped')
		return ownValue(REASONS, asText(reason ?? connection_issue ?? disconnect_type));
	const text = ownValue(CAPS, asText(period)) ?? common.usageCap;
	const sentences = [text.advice, ownValue(SCOPES, asText(scope))];
	return { ...text, advice: sentences.filter(Boolean).join('. ') };
}

/**
 * Problem types by their last segment, because samples have both `api.x.com` and `api.twitter.com` before it:
 * https://docs.x.com/x-api/fundamentals/response-codes-and-errors#error-types
 */
export const PROBLEM_TYPES: Readonly<Record<string, ErrorText>> = {
	'client-disconnected': errorText(
		'connection',
		'The connection was ended before the answer was complete',
		advice.again,
	),
	'client-forbidden': errorText(
		'forbidden',
		'The app may not make this request',
		'In the Developer Console, attach the app to a project whose access level includes this operation',
	),
	credits: common.noCredit,
	conflict: common.busy,
	'disallowed-resource': errorText(
		'forbidden',
		'X does not show this content',
		'It breaks the rules of X; leave its ID out of the request',
	),
	'duplicate-rules': errorText(
		'conflict',
		'There is already a rule like this one',
		'Leave the rule out, or delete the older one first',
	),
	'field-hydration-failure': errorText(
		'server',
		'A field could not be filled in',
		'Try again in a few minutes, or leave the field out',
	),
	'field-unauthorized': HIDDEN_FIELD,
	'internal-error': common.failed,
	'invalid-request': common.refused,
	'invalid-rules': errorText(
		'badRequest',
		'The rule is not valid',
		'Correct the rule and run the node again',
	),
	'noncompliant-rules': errorText(
		'forbidden',
		'The set of rules is not allowed',
		'Change or delete the rules that X objects to',
	),
	'not-authorized-for-field': HIDDEN_FIELD,
	'not-authorized-for-resource': errorText(
		'forbidden',
		'The authenticated user may not see this',
		'It may belong to a protected or blocking account; use a credential of a user who may see it',
	),
	'oauth1-permissions': common.appPermissions,
	'operational-disconnect': errorText('connection', 'X ended the connection', advice.again),
	'rate-limit-exceeded': common.rateLimit,
	'recipient-not-messageable': errorText(
		'forbidden',
		'The recipient does not take messages from this account',
		'Their settings do not let this account write, one of the two blocks the other, or it is an account of X itself. They have to write first, or to change their settings',
	),
	'resource-not-found': common.notFound,
	'resource-unavailable': errorText(
		'notFound',
		'Not available',
		'It exists but cannot be shown, for example because the account is suspended; leave its ID out of the request',
	),
	'rule-cap': errorText(
		'badRequest',
		'There are already as many rules as allowed',
		'Delete rules that are no longer needed, or ask for a higher limit',
	),
	'streaming-connection': errorText(
		'conflict',
		'The stream cannot be opened',
		'Close other connections of the app (Connection resource), or check that rules are set up for the stream',
	),
	'unsupported-authentication': errorText(
		'wrongCredentialKind',
		'This operation does not accept this kind of credential',
		'Choose a credential of another type in the node: the message names those that work',
	),
	'usage-capped': common.usageCap,
};
