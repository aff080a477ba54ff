/** What all sources of events share, for the webhook and the stream. */
import type { UserKind } from '../auth/credentialKinds';
import type { Api } from '../http/connection';

/** X on behalf of a user, with one kind of credential. */
export interface UserAccess {
	readonly kind: UserKind;
	readonly api: Api;
}

export interface SourceAccess {
	readonly app: Api;
	/** The user, if a user credential is chosen. */
	readonly user: Api | undefined;
	/** The user with each kind of credential that is chosen, in the order in which they are tried. */
	readonly users: readonly UserAccess[];
	readonly warn: (message: string) => void;
}

/** Makes the error that ends a trigger's start: what is wrong, and advice. */
export type Refuse = (message: string, description: string) => Error;
