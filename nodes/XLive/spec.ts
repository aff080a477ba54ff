import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: labelsOfKinds('app', 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth2',
	host: 'baseUrl',
	// A person sets these up before a broadcast.
	notForAgents: {
		space: words('getBuyers'),
		broadcastChat: words('addModerator getModerators removeModerator'),
		scheduledBroadcast: 'all',
		usage: 'all',
	},
};
