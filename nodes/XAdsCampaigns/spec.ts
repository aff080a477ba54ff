import type { NodeSpec } from '../shared/operation/nodeSpec';
import { naming } from './explain';
import { resources } from './resources';

const fields = resources
	.flatMap(({ operations }) => Object.values(operations))
	.flatMap((operation) => Object.entries(operation.fields));

export const spec: NodeSpec = {
	resources,
	authentication: { oAuth1: 'OAuth 1.0a User', oAuth2: 'OAuth 2.0 User' },
	defaultAuthentication: 'oAuth1',
	environments: {
		production: { name: 'Production', host: 'adsUrl' },
		sandbox: { name: 'Sandbox', host: 'adsSandboxUrl' },
	},
	host: 'adsUrl',
	explain: naming(fields),
};
