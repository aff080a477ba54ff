import type { IDataObject } from 'n8n-workflow';
import { classifyException, type Failure } from '../../shared/errors';
import { LineSplitter } from './lines';
import { endingOfRefusal, readMessage } from './message';
import { ReconnectPolicy, type Ending, type Retry } from './reconnect';

/** The bytes of an open stream. */
export interface StreamBody extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

/** The world that a connection lives in. */
export interface Surroundings {
	/** Opens the stream; throws where it is refused or cannot be reached. */
	readonly open: (signal: AbortSignal) => Promise<StreamBody>;
	/** Milliseconds since 1970, by the clock of this machine. */
	readonly now: () => number;
	/** Milliseconds since some moment: nobody can set this clock. */
	readonly ticks: () => number;
	/** Waits; throws as soon as the signal is aborted. */
	readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** What a connection tells. None of these throws. */
export interface ConnectionEvents {
	/** X has answered; it may still refuse in its first line. */
	onOpened(): void;
	/** The first line, or sign of life, came. */
	onConnected(): void;
	/** Bytes came: the stream is alive. */
	onAlive(): void;
	onEvent(body: IDataObject): void;
	/** A line could not be read. */
	onUnreadable(): void;
	/** It is lost or was refused, and is tried again after a while. */
	onRetry(ending: Ending, retry: Retry, failure: Failure | undefined): void;
	/** It is refused, and trying again does not help. */
	onRefused(failure: Failure): void;
}

/**
 * Longest silence of a living stream. A sign of life comes every 20 seconds, sometimes to the very moment, so that 20
 * would end healthy connections.
 */
export const SILENCE = 28_000;
/** Longest time until X answers to a connect. */
const OPENING = 60_000;

interface Outcome {
	readonly ending: Ending | undefined;
	readonly failure?: Failure;
}

/**
 * One connection that is kept open: read, watched, and made anew when it is lost:
 * https://docs.x.com/x-api/fundamentals/handling-disconnections
 */
export class StreamConnection {
	private current: AbortController | undefined;
	private isRenewing = false;

	constructor(
		private readonly surroundings: Surroundings,
		private readonly events: ConnectionEvents,
		private readonly policy = new ReconnectPolicy(),
	) {}

	/**
	 * Keeps the stream open until the signal is aborted, or X refuses it for good.
	 *
	 * @param signal Ends it at once.
	 */
	async run(signal: AbortSignal): Promise<void> {
		const { now, wait } = this.surroundings;
		while (!signal.aborted) {
			const { ending, failure } = await this.connectOnce(signal);
			if (signal.aborted) break;
			if (!ending) {
				if (failure) this.events.onRefused(failure);
				return;
			}
			const retry = this.policy.after(ending, now());
			this.events.onRetry(ending, retry, failure);
			if (retry.wait > 0) await wait(retry.wait, signal).catch(() => undefined);
		}
	}

	/** Ends the present connection and makes another one, with what `open` then asks for. */
	renew(): void {
		if (!this.current) return;
		this.isRenewing = true;
		this.policy.closed(this.surroundings.now());
		this.current.abort();
	}

	/** One connection from its opening to its end. */
	private async connectOnce(outer: AbortSignal): Promise<Outcome> {
		const controller = new AbortController();
		const stop = () => controller.abort();
		outer.addEventListener('abort', stop, { once: true });
		this.current = controller;
		this.isRenewing = false;
		try {
			const body = await this.opened(controller);
			this.events.onOpened();
			return await this.readToEnd(body, controller);
		} catch (error) {
			if (this.isRenewing) return { ending: { kind: 'renewed' } };
			const failure = classifyException(error);
			// Only an opening that took too long is aborted without anybody's wish.
			if (controller.signal.aborted) return { ending: { kind: 'network' }, failure };
			return { ending: endingOfRefusal(failure), failure };
		} finally {
			outer.removeEventListener('abort', stop);
			controller.abort();
			this.current = undefined;
		}
	}

	private async opened(controller: AbortController): Promise<StreamBody> {
		const { open, wait } = this.surroundings;
		const isOpen = new AbortController();
		const giveUp = () => isOpen.abort();
		controller.signal.addEventListener('abort', giveUp, { once: true });
		void wait(OPENING, isOpen.signal).then(
			() => controller.abort(),
			() => undefined,
		);
		try {
			return await open(controller.signal);
		} finally {
			controller.signal.removeEventListener('abort', giveUp);
			isOpen.abort();
		}
	}

	private async readToEnd(body: StreamBody, controller: AbortController): Promise<Outcome> {
		const { ticks } = this.surroundings;
		const { signal } = controller;
		const end = () => body.destroy();
		if (signal.aborted) end();
		signal.addEventListener('abort', end, { once: true });
		const since = ticks();
		const heard = { at: since };
		let isUp = false;
		void this.watch(heard, controller);
		const lines = new LineSplitter();
		try {
			for await (const chunk of body) {
				if (signal.aborted) break;
				heard.at = ticks();
				// X may refuse in the stream's first line what it should have refused before.
				for (const line of lines.push(chunk)) {
					const message = readMessage(line);
					if (message.kind === 'end') return message;
					if (!isUp) {
						isUp = true;
						this.events.onConnected();
					}
					if (message.kind === 'event') this.events.onEvent(message.body);
					else if (message.kind === 'unreadable') this.events.onUnreadable();
				}
				if (isUp) this.events.onAlive();
			}
		} catch {
			// A stream that breaks off is no error: it is made anew.
		} finally {
			signal.removeEventListener('abort', end);
			body.destroy();
		}
		if (this.isRenewing) return { ending: { kind: 'renewed' } };
		return { ending: { kind: 'dropped', lived: isUp ? ticks() - since : 0 } };
	}

	/** Ends a connection that has gone silent: X does not always close what it has given up. */
	private async watch(heard: { at: number }, controller: AbortController): Promise<void> {
		const { ticks, wait } = this.surroundings;
		for (;;) {
			const left = SILENCE - (ticks() - heard.at);
			if (left <= 0) break;
			try {
				await wait(left, controller.signal);
			} catch {
				return;
			}
		}
		controller.abort();
	}
}
