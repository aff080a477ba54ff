import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: labelsOfKinds('app', 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'app',
	host: 'baseUrl',
};
