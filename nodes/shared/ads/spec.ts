/** This file makes the common part of the specs of all nodes of the advertising API. */
import { labelsOfKinds, type CredentialKind } from '../auth/credentialKinds';
import type { NodeSpec } from '../operation/nodeSpec';
import type { Resource } from '../operation/operation';
import { words } from '../util/text';

/** Returns the spec of such a node, with a menu for production and sandbox. */
export const adsSpec = (resources: readonly Resource[], ...more: readonly CredentialKind[]): NodeSpec => ({
	resources,
	authentication: labelsOfKinds(...more, 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth1',
	environments: {
		production: { name: 'Production', host: 'adsUrl' },
		sandbox: { name: 'Sandbox', host: 'adsSandboxUrl' },
	},
	host: 'adsUrl',
});

/** Returns entries of `notForAgents` for resources that agents do not get at all. */
export const nothingOf = (resources: string) =>
	Object.fromEntries(words(resources).map((name) => [name, 'all' as const]));
