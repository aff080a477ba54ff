import type { ServerResponse } from 'node:http';
import { Timers } from '../clock';
import { ME } from '../identities';
import type { Platform } from '../platform';

/** A connection to a stream, open or ended. */
export interface Connection {
	readonly id: string;
	readonly appId: string;
	readonly endpoint: string;
	readonly query: URLSearchParams;
	readonly response: ServerResponse;
	readonly connectedAt: number;
	/** When it ended, on either side. */
	endedAt?: number;
	/** Until when it counts as open, although it has ended: X does not notice immediately that a client is gone. */
	countsUntil: number;
	reason?: string;
	/** Whether keep-alives are left out: what a half-open connection looks like. */
	silent: boolean;
}

export class StreamsState {
	readonly timers: Timers;
	readonly connections: Connection[] = [];
	readonly settings = {
		/** Connections that an app may have to a stream; by default one. */
		connections: { activity_stream: 2, sample10_stream: 2 } as Record<string, number>,
		/** https://docs.x.com/x-api/fundamentals/consuming-streaming-data#keep-alive-signals */
		keepAliveMs: 20_000,
		/** How long a connection counts that the client has ended. */
		ghostMs: 0,
		/** Streams that the plan of the app includes; by default all of them. */
		plan: undefined as string[] | undefined,
	};
	/** Who the Posts of tests are by. */
	readonly author: string = ME.id;

	constructor(readonly platform: Platform) {
		this.timers = new Timers(platform.clock);
	}
}

/** Whether a connection counts against the limit. */
export const counts = ({ endedAt, countsUntil }: Connection, now: number): boolean =>
	endedAt === undefined || now < countsUntil;

/** Ends a connection from X's side. */
export function end(state: StreamsState, connection: Connection, reason: string, abruptly = false): void {
	if (connection.endedAt !== undefined) return;
	const now = state.platform.clock.now();
	Object.assign(connection, { endedAt: now, countsUntil: now, reason });
	if (abruptly) connection.response.destroy();
	else connection.response.end();
}
