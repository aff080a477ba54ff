/** What the sources of events have in common, whether a webhook or a stream brings their events. */
import type { UserKind } from '../auth/credentialKinds';
import type { Api } from '../http/connection';

/** X on behalf of a user, with one kind of credential. */
export interface UserAccess {
	readonly kind: UserKind;
	readonly api: Api;
}

/** What every source works with. */
export interface SourceAccess {
	/** The app, without a user. */
	readonly app: Api;
	/** The user, where a user credential is chosen. */
	readonly user: Api | undefined;
	/** The user by each kind of credential that is chosen, in the order of trying. */
	readonly users: readonly UserAccess[];
	/** Writes a line to n8n's log. */
	readonly warn: (message: string) => void;
}

/** Makes the error with which a trigger ends its start: what is wrong, and what to do about it. */
export type Refuse = (message: string, description: string) => Error;
