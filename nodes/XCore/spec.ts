import type { NodeSpec } from '../shared/operation/nodeSpec';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: {
		app: 'App (Bearer Token)',
		oAuth1: 'User (OAuth 1.0a)',
		oAuth2: 'User (OAuth 2.0)',
	},
	defaultAuthentication: 'oAuth2',
	host: 'baseUrl',
};
