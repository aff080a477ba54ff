import type {
	ICredentialDataDecryptedObject,
	ICredentialType,
	IDataObject,
	IHttpRequestHelper,
	INodeProperties,
} from 'n8n-workflow';

import { credentialTest, signedBy, signedIn } from '../nodes/shared/auth/testedParts';
import { addresses } from '../nodes/shared/auth/addresses';
import { previousSecrets, secretField, dayLimitField } from '../nodes/shared/auth/parts';
import { bearerHeaders, exchangedFields, exchangeKeys } from '../nodes/shared/auth/appToken';

const { clientSecretPrevious, consumerSecretPrevious } = previousSecrets();

/**
 * The app itself, without a user: a bearer token, or the consumer key and secret that are exchanged for one.
 * Also has the secrets with which webhook checks are answered and event signatures verified: the client secret, and the
 * consumer secret of apps that use OAuth 1.0a.
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
				'Enter a bearer token, or the consumer key and secret: then a token is fetched and renewed for you. X Webhook Trigger needs the client secret as well, or the consumer secret if the app uses OAuth 1.0a only.',
			name: 'notice',
			type: 'notice',
			default: '',
		},
		secretField(
			'Bearer Token',
			'bearerToken',
			'App-only token from the Developer Console. Leave empty to use the consumer key and secret.',
		),
		{
			displayName: 'Consumer Key',
			name: 'consumerKey',
			type: 'string',
			default: '',
			description:
				'Also called API key. On the page Keys and tokens of the app under OAuth 1.0. Used only when no bearer token is given.',
		},
		secretField(
			'Consumer Secret',
			'consumerSecret',
			'Also called API key secret. On the page Keys and tokens of the app under OAuth 1.0. Fetches the token; for X Webhook Trigger it counts where there is no client secret.',
		),
		secretField(
			'Client Secret',
			'clientSecret',
			'On the page Keys and tokens of the app under OAuth 2.0, beside the client ID. X Webhook Trigger answers webhook checks and verifies event signatures with it. Leave empty if the app uses OAuth 1.0a only.',
		),
		{
			displayName:
				'Without the client secret this credential works for everything but X Webhook Trigger, which verifies with it that events come from X. If the app uses OAuth 1.0a only, it needs the consumer secret in its place. The test of the credential checks neither.',
			name: 'webhookNotice',
			type: 'notice',
			default: '',
			displayOptions: {
				show: { bearerToken: [{ _cnd: { not: '' } }], consumerSecret: [''], clientSecret: [''] },
			},
		},
		{
			displayName:
				'X Webhook Trigger uses the consumer secret as long as there is no client secret. If the app has a client secret, X expects that one: enter it.',
			name: 'signingNotice',
			type: 'notice',
			default: '',
			displayOptions: { show: { consumerSecret: [{ _cnd: { not: '' } }], clientSecret: [''] } },
		},
		consumerSecretPrevious,
		clientSecretPrevious,
		dayLimitField,
		...addresses('baseUrl', 'adsUrl', 'adsSandboxUrl'),
		...exchangedFields,
	];

	test = credentialTest(
		'/2/usage/tweets',
		'copy the bearer token again, or the consumer key and secret of the same app',
	);

	async preAuthentication(
		this: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
	): Promise<IDataObject> {
		return { ...(await exchangeKeys(this.helpers, credentials)) };
	}

	authenticate = signedBy('app', (credentials, request) => signedIn(request, bearerHeaders(credentials)));
}
