/** What the nodes of the advertising API have in common. */
import { labelsOfKinds, type CredentialKind } from '../auth/credentialKinds';
import type { NodeSpec } from '../operation/nodeSpec';
import type { Resource } from '../operation/operation';

/**
 * A node of the advertising API, with its menu of production and sandbox.
 *
 * @param resources The records of the node.
 * @param more Kinds of credential beside those of a user.
 */
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
