import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { credentialTest, signedBy, signedIn } from '../nodes/shared/auth/testedParts';
import { addresses } from '../nodes/shared/auth/addresses';
import { bearerHeaders, exchangedFields, exchangeKeys } from '../nodes/shared/auth/appToken';
import { dayLimitField, chatPart, eventsPart, isActingAsApp, secretField } from '../nodes/shared/auth/parts';
import { signRequest } from '../nodes/shared/auth/oauth1';

/**
 * OAuth 1.0a user context: four keys copied from the Developer Console, with which every request is signed. The two of
 * the app are exchanged for its token where a request acts as the app.
 */
export class XUserOAuth1Api implements ICredentialType {
	name = 'xUserOAuth1Api';

	displayName = 'X (Twitter) OAuth1 API';

	documentationUrl =
		'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-twitter-oauth1-api';

	icon = { light: 'file:../icons/x-core.svg', dark: 'file:../icons/x-core.dark.svg' } as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Consumer Key',
			name: 'consumerKey',
			type: 'string',
			required: true,
			default: '',
			description: 'Also called API key: the name of your app',
		},
		{
			...secretField('Consumer Secret', 'consumerSecret', 'Also called API key secret'),
			required: true,
		},
		{
			...secretField(
				'Access Token',
				'accessToken',
				'The user that requests act for. Generate it after setting the app permissions: a token keeps the permissions it was made with.',
			),
			required: true,
		},
		{
			displayName: 'Access Token Secret',
			name: 'accessTokenSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
		},
		...eventsPart('clientSecret', 'clientSecretPrevious', 'consumerSecretPrevious'),
		...chatPart,
		dayLimitField,
		...addresses('baseUrl', 'adsUrl', 'adsSandboxUrl'),
		...exchangedFields,
	];

	test = credentialTest(
		'/2/users/me',
		'copy all four again; they belong to one app, and a newly generated token makes the earlier one invalid',
	);

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return isActingAsApp(credentials) ? { ...(await exchangeKeys(this.helpers, credentials)) } : {};
	}

	authenticate = signedBy('oAuth1', (credentials, request) =>
		isActingAsApp(credentials)
			? signedIn(request, bearerHeaders(credentials))
			: signRequest(credentials, request),
	);
}
