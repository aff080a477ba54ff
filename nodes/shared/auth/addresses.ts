import type { INodeProperties } from 'n8n-workflow';

/** The hosts of the platform as fields of every credential: a proxy, a gateway or a test server is one field away. */
export const addresses: INodeProperties[] = [
	{
		displayName: 'Base URL',
		name: 'baseUrl',
		type: 'string',
		required: true,
		default: 'https://api.x.com',
		description: 'Address of the API. Change it only to go through a proxy or gateway.',
	},
	{
		displayName: 'Ads URL',
		name: 'adsUrl',
		type: 'string',
		required: true,
		default: 'https://ads-api.x.com',
		description: 'Address of the Ads API',
	},
	{
		displayName: 'Ads Sandbox URL',
		name: 'adsSandboxUrl',
		type: 'string',
		required: true,
		default: 'https://ads-api-sandbox.x.com',
		description: 'Address of the Ads API sandbox',
	},
];
