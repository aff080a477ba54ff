import type { FailureKind } from './failure';

/** What the user is told about one kind of failure. */
export interface ErrorText {
	kind: FailureKind;
	/** What happened; what the platform said about it follows after a colon. */
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
		'Buy credit in the developer portal, then run it again: until then every request that costs something is refused',
	cap: 'Trying again does not help: raise the cap or add credit in the developer portal, or wait for the next billing period',
	reconnect:
		'Check the keys in the credential, or connect it again: a token that was revoked or has expired cannot be used',
	values: 'Correct the value in the node and run it again',
	wait: 'Run it again after that time, send fewer requests, or raise Max Wait in the options of the node',
} as const;
