/** The addresses of X's hosts, in every credential. A switch replaces them with a proxy, a gateway or a test server. */
import { trimEnd } from 'lodash';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { asText, isOn } from '../util/text';
import type { Host } from './credentialKinds';

interface Address {
	readonly displayName: string;
	readonly url: string;
	/** Where the user enters another address. */
	readonly other: string;
}

const ADDRESSES: Readonly<Record<Host | 'authorizeUrl', Address>> = {
	baseUrl: { displayName: 'API URL', url: 'https://api.x.com', other: 'otherBaseUrl' },
	adsUrl: { displayName: 'Ads URL', url: 'https://ads-api.x.com', other: 'otherAdsUrl' },
	adsSandboxUrl: {
		displayName: 'Ads Sandbox URL',
		url: 'https://ads-api-sandbox.x.com',
		other: 'otherAdsSandboxUrl',
	},
	authorizeUrl: {
		displayName: 'Authorize URL',
		url: 'https://x.com/i/oauth2/authorize',
		other: 'otherAuthorizeUrl',
	},
};

const SWITCH = 'useOtherHosts';

/**
 * The fields of the addresses.
 *
 * @param names The addresses that the credential has.
 */
export const addresses = (...names: ReadonlyArray<keyof typeof ADDRESSES>): INodeProperties[] => [
	...names.map((name) => hidden(name, ADDRESSES[name])),
	{
		displayName: 'Use Other Hosts',
		name: SWITCH,
		type: 'boolean',
		default: false,
		description: 'Whether requests go through a proxy or gateway of your own instead of directly to X',
	},
	...names.map((name) => shown(ADDRESSES[name])),
];

const hidden = (name: string, { displayName, url }: Address): INodeProperties => ({
	displayName,
	name,
	type: 'hidden',
	default: url,
});

const shown = ({ displayName, url, other }: Address): INodeProperties => ({
	displayName,
	name: other,
	type: 'string',
	default: '',
	placeholder: `e.g. ${url}`,
	description: `Leave empty for ${url}`,
	displayOptions: { show: { [SWITCH]: [true] } },
});

/**
 * The same choice as {@link addressOf}, as an expression for n8n.
 *
 * @param credential The name of the credential in the expression: `$credentials`, or `$self` in its own fields.
 */
export const addressExpression = (name: keyof typeof ADDRESSES, credential: string): string =>
	`(${credential}["${SWITCH}"] && ${credential}["${ADDRESSES[name].other}"] || ${credential}["${name}"])`;

/** The address of a host, without a slash at its end; empty if the credential has none. */
export const addressOf = (credentials: IDataObject, name: Host): string => {
	const other = isOn(credentials[SWITCH]) ? asText(credentials[ADDRESSES[name].other]).trim() : '';
	return trimEnd(other || asText(credentials[name]).trim(), '/');
};
