import type { IDataObject } from 'n8n-workflow';
import { classify, classifyException, type Failure } from '../../shared/errors';
import { tryParseExact } from '../../shared/util/exactJson';
import { isObject, objects, text } from '../../shared/util/lenient';
import { inTurns } from '../../shared/util/turns';
import { LineSplitter, LineTooLong } from './lines';
import { type Ending, ReconnectPolicy, type Retry } from './reconnect';

type StreamMessage =
	| { readonly kind: 'alive' }
	/** Something happened. Errors beside it are about parts that X could not show. */
	| { readonly kind: 'event'; readonly body: IDataObject }
	| { readonly kind: 'end'; readonly failure: Failure; readonly ending: Ending | undefined }
	| { readonly kind: 'unreadable' };

/**
 * Reads a line. A problem may be in `errors` or alone, and a line with data is an event whatever else it has:
 * https://docs.x.com/x-api/fundamentals/consuming-streaming-data
 */
export function readMessage(line: string): StreamMessage {
	if (line.trim() === '') return { kind: 'alive' };
	const body = tryParseExact(line);
	if (!isObject(body)) return { kind: 'unreadable' };
	if (body.data !== undefined && body.data !== null) return { kind: 'event', body };
	const problems = objects(body.errors);
	const [problem] = problems.length > 0 ? problems : [body];
	if (problem === undefined || !isProblem(problem)) return { kind: 'event', body };
	const failure = classify({ status: 200, body });
	return { kind: 'end', failure, ending: endingOf(problem, failure) };
}

const isProblem = ({ title, type, detail, disconnect_type, message }: IDataObject): boolean =>
	[title, type, detail, disconnect_type, message].some((member) => text(member) !== undefined);

/** Waiting does not help with these. */
const FINAL = new Set<Failure['kind']>([
	'authentication',
	'wrongCredentialKind',
	'missingScope',
	'forbidden',
	'usageCap',
	'noCredit',
]);

/** Decides how to continue after a problem inside a stream. Is undefined if trying again does not help. */
function endingOf(problem: IDataObject, { kind, retryAt }: Failure): Ending | undefined {
	if (isTooMany(problem)) return { kind: 'tooMany' };
	if (FINAL.has(kind)) return undefined;
	// Rules that are not valid: until they are corrected, X ends each connection.
	if (kind === 'conflict') return { kind: 'http' };
	if (kind === 'rateLimit') return { kind: 'limited', ...(retryAt && { until: retryAt.getTime() }) };
	// If X disconnects for its own reasons, this is an ordinary loss of connection. Other problems may last a while.
	return /(Operational|Unclean|Force)\w{0,20}Disconnect|SlowReader/i.test(
		text(problem.disconnect_type) ?? '',
	) || /operational-disconnect$/.test(text(problem.type) ?? '')
		? { kind: 'dropped', lived: Infinity }
		: { kind: 'http' };
}

/** Checks whether a problem means that the app has reached its limit of connections. */
const isTooMany = (problem: IDataObject): boolean =>
	problem.connection_issue === 'TooManyConnections' ||
	/maximum allowed connection/i.test(text(problem.detail) ?? '');

/** Decides how to continue after a refused attempt to connect. Is undefined if trying again does not help. */
export function endingOfRefusal({ kind, status, problems, retryAt }: Failure): Ending | undefined {
	if (problems.some((problem) => isTooMany(problem as IDataObject))) return { kind: 'tooMany' };
	switch (kind) {
		case 'connection':
		case 'dns':
		case 'refused':
		case 'timeout':
			return { kind: 'network' };
		case 'rateLimit':
			return { kind: 'limited', ...(retryAt && { until: retryAt.getTime() }) };
		case 'server':
		case 'unavailable':
		case 'locked':
			return { kind: 'http' };
		// A stream without rules. New rules take some seconds to count.
		case 'conflict':
			return { kind: 'http' };
		default:
			return status !== undefined && status >= 500 ? { kind: 'http' } : undefined;
	}
}

export interface StreamBody extends AsyncIterable<Uint8Array> {
	destroy(): unknown;
}

/** The functions that a connection needs from outside, so that tests can replace them. */
export interface Surroundings {
	readonly open: (signal: AbortSignal) => Promise<StreamBody>;
	readonly now: () => number;
	/** Milliseconds since an arbitrary moment, by a clock that cannot be set. */
	readonly ticks: () => number;
	readonly wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

export interface ConnectionEvents {
	/** X has answered, but may still refuse in its first line. */
	onOpened(): void;
	/** The first line or keep-alive signal has arrived. */
	onConnected(): void;
	/** Data has arrived, so the stream is alive. */
	onAlive(): void;
	onEvent(body: IDataObject): void;
	/** What came is not from X. With an error, the connection ends because of it. */
	onUnreadable(error?: LineTooLong): void;
	/** The connection was lost or refused, and will be tried again after a while. */
	onRetry(ending: Ending, retry: Retry, failure: Failure | undefined): void;
	/** The connection was refused, and trying again does not help. */
	onRefused(failure: Failure): void;
}

/**
 * The longest silence of a healthy stream. X sends a keep-alive signal every 20 seconds, sometimes exactly, so a
 * limit of 20 would end healthy connections.
 */
const SILENCE = 28_000;
/**
 * The longest time by which the clock of the machine may run ahead of the one that cannot be set. A machine that has
 * slept for longer does not know whether X has kept the connection; what it still reads was sent long ago.
 */
const ASLEEP = SILENCE;
const OPENING = 60_000;

interface ConnectionOutcome {
	readonly ending: Ending | undefined;
	readonly failure?: Failure;
}

/** Keeps one connection open: https://docs.x.com/x-api/fundamentals/handling-disconnections */
export class StreamConnection {
	private current: AbortController | undefined;
	private isRenewing = false;

	constructor(
		private readonly surroundings: Surroundings,
		private readonly events: ConnectionEvents,
		private readonly policy = new ReconnectPolicy(),
	) {}

	/** Keeps the stream open until the signal is aborted or X refuses it permanently. */
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

	renew(): void {
		if (!this.current) return;
		this.isRenewing = true;
		this.policy.closed(this.surroundings.now());
		this.current.abort();
	}

	private async connectOnce(outer: AbortSignal): Promise<ConnectionOutcome> {
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
			// Only a timeout of the opening aborts without a request from outside.
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

	private async readToEnd(body: StreamBody, controller: AbortController): Promise<ConnectionOutcome> {
		const { now, ticks } = this.surroundings;
		const { signal } = controller;
		const ahead = now() - ticks();
		const hasSlept = () => Math.abs(now() - ticks() - ahead) > ASLEEP;
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
				if (!hasSlept()) heard.at = ticks();
				// X may send a refusal as the stream's first line, after it has accepted the connection.
				for await (const line of inTurns(lines.push(chunk), ticks)) {
					// A connection that is renewed still gives what has arrived.
					if (signal.aborted && !this.isRenewing) break;
					const message = readMessage(line);
					if (message.kind === 'end') return message;
					if (!isUp) {
						isUp = true;
						this.events.onConnected();
					}
					if (message.kind === 'event') this.events.onEvent(message.body);
					else if (message.kind === 'unreadable') this.events.onUnreadable();
				}
				if (hasSlept() || signal.aborted) break;
				if (isUp) this.events.onAlive();
			}
		} catch (error) {
			// A stream that breaks off is not an error. A new connection is made.
			if (error instanceof LineTooLong) this.events.onUnreadable(error);
		} finally {
			signal.removeEventListener('abort', end);
			body.destroy();
		}
		if (this.isRenewing) return { ending: { kind: 'renewed' } };
		return { ending: { kind: 'dropped', lived: isUp ? ticks() - since : 0 } };
	}

	/** Ends a connection that has gone silent, because X does not always close a connection that it has abandoned. */
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
