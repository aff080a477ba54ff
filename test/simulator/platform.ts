/**
 * What all areas share: time, page tokens, credentials, identifiers, a bus for what happened (a Post was created, a
 * message was sent) so that an area can deliver what another one made, and the options the simulator was started with.
 */
import { EventEmitter } from 'node:events';
import { Credentials } from './auth/credentials';
import { Clock } from './clock';
import { PageTokens } from './frame/pages';

/** What may happen on the platform; areas add members by declaration merging (`declare module './platform'`). */
export interface PlatformEvents {
	'post.created': { postId: string };
	'post.deleted': { postId: string; authorId: string };
	'post.liked': { postId: string; userId: string };
	'dm.created': { eventId: string };
	'user.followed': { sourceId: string; targetId: string };
	'user.unfollowed': { sourceId: string; targetId: string };
}

export interface SimulatorOptions {
	/** How many followers the `me` account has (also the number of made-up users); 300 when left out. */
	followers?: number;
	/** Port of the api listener; a free one when left out. The other two always take free ports. */
	port?: number;
	/** How long a video is processed, in seconds of the platform's clock; 2 when left out. */
	processingSeconds?: number;
	/** What `check_after_secs` says while a video is processed; 1 when left out. */
	checkAfterSeconds?: number;
}

const idEpochMs = 1_288_834_974_657;

/** The smallest identifier of a moment, in milliseconds since the epoch. */
export function idAt(milliseconds: number): bigint {
	return (BigInt(Math.floor(milliseconds)) - BigInt(idEpochMs)) * 4_194_304n + 1n;
}

export class Platform {
	readonly clock = new Clock();
	readonly pages = new PageTokens(this.clock);
	readonly credentials = new Credentials(this.clock);
	/** Whose contract holds where they differ: what the documentation pages allow, or the OpenAPI file to the letter. */
	strict: 'pages' | 'openapi' = 'pages';
	private readonly bus = new EventEmitter();
	private lastId = 0n;

	constructor(readonly options: SimulatorOptions = {}) {
		this.bus.setMaxListeners(0);
	}

	/**
	 * A new identifier: 19 digits, made of the time, larger than every one before, and beyond what a binary float
	 * holds exactly.
	 */
	newId(): string {
		const fromTime = idAt(this.clock.now());
		this.lastId = fromTime > this.lastId ? fromTime : this.lastId + 1n;
		return String(this.lastId);
	}

	emit<Name extends keyof PlatformEvents>(name: Name, detail: PlatformEvents[Name]): void {
		this.bus.emit(name, detail);
	}

	/** Be told of what happens. Returns a function that ends it. */
	on<Name extends keyof PlatformEvents>(
		name: Name,
		listener: (detail: PlatformEvents[Name]) => void,
	): () => void {
		this.bus.on(name, listener);
		return () => this.bus.off(name, listener);
	}

	/** Forget everything: time, tokens, listeners. */
	reset(): void {
		this.bus.removeAllListeners();
		this.clock.reset();
		this.pages.expireAll();
		this.credentials.reset();
		this.lastId = 0n;
		this.strict = 'pages';
	}
}
