import { pick } from 'lodash';
import { accountLists, leadFormLists } from '../shared/ads/lists';
import { labelsOfKinds } from '../shared/auth/credentialKinds';
import { chatLists } from '../shared/chat/locators';
import { lists } from '../shared/core/locators';
import { listSearch } from '../shared/form/search';
import type { NodeSpec } from '../shared/operation/nodeSpec';

/** The settings that the node shares with the nodes that run operations. */
export const spec: NodeSpec = {
	resources: [],
	authentication: labelsOfKinds('app', 'oAuth1', 'oAuth2'),
	defaultAuthentication: 'oAuth2',
	host: 'baseUrl',
};

const searches = {
	...listSearch(spec, pick(lists, ['searchUsers', 'searchPosts', 'searchLists'])),
	...listSearch(spec, pick(chatLists, ['searchChatConversations'])),
	...listSearch(
		{ ...spec, host: 'adsUrl' },
		{
			...pick(accountLists, ['searchAccounts']),
			...leadFormLists,
		},
	),
};

export const methods = { listSearch: searches };
