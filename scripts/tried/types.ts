/** What became of an operation that was tried on the simulated X. */
import type { IDataObject, INodeParameters } from 'n8n-workflow';

/** A request as the simulated X got it. */
export interface Sent {
	readonly method: string;
	/** With the real host. */
	readonly url: string;
	/** Parsed; undefined where there was none. */
	readonly body: unknown;
	readonly status: number;
}

/** What the node says of something that was made to go wrong. */
export interface Refused {
	/** What was done to it. */
	readonly tried: string;
	readonly message: string;
	readonly advice: string;
	/** The status of X's last answer; 0 where none came, undefined where nothing was sent. */
	readonly status?: number;
}

export interface Tried {
	/** The form as it was filled in. */
	readonly parameters: INodeParameters;
	readonly requests: readonly Sent[];
	/** The first of its items, if it gave any. */
	readonly items: readonly IDataObject[];
	/** How many there were. */
	readonly count: number;
	/** Names of the binary fields of the first item. */
	readonly files: readonly string[];
	/** What the node says that the run cost. */
	readonly cost?: string;
	readonly refused: readonly Refused[];
}
