import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: labelsOfKinds('app', 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth2',
	host: 'baseUrl',
	// Files and tables.
	notForAgents: {
		post: words('checkStored publishDue'),
		directMessage: words('downloadMedia'),
		media: 'all',
		bookmark: words('addMany'),
		usage: 'all',
	},
};
