import type { NodeSpec } from '../shared/operation/nodeSpec';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: { oAuth1: 'OAuth 1.0a User', oAuth2: 'OAuth 2.0 User' },
	defaultAuthentication: 'oAuth1',
	environments: {
		production: { name: 'Production', host: 'adsUrl' },
		sandbox: { name: 'Sandbox', host: 'adsSandboxUrl' },
	},
	host: 'adsUrl',
};
