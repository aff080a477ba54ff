import type {
	ICredentialDataDecryptedObject,
	ICredentialTestRequest,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { testRules } from '../nodes/shared/auth/testRules';
import { addressExpression, addresses } from '../nodes/shared/auth/addresses';
import { bearerHeaders, exchangeKeys } from '../nodes/shared/auth/appToken';

/**
 * The app itself, without a user: a bearer token, or the consumer key and secret that are exchanged for one.
 * Also holds the consumer secret with which webhook checks are answered and event signatures verified.
 */
export class XAppApi implements ICredentialType {
	name = 'xAppApi';

	displayName = 'X (Twitter) App API';

	documentationUrl =
		'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-twitter-app-api';

	icon = { light: 'file:../icons/x-core.svg', dark: 'file:../icons/x-core.dark.svg' } as const;

	properties: INodeProperties[] = [
		{
			displayName:
				'Enter a bearer token, or the consumer key and secret: then a token is fetched and renewed for you. X Webhook Trigger needs the consumer secret in any case.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Bearer Token',
			name: 'bearerToken',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'App-only token from the Developer Console. Leave empty to use the consumer key and secret.',
		},
		{
			displayName: 'Consumer Key',
			name: 'consumerKey',
			type: 'string',
			default: '',
			description: 'Also called API key. Used only when no bearer token is given.',
		},
		{
			displayName: 'Consumer Secret',
			name: 'consumerSecret',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Also called API key secret. Fetches the token, answers webhook checks and verifies event signatures.',
		},
		{
			displayName:
				'Without the consumer secret this credential works for everything but X Webhook Trigger, which verifies with it that events come from X. The test of the credential does not check it.',
			name: 'webhookNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { bearerToken: [{ _cnd: { not: '' } }], consumerSecret: [''] } },
		},
		{
			displayName: 'Previous Consumer Secret',
			name: 'consumerSecretPrevious',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'The secret you are replacing. Events signed with it are still accepted; remove it when the change is complete.',
		},
		...addresses('baseUrl', 'adsUrl', 'adsSandboxUrl'),
		{
			displayName: 'Exchanged Token',
			name: 'exchangedToken',
			type: 'hidden',
			// n8n stores what preAuthentication returns here, and calls it again after an answer of 401.
			typeOptions: { expirable: true, password: true },
			default: '',
		},
		{
			displayName: 'Exchanged For',
			name: 'exchangedFor',
			type: 'hidden',
			default: '',
		},
	];

	test: ICredentialTestRequest = {
		request: { baseURL: `={{${addressExpression('baseUrl', '$credentials')}}}`, url: '/2/usage/tweets' },
		rules: testRules('copy the bearer token again, or the consumer key and secret of the same app'),
	};

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return { ...(await exchangeKeys(this.helpers, credentials)) };
	}

	authenticate = (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> =>
		Promise.resolve().then(() => ({
			...requestOptions,
			headers: { ...requestOptions.headers, ...bearerHeaders(credentials) },
		}));
}
