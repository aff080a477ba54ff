import { mapValues, uniq } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../../shared/errors';
import {
	StreamConnection,
	type ConnectionEvents,
	type StreamBody,
	type Surroundings,
} from '../stream/connection';
import { ReconnectPolicy, type Ending, type Retry } from '../stream/reconnect';

export type StreamSelection = Readonly<Record<string, readonly string[]>>;

/** A node that reads a stream. `onConnected` is also called when a reader joins an open connection. */
export interface StreamReader extends Omit<ConnectionEvents, 'onOpened'> {
	readonly id: string;
	readonly selection: StreamSelection;
	readonly open: (selection: StreamSelection, signal: AbortSignal) => Promise<StreamBody>;
}

export type Outcome =
	| { readonly kind: 'open' }
	| { readonly kind: 'retrying'; readonly ending: Ending; readonly retry: Retry; readonly failure?: Failure }
	| { readonly kind: 'refused'; readonly failure: Failure };

/** A node that has left keeps its place for so long: n8n stops and starts it when a new version is published. */
export const RETURN_WITHIN = 2000;
/** X gives the time in whole seconds, and the beginning of a connection exactly. */
const WITHIN_SECOND = 1000;
const KEPT = 5000;

const NEVER = AbortSignal.any([]);

interface KeptPlace {
	readonly events: IDataObject[];
	/** Whether the connection has been up all the time, so that nothing is missing. */
	isComplete: boolean;
}

/** One connection of an app to one stream, for all workflows of this n8n: most plans allow one, and each is billed. */
export class SharedStream {
	private readonly readers = new Map<string, StreamReader>();
	private readonly kept = new Map<string, KeptPlace>();
	private connection: StreamConnection | undefined;
	private isUp = false;
	private controller = new AbortController();
	private asked: StreamSelection = {};
	private outcome: Promise<Outcome> = Promise.resolve({ kind: 'open' });
	private readonly policy = new ReconnectPolicy();
	/** Times by the clock of X: the beginning and the end of this process's connection, and its latest attempt. */
	private readonly times = { begun: 0, ended: 0, asked: 0 };

	constructor(
		private readonly surroundings: Omit<Surroundings, 'open'> & {
			readonly time: () => number;
		},
	) {}

	/** Adds a reader. The first one opens the connection; one that comes back soon gets the events of its absence. */
	async join(reader: StreamReader): Promise<Outcome> {
		const place = this.kept.get(reader.id);
		this.kept.delete(reader.id);
		this.readers.set(reader.id, reader);
		if (!this.connection) this.start();
		else if (!covers(this.asked, reader.selection)) this.connection.renew();
		if (place) this.handOver(reader, place);
		else if (this.isUp) reader.onConnected();
		return await this.outcome;
	}

	get isInUse(): boolean {
		return this.connection !== undefined;
	}

	/** The time, by the clock of X, since which this process keeps the connection open. Is undefined if it does not. */
	get begunAt(): number | undefined {
		return this.isInUse ? this.times.begun : undefined;
	}

	/** Checks whether a connection that began at a time, by the clock of X, is not one of this process. */
	isForeign(begunAt: number): boolean {
		return begunAt > Math.max(this.times.ended, this.times.asked + WITHIN_SECOND);
	}

	/** Notes that X may still count a connection that another process of this n8n has just had. */
	expectRefusal(): void {
		if (!this.connection) this.policy.closed(this.surroundings.now());
	}

	/** Removes a reader. The connection ends with the last one. */
	leave({ id }: Pick<StreamReader, 'id'>): void {
		this.readers.delete(id);
		this.stopIfUnused();
	}

	/** Removes a reader that may come back in a moment, and keeps its events until then. */
	async leaveForNow({ id }: Pick<StreamReader, 'id'>): Promise<void> {
		const place: KeptPlace = { events: [], isComplete: this.isUp };
		this.readers.delete(id);
		if (this.connection) this.kept.set(id, place);
		await this.surroundings.wait(RETURN_WITHIN, NEVER).catch(() => undefined);
		if (this.kept.get(id) === place) this.kept.delete(id);
		this.stopIfUnused();
	}

	private handOver(reader: StreamReader, { events, isComplete }: KeptPlace): void {
		for (const event of events) reader.onEvent(event);
		if (!this.isUp) return;
		if (isComplete) reader.onAlive();
		else reader.onConnected();
	}

	private stopIfUnused(): void {
		if (this.readers.size === 0 && this.kept.size === 0) this.stop();
	}

	private stop(): void {
		this.isUp = false;
		if (!this.connection) return;
		this.connection = undefined;
		this.times.ended = this.surroundings.time();
		this.policy.closed(this.surroundings.now());
		this.controller.abort();
	}

	private keepEvent(event: IDataObject): void {
		for (const place of this.kept.values()) {
			if (place.events.length < KEPT) place.events.push(event);
			else place.isComplete = false;
		}
	}

	private lost(): void {
		this.isUp = false;
		for (const place of this.kept.values()) place.isComplete = false;
	}

	private start(): void {
		const controller = new AbortController();
		this.controller = controller;
		this.times.begun = this.surroundings.time();
		let settle: (outcome: Outcome) => void = () => {};
		this.outcome = new Promise((resolve) => (settle = resolve));
		const note = (outcome: Outcome) => {
			settle(outcome);
			this.outcome = Promise.resolve(outcome);
		};
		const each = (tell: (reader: StreamReader) => void) => [...this.readers.values()].forEach(tell);
		const connection = new StreamConnection(
			{ ...this.surroundings, open: async (signal) => await this.open(signal) },
			{
				onOpened: () => note({ kind: 'open' }),
				onConnected: () => {
					this.isUp = true;
					each((reader) => reader.onConnected());
				},
				onAlive: () => each((reader) => reader.onAlive()),
				onEvent: (body) => {
					this.keepEvent(body);
					each((reader) => reader.onEvent(body));
				},
				onUnreadable: (error) => each((reader) => reader.onUnreadable(error)),
				onRetry: (ending, retry, failure) => {
					this.lost();
					note({ kind: 'retrying', ending, retry, ...(failure && { failure }) });
					// There is no reader left. One that comes back opens it again.
					if (this.readers.size === 0) this.stop();
					each((reader) => reader.onRetry(ending, retry, failure));
				},
				onRefused: (failure) => {
					this.stop();
					note({ kind: 'refused', failure });
					each((reader) => reader.onRefused(failure));
				},
			},
			this.policy,
		);
		this.connection = connection;
		// If it ends before it is open, no reader is waiting for an outcome any more.
		void connection.run(controller.signal).finally(() => settle({ kind: 'open' }));
	}

	/** Requests everything that any reader wants, with the credential of any of them. */
	private async open(signal: AbortSignal): Promise<StreamBody> {
		const readers = [...this.readers.values()];
		this.asked = union(readers.map(({ selection }) => selection));
		const [reader] = readers;
		if (!reader) throw new Error('No one reads the stream');
		const body = await reader.open(this.asked, signal);
		this.times.asked = this.surroundings.time();
		return body;
	}
}

const union = (selections: readonly StreamSelection[]): StreamSelection => {
	const all: Record<string, string[]> = {};
	for (const selection of selections)
		for (const [parameter, values] of Object.entries(selection))
			all[parameter] = [...(all[parameter] ?? []), ...values];
	return mapValues(all, (values) => uniq(values).sort());
};

const covers = (asked: StreamSelection, wanted: StreamSelection): boolean =>
	Object.entries(wanted).every(([parameter, values]) =>
		values.every((value) => asked[parameter]?.includes(value)),
	);
