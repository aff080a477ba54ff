import type { ICredentialType } from 'n8n-workflow';

/**
 * Stands in for n8n's own OAuth 2.0 credential type, which our user credential extends: the fields n8n-core reads
 * when it signs and refreshes, with the defaults n8n gives them.
 */
export const OAUTH2_API: ICredentialType = {
	name: 'oAuth2Api',
	displayName: 'OAuth2 API',
	genericAuth: true,
	properties: [
		{ name: 'grantType', displayName: 'Grant Type', type: 'hidden', default: 'authorizationCode' },
		{ name: 'authUrl', displayName: 'Authorization URL', type: 'string', default: '' },
		{ name: 'accessTokenUrl', displayName: 'Access Token URL', type: 'string', default: '' },
		{ name: 'clientId', displayName: 'Client ID', type: 'string', default: '' },
		{ name: 'clientSecret', displayName: 'Client Secret', type: 'string', default: '' },
		{ name: 'scope', displayName: 'Scope', type: 'string', default: '' },
		{ name: 'authQueryParameters', displayName: 'Auth URI Query Parameters', type: 'string', default: '' },
		{ name: 'authentication', displayName: 'Authentication', type: 'hidden', default: 'header' },
		{ name: 'ignoreSSLIssues', displayName: 'Ignore SSL Issues', type: 'boolean', default: false },
	],
};
