import type { IAuthenticateGeneric, ICredentialType, INodeProperties } from 'n8n-workflow';

import { addresses } from '../nodes/shared/auth/addresses';

/**
 * The access token of a pixel: it sends conversions and nothing else, without an app and without access to the Ads API.
 * https://docs.x.com/x-ads-api/measurement/gtm-server-side
 */
export class XPixelTokenApi implements ICredentialType {
	name = 'xPixelTokenApi';

	displayName = 'X Pixel Token API';

	documentationUrl =
		'https://github.com/n8n-nodes-x-platform/n8n-nodes-x-platform/blob/main/docs/keys.md#x-pixel-token-api';

	icon = {
		light: 'file:../icons/x-ads-measurement.svg',
		dark: 'file:../icons/x-ads-measurement.dark.svg',
	} as const;

	properties: INodeProperties[] = [
		{
			displayName: 'Pixel Token',
			name: 'pixelToken',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				'In X Ads Manager: Events Manager, Install Pixel, Manual, Conversion API, Generate Access Token. It sends the conversions of that pixel.',
		},
		...addresses('adsUrl', 'adsSandboxUrl'),
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'X-Pixel-Token': '={{$credentials.pixelToken}}' } },
	};
}
