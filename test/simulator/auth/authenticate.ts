/** Who is calling: reads the Authorization header, checks it against the known credentials and what the route requires. */
import type { AuthFailure, BoundRoute, Caller } from '../frame';
import { APP } from '../identities';
import type { Platform } from '../platform';
import { parseForm, parseOAuthHeader, sign } from './signature';

const ALLOWED_DRIFT_SECONDS = 5 * 60;

interface Presented {
	method: string;
	/** Scheme, host and path as the client addressed it, without the query. */
	url: string;
	/** The query as sent, without the question mark. */
	rawQuery: string;
	authorization: string | undefined;
	/** The header of the routes that take the token of a pixel. */
	pixelToken?: string | string[] | undefined;
	contentType: string | undefined;
	rawBody: Buffer;
}

/** The caller, or why the request is refused. */
type Authenticated = { caller: Caller } | { failure: AuthFailure };

const refused = (
	reason: 'missing' | 'badToken' | 'badSignature' | 'expiredToken' | 'badTimestamp' | 'usedNonce',
	detail: string,
): Authenticated => ({
	failure: { reason, detail },
});

/**
 * Authenticate a request for a route.
 *
 * @returns the caller, or the failure in words and as data
 */
export function authenticate(platform: Platform, route: BoundRoute, request: Presented): Authenticated {
	if (route.auth === 'none') return { caller: { kind: 'none', appId: APP.id, userId: '', scopes: [] } };
	const identified = identify(platform, request);
	if ('failure' in identified) return identified;
	const { caller } = identified;
	if (caller.kind === 'none') return identified;
	if (!route.auth.includes(caller.kind)) {
		const detail = `Credential kind ${caller.kind} is not accepted`;
		return { failure: { reason: 'wrongKind', detail, used: caller.kind, accepted: route.auth } };
	}
	const missing =
		caller.kind === 'oAuth2' ? (route.scopes ?? []).filter((scope) => !caller.scopes.includes(scope)) : [];
	if (missing.length > 0) {
		return { failure: { reason: 'missingScope', detail: `Missing scopes: ${missing.join(' ')}` } };
	}
	return identified;
}

function identify(platform: Platform, request: Presented): Authenticated {
	const header = request.authorization;
	if (request.pixelToken !== undefined) return ofPixel(platform, request);
	if (!header) return refused('missing', 'No Authorization header');
	if (/^Bearer /i.test(header)) return bearer(platform, header.slice(7).trim());
	if (/^OAuth /i.test(header)) return oauth1(platform, request, header);
	return refused('missing', 'Authorization scheme is neither Bearer nor OAuth');
}

/** The token of a pixel authorizes for its account, no matter who sends it. */
function ofPixel({ credentials }: Platform, { pixelToken, authorization }: Presented): Authenticated {
	if (authorization !== undefined) return refused('badToken', 'A pixel token beside another credential');
	return credentials.pixelTokens.has(String(pixelToken))
		? { caller: { kind: 'pixelToken', appId: '', userId: '', scopes: [] } }
		: refused('badToken', 'Unknown pixel token');
}

function bearer({ credentials, clock }: Platform, token: string): Authenticated {
	const appId = credentials.appTokens.get(token);
	if (appId !== undefined) return { caller: { kind: 'app', appId, userId: '', scopes: [] } };
	const user = credentials.userTokens.get(token);
	if (!user) return refused('badToken', 'Unknown bearer token');
	if (user.expires !== undefined && user.expires <= clock.now())
		return refused('expiredToken', 'Expired bearer token');
	return { caller: { kind: 'oAuth2', appId: APP.id, userId: user.userId, scopes: user.scopes } };
}

function oauth1(platform: Platform, request: Presented, header: string): Authenticated {
	const { credentials, clock } = platform;
	const oauth = parseOAuthHeader(header);
	if (!oauth) return refused('badSignature', 'Malformed OAuth header');
	const part = (name: string) => oauth.get(`oauth_${name}`) ?? '';
	if (part('signature_method') !== 'HMAC-SHA1')
		return refused('badSignature', 'Signature method is not HMAC-SHA1');
	if (oauth.has('oauth_version') && part('version') !== '1.0')
		return refused('badSignature', 'Version is not 1.0');
	const consumerSecret = credentials.consumers.get(part('consumer_key'));
	if (consumerSecret === undefined) return refused('badToken', 'Unknown consumer key');
	const token = credentials.oauth1Tokens.get(part('token'));
	if (!token) return refused('badToken', 'Unknown access token');
	const timestamp = Number(part('timestamp'));
	const drift = Math.min(
		Math.abs(timestamp - clock.seconds()),
		Math.abs(timestamp - Math.floor(Date.now() / 1000)),
	);
	if (!/^[0-9]+$/.test(part('timestamp')) || drift > ALLOWED_DRIFT_SECONDS)
		return refused('badTimestamp', 'Timestamp out of bounds');
	if (!/^[\x21-\x7e]+$/.test(part('nonce')))
		return refused('usedNonce', 'Nonce is missing or not plain ASCII');
	const isForm = /^application\/x-www-form-urlencoded\b/i.test(request.contentType ?? '');
	const expected = sign({
		method: request.method,
		url: request.url,
		parameters: [
			...parseForm(request.rawQuery),
			...(isForm ? parseForm(request.rawBody.toString('utf8')) : []),
		],
		oauth,
		consumerSecret,
		tokenSecret: token.secret,
	});
	if (expected !== part('signature')) return refused('badSignature', 'Signature does not match');
	if (!credentials.useNonce(part('token'), part('timestamp'), part('nonce')))
		return refused('usedNonce', 'Nonce was used before');
	return { caller: { kind: 'oAuth1', appId: APP.id, userId: token.userId, scopes: [] } };
}
