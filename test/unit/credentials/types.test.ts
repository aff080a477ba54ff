import {
	Expression,
	getCredentialAllowedDomains,
	type ICredentialDataDecryptedObject,
	injectDomainRestrictionFields,
	type INode,
	isDomainAllowed,
	NodeHelpers,
	type ICredentialType,
	type INodeProperties,
} from 'n8n-workflow';

import { XAccessTokenApi } from '../../../credentials/XAccessTokenApi.credentials';
import { XAppApi } from '../../../credentials/XAppApi.credentials';
import { XPixelTokenApi } from '../../../credentials/XPixelTokenApi.credentials';
import { XUserOAuth1Api } from '../../../credentials/XUserOAuth1Api.credentials';
import { XUserOAuth2Api } from '../../../credentials/XUserOAuth2Api.credentials';
import { CREDENTIALS } from '../../../nodes/shared/auth/credentialKinds';
import { readKeys } from '../../../nodes/shared/chat/trust/keys';

const HOSTS = {
	baseUrl: 'https://api.x.com',
	adsUrl: 'https://ads-api.x.com',
	adsSandboxUrl: 'https://ads-api-sandbox.x.com',
};

const users: Array<[string, ICredentialType]> = [
	['xAccessTokenApi', new XAccessTokenApi()],
	['xUserOAuth1Api', new XUserOAuth1Api()],
	['xUserOAuth2Api', new XUserOAuth2Api()],
];

const types: Array<[string, ICredentialType]> = [
	...users,
	['xAppApi', new XAppApi()],
	['xPixelTokenApi', new XPixelTokenApi()],
];

function property(type: ICredentialType, name: string): INodeProperties {
	const found = type.properties.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`${type.name} has no property ${name}`);
	return found;
}

describe.each(types)('%s', (name, type) => {
	it('is called alike wherever it is named', () => {
		expect(Object.values(CREDENTIALS)).toContainEqual({
			type: name,
			label: expect.any(String) as string,
			displayName: type.displayName,
		});
	});
});

describe.each(types.filter(([, type]) => type.test))('the test of %s', (_name, type) => {
	it('goes to the public host unless told otherwise', () => {
		const stored = Object.fromEntries(
			type.properties.map(({ name: field, default: initial }) => [field, initial]),
		);
		const address = (credential: object) =>
			Expression.resolveWithoutWorkflow(String(type.test?.request.baseURL).replace(/^=/, ''), {
				$credentials: { ...stored, ...credential },
			});
		expect(stored).toMatchObject(HOSTS);
		expect(address({})).toBe(HOSTS.baseUrl);
		expect(address({ useOtherHosts: true })).toBe(HOSTS.baseUrl);
		expect(address({ useOtherHosts: true, otherBaseUrl: 'https://proxy.example' })).toBe(
			'https://proxy.example',
		);
		expect(address({ useOtherHosts: false, otherBaseUrl: 'https://proxy.example' })).toBe(HOSTS.baseUrl);
		// Version 0.1.0 stored another host in the field that is hidden now.
		expect(address({ baseUrl: 'https://proxy.example' })).toBe('https://proxy.example');
	});

	it.each([401, 403])('says what to do when it is answered with %i', (status) => {
		const rule = type.test?.rules?.find(
			({ type: kind, properties }) => kind === 'responseCode' && properties.value === status,
		);
		expect(rule?.properties.message).toMatch(/^X .+: .+/);
	});
});

/** n8n's own functions decide, as in its HTTP Request node: https://docs.n8n.io/credentials */
describe.each(types)("n8n's HTTP Request node with %s", (_name, type) => {
	const NODE: INode = {
		id: '1',
		name: 'HTTP',
		type: 'http',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
	};

	/** Whether the node may send the credential to an address. */
	function mayBeSentTo(url: string, entered: ICredentialDataDecryptedObject = {}): boolean {
		const stored = Object.fromEntries(
			injectDomainRestrictionFields(type).map(({ name, default: initial }) => [name, initial as string]),
		);
		const credentialData: ICredentialDataDecryptedObject = { ...stored, ...entered };
		const { allowedDomains } = credentialData;
		if (typeof allowedDomains === 'string' && allowedDomains.startsWith('='))
			credentialData.allowedDomains = String(
				Expression.resolveWithoutWorkflow(allowedDomains.slice(1), { $self: credentialData }),
			);
		const allowed = getCredentialAllowedDomains({ node: NODE, credentialData });
		return allowed === undefined || isDomainAllowed({ url, allowedDomains: allowed });
	}

	it('sends it to X, and nowhere else', () => {
		expect(mayBeSentTo('https://ads-api.x.com/12/accounts')).toBe(true);
		expect(mayBeSentTo('https://api.x.com/2/users/me')).toBe(type.name !== 'xPixelTokenApi');
		for (const url of [
			'https://evil.example/',
			'https://x.com.evil.example/',
			'https://api.x.com@evil.example/',
		])
			expect(mayBeSentTo(url)).toBe(false);
	});

	it('sends it to the hosts in Use Other Hosts too, and only while that is on', () => {
		const other = { otherAdsUrl: 'https://me:pass@proxy.example:8443/x?y', useOtherHosts: true };
		expect(mayBeSentTo('https://proxy.example/12', other)).toBe(true);
		expect(mayBeSentTo('https://ads-api.x.com/12', other)).toBe(true);
		expect(mayBeSentTo('https://evil.example/', other)).toBe(false);
		expect(mayBeSentTo('https://proxy.example/12', { ...other, useOtherHosts: false })).toBe(false);
	});

	it('sends it anywhere, or nowhere, if the user wants that', () => {
		expect(mayBeSentTo('https://other.example/', { allowedHttpRequestDomains: 'all' })).toBe(true);
		expect(() => mayBeSentTo('https://ads-api.x.com/', { allowedHttpRequestDomains: 'none' })).toThrow();
	});

	it('shows no field with an expression: n8n’s editor would not test the credential', () => {
		const shown = type.properties.filter(({ type: kind }) => kind !== 'hidden');
		expect(
			shown.filter((field) => typeof field.default === 'string' && field.default.startsWith('=')),
		).toEqual([]);
	});
});

describe('xUserOAuth2Api', () => {
	const type = new XUserOAuth2Api();
	const scopes = property(type, 'scopes');
	const offered = (scopes.options ?? []).map((option) => ('value' in option ? option.value : ''));

	const asked = ($self: object): string[] => {
		const { default: scope } = property(type, 'scope');
		const expression = typeof scope === 'string' ? scope.replace(/^=/, '') : '';
		return String(Expression.resolveWithoutWorkflow(expression, { $self })).split(' ');
	};

	it('asks for what the operations need, and not for the advertising account, unless told otherwise', () => {
		const scopes = asked({ permissions: 'recommended', scopes: [], otherScopes: '' });
		expect(scopes).toEqual(
			expect.arrayContaining([
				'tweet.read',
				'users.read',
				'tweet.write',
				'dm.read',
				'dm.write',
				'media.write',
			]),
		);
		expect(scopes.filter((scope) => scope.startsWith('ads.'))).toEqual([]);
		// What version 0.1.0 stored has no permissions.
		expect(asked({ scopes: [], otherScopes: 'ads.read' })).toEqual([...scopes, 'ads.read']);
	});

	it('asks for nothing that writes where it is to read only', () => {
		const readOnly = asked({ permissions: 'readOnly', scopes: ['tweet.write'], otherScopes: '' });
		expect(readOnly).toContain('tweet.read');
		expect(readOnly.filter((scope) => /write|ads/.test(scope))).toEqual([]);
	});

	it('asks for chosen scopes only', () => {
		const chosen = { permissions: 'custom', scopes: ['tweet.read'], otherScopes: 'users.read  tweet.read' };
		expect(asked(chosen)).toEqual(['tweet.read', 'offline.access', 'users.read']);
	});

	it.each(['recommended', 'ads', 'readOnly', 'custom'])('stays connected: %s', (permissions) => {
		expect(asked({ permissions, scopes: [], otherScopes: '' })).toContain('offline.access');
	});

	it('explains each of the 29 scopes, in alphabetical order', () => {
		expect(offered).toHaveLength(29);
		expect(offered).toEqual([...offered].sort());
		for (const option of scopes.options ?? []) {
			expect('description' in option && option.description).toMatch(/^[A-Z].+[^.]$/);
		}
	});

	it('uses authorization code with PKCE and keeps the client secret out of the body', () => {
		expect(type.extends).toEqual(['oAuth2Api']);
		expect(property(type, 'grantType')).toMatchObject({ type: 'hidden', default: 'pkce' });
		expect(property(type, 'authentication')).toMatchObject({ type: 'hidden', default: 'header' });
		expect(property(type, 'authorizeUrl').default).toBe('https://x.com/i/oauth2/authorize');
	});
});

describe.each(users)('the parts of %s', (_name, type) => {
	/** The names of the fields that the form shows. */
	const shown = (entered: ICredentialDataDecryptedObject) => {
		const values = Object.fromEntries(
			type.properties.map(({ name, default: initial }) => [name, initial as string]),
		);
		const stored = { ...values, ...entered };
		return type.properties
			.filter((field) => field.type !== 'hidden' && NodeHelpers.displayParameter(stored, field, null, null))
			.map(({ name }) => name);
	};

	it('are shown when their switch is on, and not before', () => {
		const all = shown({});
		const forEvents = shown({ useForEvents: true });
		const forChat = shown({ useForChat: true });
		expect(all).toEqual(expect.arrayContaining(['useForEvents', 'useForChat']));
		expect(forEvents.filter((name) => !all.includes(name))).toEqual(
			type.name === 'xUserOAuth1Api' ? ['clientSecret'] : ['bearerToken', 'consumerSecret'],
		);
		expect(forChat.filter((name) => !all.includes(name))).toEqual([
			'chatNotice',
			'privateKeys',
			'chatVersion',
		]);
		const entered = { useForEvents: true, clientSecret: 'one', consumerSecret: 'other' };
		expect(shown(entered)).toEqual(
			expect.arrayContaining(['clientSecretPrevious', 'consumerSecretPrevious']),
		);
	});

	it('say whose identity the keys are, and never ask for the PIN', () => {
		expect(property(type, 'privateKeys').typeOptions).toMatchObject({ password: true });
		expect(property(type, 'chatNotice').displayName).toMatch(
			/identity of the account.*second credential without them.*Never enter the PIN/,
		);
	});
});

describe('private keys', () => {
	it.each([
		['no Base64', 'not a key!'],
		['too short', Buffer.alloc(32, 1).toString('base64')],
		['zero, which is no key', Buffer.alloc(64).toString('base64')],
		['beyond the curve', Buffer.alloc(64, 255).toString('base64')],
	])('that are %s are refused, and none of them is repeated', (_case, blob) => {
		const { keys, fault } = readKeys(blob);
		expect([keys, fault.length > 0, fault.includes(blob)]).toEqual([undefined, true, false]);
	});
});
