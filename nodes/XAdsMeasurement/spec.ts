import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: labelsOfKinds('pixelToken', 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth1',
	environments: {
		production: { name: 'Production', host: 'adsUrl' },
		sandbox: { name: 'Sandbox', host: 'adsSandboxUrl' },
	},
	host: 'adsUrl',
};
