import { labelsOfKinds } from '../shared/auth/credentialKinds';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { conversationResource } from './resources/conversation';
import { groupResource } from './resources/group';
import { mediaResource } from './resources/media';
import { messageResource } from './resources/message';
import { messageRequestResource } from './resources/messageRequest';
import { publicKeyResource } from './resources/publicKey';
import { settingResource } from './resources/setting';
import { trustResource } from './resources/trust';

export const spec: NodeSpec = {
	// In the order of the menu; a new node shows the first one.
	resources: [
		messageResource,
		conversationResource,
		groupResource,
		mediaResource,
		messageRequestResource,
		publicKeyResource,
		settingResource,
		trustResource,
	],
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
