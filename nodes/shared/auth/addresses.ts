import type { INodeProperties } from 'n8n-workflow';

const address = (displayName: string, name: string, url: string, description: string): INodeProperties => ({
	displayName,
	name,
	type: 'string',
	required: true,
	default: url,
	description,
});

/** The hosts of the platform as fields of every credential: a proxy, a gateway or a test server is one field away. */
export const addresses: INodeProperties[] = [
	address(
		'Base URL',
		'baseUrl',
		'https://api.x.com',
		'Address of the API. Change it only to go through a proxy or gateway.',
	),
	address('Ads URL', 'adsUrl', 'https://ads-api.x.com', 'Address of the Ads API'),
	address(
		'Ads Sandbox URL',
		'adsSandboxUrl',
		'https://ads-api-sandbox.x.com',
		'Address of the Ads API sandbox',
	),
];
