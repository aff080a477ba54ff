import type { ICredentialType, INodeProperties } from 'n8n-workflow';

import { credentialTest } from '../nodes/shared/auth/testedParts';
import { addressExpression, addresses } from '../nodes/shared/auth/addresses';
import { secretField, dayLimitField, chatPart, eventsPart, untested } from '../nodes/shared/auth/parts';
import { permissionOptions, scopeExpression, scopeOptions } from '../nodes/shared/model/scopes';

/** OAuth 2.0 user context: n8n sends the user to X, keeps the tokens and refreshes them. */
export class XUserOAuth2Api implements ICredentialType {
	name = 'xUserOAuth2Api';

	displayName = 'X (Twitter) OAuth2 API';

	documentationUrl =
		'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-twitter-oauth2-api';

	icon = { light: 'file:../icons/x-core.svg', dark: 'file:../icons/x-core.dark.svg' } as const;

	extends = ['oAuth2Api'];

	properties: INodeProperties[] = [
		{ displayName: 'Grant Type', name: 'grantType', type: 'hidden', default: 'pkce' },
		{
			displayName: 'Authorization URL',
			name: 'authUrl',
			type: 'hidden',
			required: true,
			default: `={{${addressExpression('authorizeUrl', '$self')}}}`,
		},
		{
			displayName: 'Access Token URL',
			name: 'accessTokenUrl',
			type: 'hidden',
			required: true,
			default: `={{${addressExpression('baseUrl', '$self')}.replace(/\\/+$/, "")}}/2/oauth2/token`,
		},
		secretField(
			'Client Secret',
			'clientSecret',
			'Leave empty if the app is a public client (native or single-page app)',
		),
		{
			displayName: 'Permissions',
			name: 'permissions',
			type: 'options',
			options: permissionOptions,
			default: 'recommended',
			description:
				'What this connection may do. After a change, connect again: a token keeps the permissions that it was made with.',
		},
		{
			displayName: 'Scopes',
			name: 'scopes',
			type: 'multiOptions',
			options: scopeOptions,
			default: [],
			displayOptions: { show: { permissions: ['custom'] } },
			description:
				'What this connection may do. offline.access is always added: without it the connection would end after two hours.',
		},
		{
			displayName: 'Other Scopes',
			name: 'otherScopes',
			type: 'string',
			default: '',
			placeholder: 'e.g. users.email',
			description: 'Scopes to add, separated by spaces',
		},
		{
			// n8n drops a stored `scope` before each connection, so the editable fields have other names.
			displayName: 'Scope',
			name: 'scope',
			type: 'hidden',
			default: `={{${scopeExpression}}}`,
		},
		{
			displayName: 'Auth URI Query Parameters',
			name: 'authQueryParameters',
			type: 'hidden',
			default: '',
		},
		{ displayName: 'Authentication', name: 'authentication', type: 'hidden', default: 'header' },
		...eventsPart('bearerToken', 'clientSecretPrevious', 'consumerSecret', 'consumerSecretPrevious'),
		...chatPart,
		untested(
			'n8n does not test credentials of OAuth 2.0. In a workflow, X Core Admin → Health → Check tells what this one can do.',
		),
		dayLimitField,
		...addresses('baseUrl', 'adsUrl', 'adsSandboxUrl', 'authorizeUrl'),
	];

	test = credentialTest('/2/users/me', 'connect again', {});
}
