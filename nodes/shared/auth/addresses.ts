/** The addresses of X's hosts, in every credential. A switch replaces them with a proxy, a gateway or a test server. */
import { trimEnd } from 'lodash';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { asText, isOn } from '../util/text';
import type { Host } from './credentialKinds';
import { refusedWith } from './refused';

interface Address {
	readonly displayName: string;
	readonly url: string;
	/** The field in which the user enters another address. */
	readonly other: string;
}

export const ADDRESSES: Readonly<Record<Host | 'authorizeUrl', Address>> = {
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

/** Returns the fields of the addresses. */
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
	...domainFields(names.filter((name) => name !== 'authorizeUrl')),
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
 * Limits where n8n's own HTTP Request node may send the credential. n8n adds these two fields to every credential that
 * lacks them, with "All" by default: then anyone who may use a shared credential can send its tokens to any host. n8n
 * applies the list to the token exchange of the App API as well, so it includes the other hosts. The list is hidden
 * because n8n's editor tests no credential that shows a field with an expression.
 */
const domainFields = (names: ReadonlyArray<keyof typeof ADDRESSES>): INodeProperties[] => [
	{
		displayName: 'Allowed HTTP Request Domains',
		name: 'allowedHttpRequestDomains',
		type: 'options',
		options: [
			{ name: 'All', value: 'all', description: 'Allow all requests of the HTTP Request node' },
			{
				name: 'Hosts of X',
				value: 'domains',
				description:
					'Allow requests of the HTTP Request node to X, and to the other hosts if Use Other Hosts is on',
			},
			{ name: 'None', value: 'none', description: 'Block all requests of the HTTP Request node' },
		],
		default: 'domains',
		description:
			'Where the HTTP Request and GraphQL nodes of n8n may send this credential. The nodes of this package always send it to the hosts above only.',
	},
	{
		displayName: 'Allowed Domains',
		name: 'allowedDomains',
		type: 'hidden',
		default: `={{${domainsExpression(names)}}}`,
	},
];

/** The domains of X and of the addresses that are in use, as an expression that n8n resolves in the credential. */
function domainsExpression(names: ReadonlyArray<keyof typeof ADDRESSES>): string {
	const own = names.map((name) => `"${ADDRESSES[name].url}"`);
	const used = names.map((name) => addressExpression(name, '$self'));
	const host = String.raw`.trim().replace(/^\w+:\/\//, "").replace(/[\/?#].*$/, "").replace(/^.*@/, "").replace(/:\d+$/, "")`;
	const isFirst = '(host, place, all) => host !== "" && all.indexOf(host) === place';
	return `[${[...own, ...used].join(', ')}].map((url) => (url || "")${host}).filter(${isFirst}).join(", ")`;
}

/** Returns the same choice as {@link addressOf}, as an expression for n8n. */
export const addressExpression = (name: keyof typeof ADDRESSES, credential: string): string =>
	`(${credential}["${SWITCH}"] && ${credential}["${ADDRESSES[name].other}"] || ${credential}["${name}"])`;

/** Returns the address of a host, without a slash at its end; empty if the credential has none. */
export const addressOf = (credentials: IDataObject, name: Host): string => {
	const other = isOn(credentials[SWITCH]) ? asText(credentials[ADDRESSES[name].other]).trim() : '';
	return trimEnd(other || asText(credentials[name]).trim(), '/');
};

/** Checks whether requests can be sent to an address. */
export const isAddress = (url: string): boolean => /^https?:\/\/[^\s/]+/.test(url);

/** @throws FailureError if one of the hosts that the user entered is no address: n8n's client has no words for that. */
export function checkAddresses(credentials: IDataObject): void {
	for (const name of ['baseUrl', 'adsUrl', 'adsSandboxUrl'] as const) {
		const url = addressOf(credentials, name);
		if (url !== '' && !isAddress(url))
			throw refusedWith(
				`${ADDRESSES[name].displayName} under Use Other Hosts is no address: it must begin with https:// or http://`,
				`Enter an address such as ${ADDRESSES[name].url}`,
			);
	}
}
