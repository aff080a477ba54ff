import { existsSync } from 'fs';
import { resolve } from 'path';

import { Expression, type ICredentialType, type INodeProperties } from 'n8n-workflow';

import { XAppApi } from '../../../credentials/XAppApi.credentials';
import { XUserOAuth1Api } from '../../../credentials/XUserOAuth1Api.credentials';
import { XUserOAuth2Api } from '../../../credentials/XUserOAuth2Api.credentials';
import { CREDENTIALS } from '../../../nodes/shared/auth/credentialKinds';
import { defaultScopes } from '../../../nodes/shared/model/scopes';

const hosts = {
	baseUrl: 'https://api.x.com',
	adsUrl: 'https://ads-api.x.com',
	adsSandboxUrl: 'https://ads-api-sandbox.x.com',
};

const types: Array<[string, ICredentialType]> = [
	['xAppApi', new XAppApi()],
	['xUserOAuth1Api', new XUserOAuth1Api()],
	['xUserOAuth2Api', new XUserOAuth2Api()],
];

function property(type: ICredentialType, name: string): INodeProperties {
	const found = type.properties.find((candidate) => candidate.name === name);
	if (!found) throw new Error(`${type.name} has no property ${name}`);
	return found;
}

describe.each(types)('%s', (name, type) => {
	it('has the name that nodes ask for, a test, documentation and two icons', () => {
		expect(type.name).toBe(name);
		expect(type.test?.request.url).toMatch(/^\/2\//);
		expect(type.documentationUrl).toMatch(/#x-(app|user-oauth[12])-api$/);
		expect(Object.keys(type.icon ?? {})).toEqual(['light', 'dark']);
		for (const file of Object.values<string>((type.icon ?? {}) as Record<string, string>)) {
			expect(existsSync(resolve('credentials', file.replace('file:', '')))).toBe(true);
		}
	});

	it('is called alike wherever it is named', () => {
		expect(Object.values(CREDENTIALS)).toContainEqual({
			type: name,
			label: expect.any(String) as string,
			displayName: type.displayName,
		});
	});

	it('talks to the public hosts unless told otherwise', () => {
		for (const [field, url] of Object.entries(hosts)) {
			expect(property(type, field)).toMatchObject({ type: 'string', default: url });
		}
	});

	it('hides every secret', () => {
		const secret = type.properties.filter(
			({ name: field }) => /secret|token/i.test(field) && !/url/i.test(field),
		);
		expect(secret.length).toBeGreaterThan(0);
		for (const field of secret) expect(field.typeOptions).toMatchObject({ password: true });
	});

	it('explains itself without full stops after single sentences', () => {
		for (const { description } of type.properties) {
			if (description && !description.includes('. ')) expect(description).not.toMatch(/\.$/);
		}
	});
});

describe('xUserOAuth2Api', () => {
	const type = new XUserOAuth2Api();
	const scopes = property(type, 'scopes');
	const offered = (scopes.options ?? []).map((option) => ('value' in option ? option.value : ''));

	it('asks for refreshable access and what the operations need, and not for the ads account', () => {
		for (const needed of ['offline.access', 'tweet.read', 'users.read', 'dm.read', 'dm.write', 'media.write'])
			expect(defaultScopes).toContain(needed);
		for (const scope of defaultScopes) {
			expect(offered).toContain(scope);
			expect(scope).not.toMatch(/^ads\./);
		}
	});

	it.each([
		['none', [], '', defaultScopes.join(' ')],
		['some', ['tweet.read', 'users.read'], '', 'tweet.read users.read'],
		['others', [], 'ads.read', `${defaultScopes.join(' ')} ads.read`],
	])('asks for the scopes chosen, and for what the nodes need without a choice: %s', (...row) => {
		const [, chosen, otherScopes, asked] = row;
		const $self = { scopes: chosen, otherScopes };
		const { default: scope } = property(type, 'scope');
		const expression = typeof scope === 'string' ? scope.replace(/^=/, '') : '';
		expect(Expression.resolveWithoutWorkflow(expression, { $self })).toBe(asked);
	});

	it('explains each of the 25 scopes, in alphabetical order', () => {
		expect(offered).toHaveLength(25);
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

it('xAppApi keeps the exchanged token where n8n renews it', () => {
	expect(property(new XAppApi(), 'exchangedToken')).toMatchObject({
		type: 'hidden',
		default: '',
		typeOptions: { expirable: true },
	});
});
