/**
 * Tokens that were fetched or renewed during a run are hidden in errors and in outputs like those that were entered: a
 * host that says in 16 ways what it was asked, token included, with and without its scheme, to 5 kinds of requests.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { createServer } from 'node:http';
import { host, runNode, type CredentialOverrides } from '../support';
import { useOwnHost } from '../support/ownHost';
import { useEndedWaits } from '../support/waits';

const STATUSES = [200, 400, 401, 402, 403, 404, 405, 406, 409, 410, 413, 415, 418, 422, 429, 451];
const STALE = 'stale-token-5f0c2d';
const FRESH = 'fresh-token-9876543210';
const FRESH_REFRESH = 'fresh-refresh-9876543210';

const KEYS = { consumerKey: 'key', consumerSecret: 'consumer-secret-5f0c2d' };
const CLIENT = { clientId: 'client', clientSecret: 'client-secret-5f0c2d' };

interface Kind {
	readonly credentials: CredentialOverrides;
	readonly parameters: object;
}

const GET_ME = { resource: 'user', operation: 'getMe', options: { maxWait: 0 } };
const CHECK = { resource: 'health', operation: 'check', includeBilled: true, options: { maxWait: 0 } };
const KINDS: Readonly<Record<string, Kind & { readonly node: string }>> = {
	'the keys of an app': {
		node: 'xCoreAdmin',
		credentials: { xAppApi: { ...KEYS, bearerToken: '' } },
		parameters: { resource: 'usage', operation: 'get', authentication: 'app', options: { maxWait: 0 } },
	},
	'the keys of OAuth 1.0a, as the app': {
		node: 'xCoreAdmin',
		credentials: { xUserOAuth1Api: KEYS },
		parameters: { ...CHECK, authentication: 'oAuth1' },
	},
	'an access token': {
		node: 'xCore',
		credentials: {
			xAccessTokenApi: { ...CLIENT, accessToken: STALE, refreshToken: 'refresh-5f0c2d' },
		},
		parameters: { ...GET_ME, authentication: 'accessToken' },
	},
	'an access token, in rows': {
		node: 'xCoreAdmin',
		credentials: { xAccessTokenApi: { ...CLIENT, accessToken: STALE, refreshToken: 'other-5f0c2d' } },
		parameters: { ...CHECK, authentication: 'accessToken' },
	},
	'a connection of OAuth 2.0': {
		node: 'xCore',
		credentials: {
			xUserOAuth2Api: {
				...CLIENT,
				oauthTokenData: { access_token: STALE, refresh_token: 'refresh-5f0c2d', token_type: 'bearer' },
			},
		},
		parameters: { ...GET_ME, authentication: 'oAuth2' },
	},
};

let status = 400;
let seen = '';

const server = createServer((request, response) => {
	const { url = '', headers } = request;
	const answer = (code: number, body: object) => {
		response.writeHead(code, { 'content-type': 'application/json' });
		response.end(JSON.stringify(body));
	};
	request.resume().on('end', () => {
		if (url.endsWith('/oauth2/token')) {
			const pair = { access_token: FRESH, refresh_token: FRESH_REFRESH };
			answer(200, { ...pair, expires_in: 7200, token_type: 'bearer' });
			return;
		}
		const { authorization = '' } = headers;
		const token = authorization.replace(/^\w+ /, '');
		seen += token;
		const said = `the token ${token} (${encodeURIComponent(authorization)}) may not do this`;
		answer(token === STALE ? 401 : status, {
			data: { id: '1', name: said, username: 'ada' },
			title: said,
			detail: said,
			errors: [{ message: said }],
		});
	});
});

const sim = useOwnHost(server);
useEndedWaits();

it.each(Object.entries(KINDS))('%s', async (_name, { node, parameters, credentials }) => {
	const log = host().services.recordLog(['debug', 'info', 'warn', 'error']);
	const shown: unknown[] = [];
	seen = '';
	try {
		for (status of STATUSES) {
			const { error, json, hints } = await runNode({
				node,
				sim: sim(),
				parameters: { ...parameters },
				credentials,
			});
			const told = JSON.stringify([error, error?.message, error?.description, error?.context, json, hints]);
			expect(told).toMatch(/may not do this|\[hidden\]/);
			for (const token of [FRESH, FRESH_REFRESH, STALE])
				if (told.includes(token)) shown.push([status, token]);
		}
	} finally {
		log.stop();
	}
	expect(shown).toEqual([]);
	expect(log.lines.filter((line) => line.includes(FRESH))).toEqual([]);
	// Else the host would have had nothing to show.
	expect(seen).toContain(FRESH);
});
