/** A record names the credentials that its operation accepts, so that X is not asked with another. */
import type { CredentialKind } from '../auth/credentialKinds';

/** The credential kinds that an operation accepts, and the OAuth 2.0 scopes it needs. */
export interface Auth {
	readonly kinds: readonly CredentialKind[];
	readonly scopes: readonly string[];
	/** The kind that a new node starts with, if not the node's default. Never changes once released. */
	readonly initial?: CredentialKind;
}

const accepts =
	(...kinds: CredentialKind[]) =>
	(...scopes: string[]): Auth => ({ kinds, scopes });

/** App-only: the bearer token of the developer app. */
export const app: Auth = { kinds: ['app'], scopes: [] };
/** On behalf of a user, by OAuth 2.0 (with these scopes) or OAuth 1.0a. */
export const user = accepts('oAuth2', 'oAuth1');
export const oAuth2 = accepts('oAuth2');
export const any = accepts('app', 'oAuth2', 'oAuth1');
/** Any credential; a new node starts with that of the app. */
export const anyAppFirst = (...scopes: string[]): Auth => ({ ...any(...scopes), initial: 'app' });
/** The app's token, or a user's by OAuth 2.0. */
export const appOrOAuth2 = accepts('app', 'oAuth2');
