/** The endpoints that give out tokens: app-only tokens, and OAuth 2.0 with PKCE for users. */
import { createHash } from 'node:crypto';
import { defineArea, isRecord, ok, Refusal } from '../frame';
import type { Route, SimRequest, SimResponse } from '../frame';
import { APP, ME } from '../identities';
import type { Platform } from '../platform';
import { allScopes } from './credentials';

const FORM_BODY = {
	types: ['application/x-www-form-urlencoded'],
	required: true,
	fields: [],
	open: true,
} as const;

type Handle = (request: SimRequest, platform: Platform) => SimResponse;
const token = (path: string, handle: Handle): Route<object> => ({
	method: 'POST',
	path,
	auth: 'none',
	body: FORM_BODY,
	handler: (_state, request, platform) => handle(request, platform),
});

export const authorization = defineArea<object>({
	name: 'authorization',
	createState: () => ({}),
	routes: [
		token('/oauth2/token', (request, { credentials }) => {
			const given = basic(request);
			if (!given || credentials.consumers.get(given.id) !== given.secret)
				return legacy(403, 99, 'Unable to verify your credentials');
			if (field(request, 'grant_type') !== 'client_credentials')
				return legacy(403, 170, 'Missing required parameter: grant_type');
			return ok({ token_type: 'bearer', access_token: credentials.appToken() });
		}),
		{
			method: 'GET',
			path: '/i/oauth2/authorize',
			auth: 'none',
			parameters: 'any',
			handler: (_state, request, platform) => authorize(request, platform),
		},
		token('/2/oauth2/token', exchange),
		token('/2/oauth2/revoke', (request, { credentials }) => {
			requireClient(request);
			credentials.revoke(field(request, 'token'));
			return ok({ revoked: true });
		}),
	],
});

/** Approves immediately: everyone who opens the page is the `ME` account. */
function authorize({ query }: SimRequest, { credentials }: Platform): SimResponse {
	const get = (name: string) => query.get(name) ?? '';
	const scopes = get('scope').split(' ').filter(Boolean);
	const unknown = scopes.filter((scope) => !allScopes.includes(scope));
	const checks: ReadonlyArray<readonly [string, boolean]> = [
		['response_type', get('response_type') === 'code'],
		['client_id', get('client_id') === APP.clientId],
		['redirect_uri', /^https?:\/\//.test(get('redirect_uri'))],
		[`scope ${unknown.join(' ')}`, scopes.length > 0 && unknown.length === 0],
		['state', get('state') !== '' && get('state').length <= 500],
		['code_challenge', get('code_challenge') !== ''],
		['code_challenge_method', get('code_challenge_method') === 'S256'],
	];
	const wrong = checks.find(([, fine]) => !fine)?.[0];
	if (wrong)
		return {
			status: 400,
			body: `<h1>Something went wrong</h1><p>${wrong}</p>`,
			headers: { 'content-type': 'text/html' },
		};
	const code = credentials.issueCode({
		userId: ME.id,
		scopes,
		redirectUri: get('redirect_uri'),
		challenge: get('code_challenge'),
	});
	const back = new URL(get('redirect_uri'));
	back.searchParams.set('state', get('state'));
	back.searchParams.set('code', code);
	return { status: 302, headers: { location: back.toString() } };
}

function exchange(request: SimRequest, { credentials }: Platform): SimResponse {
	requireClient(request);
	switch (field(request, 'grant_type')) {
		case 'authorization_code': {
			const code = credentials.takeCode(field(request, 'code'));
			if (!code) return oauthError('invalid_request', 'authorization code', 'was invalid');
			if (code.redirectUri !== field(request, 'redirect_uri')) {
				const why = 'did not match the uri of the authorization code';
				return oauthError('invalid_request', 'redirect uri', why);
			}
			const verifier = field(request, 'code_verifier');
			const proof = createHash('sha256').update(verifier).digest('base64url');
			if (!verifier || proof !== code.challenge)
				return oauthError('invalid_request', 'code verifier', 'did not match the code challenge');
			return ok(credentials.grant(code.userId, code.scopes));
		}
		case 'refresh_token': {
			const issued = credentials.refresh(field(request, 'refresh_token'));
			return issued ? ok(issued) : oauthError('invalid_request', 'token', 'was invalid');
		}
		case 'urn:ietf:params:oauth:grant-type:token-exchange':
			return exchangeOAuth1(request, credentials);
		default:
			return oauthError('unsupported_grant_type', 'grant type', 'was not supported');
	}
}

/** A token of OAuth 1.0a stays valid; exchanging it again ends the pair before. */
function exchangeOAuth1(request: SimRequest, credentials: Platform['credentials']): SimResponse {
	if (field(request, 'subject_token_type') !== 'urn:x:params:oauth:token-type:oauth1_token')
		return oauthError('invalid_request', 'subject token type', 'was not supported');
	const known = credentials.oauth1Tokens.get(field(request, 'subject_token'));
	if (known?.secret !== field(request, 'oauth_token_secret'))
		return oauthError('invalid_grant', 'subject token', 'was invalid');
	const asked = field(request, 'scope').split(' ').filter(Boolean);
	const wrong = asked.find((scope) => !allScopes.includes(scope));
	if (wrong !== undefined) return oauthError('invalid_scope', 'scope', `${wrong} was not granted`);
	return ok(
		credentials.exchange(field(request, 'subject_token'), known.userId, asked.length > 0 ? asked : allScopes),
	);
}

/** The app is a confidential client: only Basic authentication with its client ID and secret will do. */
function requireClient(request: SimRequest): void {
	const given = basic(request);
	if (given?.id === APP.clientId && given.secret === APP.clientSecret) return;
	throw new Refusal({
		status: 401,
		body: { error: 'unauthorized_client', error_description: 'Missing valid authorization header' },
	});
}

function basic({ headers }: SimRequest): { id: string; secret: string } | undefined {
	const match = /^Basic (.+)$/i.exec(headers.authorization ?? '');
	if (!match?.[1]) return undefined;
	const [id = '', ...rest] = Buffer.from(match[1], 'base64').toString('utf8').split(':');
	try {
		return { id: decodeURIComponent(id), secret: decodeURIComponent(rest.join(':')) };
	} catch {
		return undefined;
	}
}

function field({ body }: SimRequest, name: string): string {
	const value = isRecord(body) ? body[name] : undefined;
	return typeof value === 'string' ? value : '';
}

function legacy(status: number, code: number, message: string): SimResponse {
	return { status, body: { errors: [{ code, message }] } };
}

function oauthError(error: string, what: string, why: string): SimResponse {
	return { status: 400, body: { error, error_description: `Value passed for the ${what} ${why}.` } };
}
