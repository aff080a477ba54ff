/** Describes what all sources of events share, for the webhook and the stream. */
import type { Api } from '../http/connection';

export interface SourceAccess {
	readonly app: Api;
	readonly user: Api | undefined;
	readonly warn: (message: string) => void;
}

export type Refuse = (message: string, description: string) => Error;
