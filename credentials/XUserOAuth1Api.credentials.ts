import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { testRules } from '../nodes/shared/auth/testRules';
import { addressExpression, addresses } from '../nodes/shared/auth/addresses';
import { dayLimitField } from '../nodes/shared/auth/dayLimit';
import { signRequest } from '../nodes/shared/auth/signRequest';

/** OAuth 1.0a user context: four keys copied from the Developer Console; every request is signed with them. */
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
			displayName: 'Consumer Secret',
			name: 'consumerSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'Also called API key secret',
		},
		{
			displayName: 'Access Token',
			name: 'accessToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'The user that requests act for. Generate it after setting the app permissions: a token keeps the permissions it was made with.',
		},
		{
			displayName: 'Access Token Secret',
			name: 'accessTokenSecret',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
		},
		dayLimitField,
		...addresses('baseUrl', 'adsUrl', 'adsSandboxUrl'),
	];

	test: ICredentialTestRequest = {
		request: { baseURL: `={{${addressExpression('baseUrl', '$credentials')}}}`, url: '/2/users/me' },
		rules: testRules(
			'copy all four again; they belong to one app, and a newly generated token makes the earlier one invalid',
		),
	};

	authenticate = (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => Promise.resolve().then(() => signRequest(credentials, requestOptions));
}
