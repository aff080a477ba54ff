import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	resources,
	authentication: labelsOfKinds('oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth2',
	host: 'baseUrl',
	// Files, keys, and who rules a group. Waiting for a person is n8n's review of a tool.
	notForAgents: {
		message: words('sendAndWait'),
		conversation: words('removeTimer rotateKeys setScreenCapture setTimer'),
		group: words(
			'addAdmins approveAdmin disableInvite enableInvite getAdminRequests getInvite join rejectAdmin rejectJoin removeAdmins requestAdmin updateAdminSettings',
		),
		media: 'all',
		publicKey: 'all',
		setting: 'all',
		trust: 'all',
	},
};
