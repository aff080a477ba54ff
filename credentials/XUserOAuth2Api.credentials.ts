import type { ICredentialTestRequest, ICredentialType, INodeProperties } from 'n8n-workflow';

import { addresses } from '../nodes/shared/auth/addresses';
import { defaultScopes, scopeOptions } from '../nodes/shared/model/scopes';

/** OAuth 2.0 user context: n8n sends the user to the platform, keeps the tokens and refreshes them. */
export class XUserOAuth2Api implements ICredentialType {
	name = 'xUserOAuth2Api';

	displayName = 'X User OAuth2 API';

	documentationUrl = 'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-user-oauth2-api';

	icon = { light: 'file:../icons/x-credential.svg', dark: 'file:../icons/x-credential.dark.svg' } as const;

	extends = ['oAuth2Api'];

	properties: INodeProperties[] = [
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'pkce' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			required: true,
			default: '={{$self["authorizeUrl"]}}',
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			required: true,
			default: '={{$self["baseUrl"].replace(/\\/+$/, "")}}/2/oauth2/token',
		},
		{
			displayName: 'Client Secret',
			name: 'clientSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: 'Leave empty if the app is a public client (native or single-page app)',
		},
		{
			displayName:
				'With no scope chosen, the connection may do all that X Core and X Webhook Trigger need. To allow something else, choose every scope that it is to have, also offline.access: without it the connection ends after two hours.',
			name: 'scopesNotice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Scopes',
			name: 'scopes',
			type: 'multiOptions',
			options: scopeOptions,
			// not `defaultScopes`: the editor's dialog turns a default list into an empty one
			default: [],
			description: `What this connection may do. Choose none for all that X Core and X Webhook Trigger need: ${defaultScopes.join(', ')}. Connect again after a change: a token keeps the scopes it was made with.`,
		},
		{
			displayName: 'Other Scopes',
			name: 'otherScopes',
			type: 'string',
			default: '',
			placeholder: 'e.g. ads.read ads.write',
			description: 'Scopes that the list above does not have, separated by spaces',
		},
		{
			// n8n drops a stored `scope` before each connection, so the editable fields have other names.
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: `={{(($self["scopes"].length ? $self["scopes"].join(" ") : "${defaultScopes.join(' ')}") + " " + $self["otherScopes"]).trim()}}`,
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
		{
			displayName: 'Authorize URL',
			name: 'authorizeUrl',
			type: 'string',
			required: true,
			default: 'https://x.com/i/oauth2/authorize',
			description: 'The page on which the user allows the connection',
		},
		...addresses,
	];

	test: ICredentialTestRequest = {
		request: { baseURL: '={{$credentials.baseUrl}}', url: '/2/users/me' },
	};
}
