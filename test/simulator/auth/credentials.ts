/** Every credential that X knows: consumer keys, app tokens, user tokens of both kinds, codes, used nonces. */
import { randomBytes } from 'node:crypto';
import { operations } from '../../facts';
import type { Clock } from '../clock';
import { APP, ME, PIXEL } from '../identities';

/** All scopes of X; the initial user token has all of them. */
export const allScopes: readonly string[] = [
	...new Set([
		...operations().flatMap(({ scopes }) => scopes),
		'block.write',
		'broadcast.read',
		'broadcast.write',
		'offline.access',
		'users.email',
	]),
].sort();

const ACCESS_TOKEN_SECONDS = 2 * 60 * 60;
const CODE_SECONDS = 30;

interface UserToken {
	userId: string;
	scopes: readonly string[];
	/** Milliseconds since the epoch; never when absent. */
	expires?: number;
}

interface OAuth1Token {
	secret: string;
	userId: string;
}

interface AuthorizationCode {
	userId: string;
	scopes: readonly string[];
	redirectUri: string;
	challenge: string;
	expires: number;
}

interface IssuedTokens {
	token_type: 'bearer';
	expires_in: number;
	access_token: string;
	scope: string;
	refresh_token?: string;
}

export class Credentials {
	readonly consumers = new Map<string, string>();
	/** Bearer tokens of apps, and whose they are. */
	readonly appTokens = new Map<string, string>();
	readonly userTokens = new Map<string, UserToken>();
	readonly oauth1Tokens = new Map<string, OAuth1Token>();
	readonly pixelTokens = new Set<string>();
	private readonly refreshTokens = new Map<string, { userId: string; scopes: readonly string[] }>();
	/** Tokens by the token that they were exchanged for. */
	private readonly exchanged = new Map<string, readonly string[]>();
	private readonly codes = new Map<string, AuthorizationCode>();
	private readonly nonces = new Set<string>();

	constructor(private readonly clock: Clock) {
		this.reset();
	}

	/** Back to what `identities.ts` says. */
	reset(): void {
		const { consumers, appTokens, userTokens, oauth1Tokens, refreshTokens, codes, nonces } = this;
		this.exchanged.clear();
		for (const store of [consumers, appTokens, userTokens, oauth1Tokens, refreshTokens, codes, nonces])
			store.clear();
		this.consumers.set(APP.consumerKey, APP.consumerSecret);
		this.appTokens.set(APP.bearerToken, APP.id);
		this.userTokens.set(ME.oauth2AccessToken, { userId: ME.id, scopes: allScopes });
		this.refreshTokens.set(ME.oauth2RefreshToken, { userId: ME.id, scopes: allScopes });
		this.pixelTokens.clear();
		this.pixelTokens.add(PIXEL.token);
		this.oauth1Tokens.set(ME.accessToken, { secret: ME.accessTokenSecret, userId: ME.id });
	}

	/** The app's one live bearer token; asking again gives the same one, as on the real platform. */
	appToken(): string {
		const live = [...this.appTokens].find(([, appId]) => appId === APP.id);
		if (live !== undefined) return live[0];
		const made = `AAAAsim${randomBytes(12).toString('hex')}`;
		this.appTokens.set(made, APP.id);
		return made;
	}

	/** Give out an OAuth 2.0 user token for a test, e.g. one that lacks a scope. */
	grant(
		userId: string,
		scopes: readonly string[] = allScopes,
		lifetimeSeconds = ACCESS_TOKEN_SECONDS,
	): IssuedTokens {
		const token = `sim-user-${randomBytes(16).toString('hex')}`;
		this.userTokens.set(token, { userId, scopes, expires: this.clock.now() + lifetimeSeconds * 1000 });
		const issued: IssuedTokens = {
			token_type: 'bearer',
			expires_in: lifetimeSeconds,
			access_token: token,
			scope: scopes.join(' '),
		};
		if (!scopes.includes('offline.access')) return issued;
		const refresh = `sim-refresh-${randomBytes(16).toString('hex')}`;
		this.refreshTokens.set(refresh, { userId, scopes });
		return { ...issued, refresh_token: refresh };
	}

	/** Make an authorization code that dies after 30 seconds and works once. */
	issueCode(code: Omit<AuthorizationCode, 'expires'>): string {
		const value = randomBytes(24).toString('base64url');
		this.codes.set(value, { ...code, expires: this.clock.now() + CODE_SECONDS * 1000 });
		return value;
	}

	/** Take a code out; undefined when it is unknown, used or dead. */
	takeCode(value: string): AuthorizationCode | undefined {
		const found = this.codes.get(value);
		this.codes.delete(value);
		return found && found.expires >= this.clock.now() ? found : undefined;
	}

	/** Exchange a refresh token: it works once and a new one comes with the new access token. */
	refresh(value: string): IssuedTokens | undefined {
		const found = this.refreshTokens.get(value);
		if (!found) return undefined;
		this.refreshTokens.delete(value);
		return this.grant(found.userId, found.scopes);
	}

	/** A pair for a token of OAuth 1.0a; the pair that was given for it before ends. */
	exchange(subject: string, userId: string, scopes: readonly string[]): IssuedTokens {
		for (const token of this.exchanged.get(subject) ?? []) this.revoke(token);
		const issued = this.grant(userId, scopes);
		this.exchanged.set(subject, [issued.access_token, issued.refresh_token ?? '']);
		return issued;
	}

	/** Make a token of any kind unusable. */
	revoke(token: string): boolean {
		return [this.appTokens, this.userTokens, this.oauth1Tokens, this.refreshTokens]
			.map((store) => store.delete(token))
			.some(Boolean);
	}

	/** Make a user's OAuth 2.0 access token expired while its refresh token goes on working. */
	expire(token: string): boolean {
		const found = this.userTokens.get(token);
		if (!found) return false;
		found.expires = this.clock.now() - 1;
		return true;
	}

	/** Whether a nonce is new for this token; it is remembered. */
	useNonce(token: string, timestamp: string, nonce: string): boolean {
		const key = `${token}|${timestamp}|${nonce}`;
		if (this.nonces.has(key)) return false;
		this.nonces.add(key);
		return true;
	}
}
