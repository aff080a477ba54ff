/** What all areas share: time, page tokens, credentials, identifiers, and the options the simulator was started with. */
import { Credentials } from './auth/credentials';
import { Clock } from './clock';
import { PageTokens } from './frame/pages';

export interface SimulatorOptions {
	/** How many followers the `ME` account has (also the number of made-up users); by default 300. */
	followers?: number;
	/** Port of the api listener; by default a free one. The other two always take free ports. */
	port?: number;
	/** How long a video is processed, in seconds of the simulator's clock; by default 2. */
	processingSeconds?: number;
	/** What `check_after_secs` says while a video is processed; by default 1. */
	checkAfterSeconds?: number;
}

const ID_EPOCH_MS = 1_288_834_974_657;

/** The smallest identifier of a moment, in milliseconds since the epoch. */
export function idAt(milliseconds: number): bigint {
	return (BigInt(Math.floor(milliseconds)) - BigInt(ID_EPOCH_MS)) * 4_194_304n + 1n;
}

export class Platform {
	readonly clock = new Clock();
	readonly pages = new PageTokens(this.clock);
	readonly credentials = new Credentials(this.clock);
	/** Whose contract holds where they differ: what the documentation pages allow, or the OpenAPI file to the letter. */
	strict: 'pages' | 'openapi' = 'pages';
	private lastId = 0n;

	constructor(readonly options: SimulatorOptions = {}) {}

	/**
	 * A new identifier: 19 digits, made of the time, larger than every one before, and beyond what a binary float
	 * holds exactly.
	 */
	newId(): string {
		const fromTime = idAt(this.clock.now());
		this.lastId = fromTime > this.lastId ? fromTime : this.lastId + 1n;
		return String(this.lastId);
	}

	/** Forget everything: time and tokens. */
	reset(): void {
		this.clock.reset();
		this.pages.expireAll();
		this.credentials.reset();
		this.lastId = 0n;
		this.strict = 'pages';
	}
}
