import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: labelsOfKinds('app', 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'app',
	host: 'baseUrl',
	// An agent may look at the app, and changes nothing of it.
	notForAgents: {
		webhook: words('create delete replay validate'),
		activitySubscription: words('create delete deleteMany update'),
		accountActivity: words('subscribe unsubscribe validate'),
		streamRule: words('create delete deleteAll'),
		streamLink: words('create delete'),
		connection: words('terminate terminateAll terminateEndpoint'),
		powerStreamRule: 'all',
		complianceJob: 'all',
		bot: words('create delete revokeToken rotateToken update'),
		token: 'all',
		developerAccount: 'all',
		usage: words('estimateCost'),
		customApiCall: 'all',
	},
};
