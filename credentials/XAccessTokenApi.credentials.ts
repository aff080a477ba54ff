import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { renewed, tokenHeaders } from '../nodes/shared/auth/accessToken';
import { addresses } from '../nodes/shared/auth/addresses';
import { secretField, dayLimitField, chatPart, eventsPart, untested } from '../nodes/shared/auth/parts';
import { credentialTest, signedBy, signedIn } from '../nodes/shared/auth/testedParts';

/**
 * A token that exists already: of a bot, or of a user who authorized the app elsewhere. Its fields may be expressions,
 * so that one node acts for many accounts.
 */
export class XAccessTokenApi implements ICredentialType {
	name = 'xAccessTokenApi';

	displayName = 'X (Twitter) Access Token API';

	documentationUrl =
		'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-twitter-access-token-api';

	icon = { light: 'file:../icons/x-core.svg', dark: 'file:../icons/x-core.dark.svg' } as const;

	properties: INodeProperties[] = [
		secretField(
			'Access Token',
			'accessToken',
			'The token of a bot (it begins with xcbot_), or a user token of OAuth 2.0. An expression gives each item the token of its own account.',
		),
		secretField(
			'Refresh Token',
			'refreshToken',
			'Renews a user token, which ends after two hours. Leave empty for a bot. It works once, so enter it in no other credential or program.',
		),
		{
			displayName: 'Client ID',
			name: 'clientId',
			type: 'string',
			default: '',
			description: 'Of the app that the user has authorized. Needed to renew the token.',
			displayOptions: { show: { refreshToken: [{ _cnd: { not: '' } }] } },
		},
		secretField(
			'Client Secret',
			'clientSecret',
			'Renews a user token, and signs webhooks. Leave empty for a bot without webhooks, and if the app is a public client (native or single-page app).',
		),
		...eventsPart('bearerToken', 'clientSecretPrevious', 'consumerSecret', 'consumerSecretPrevious'),
		...chatPart,
		untested(
			'n8n cannot test a credential with an expression. In a workflow, X Core Admin → Health → Check tells what this one can do.',
		),
		dayLimitField,
		...addresses('baseUrl', 'adsUrl', 'adsSandboxUrl'),
		{
			displayName: 'Renewed Tokens',
			name: 'renewedTokens',
			type: 'hidden',
			// n8n stores what preAuthentication returns here, and calls it again after an answer of 401.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
	];

	test = credentialTest('/2/users/me', 'copy the token again, or authorize the account anew');

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return { ...(await renewed(this.helpers, credentials)) };
	}

	authenticate = signedBy('accessToken', (credentials, request) =>
		signedIn(request, tokenHeaders(credentials)),
	);
}
