import type { ICredentialTestRequest } from 'n8n-workflow';

/** Explains in the dialog of a credential why X refuses it; n8n would show only the status. */
export const testRules = (check: string): NonNullable<ICredentialTestRequest['rules']> => [
	rule(401, `X did not accept the keys: ${check}`),
	rule(
		403,
		'X refused the app: check in the Developer Console that it belongs to a project and is not suspended',
	),
	rule(429, 'X allows no more requests for now: try again in 15 minutes'),
];

const rule = (value: number, message: string) => ({
	type: 'responseCode' as const,
	properties: { value, message },
});
