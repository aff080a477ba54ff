/**
 * What is outside of n8n, without a network: every request of n8n's engine is answered by a function of the test. A
 * request is made and answered within turns of the event loop, so a model of X and a clock of its own see the same
 * order each time.
 */
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import axios, { AxiosError, CanceledError } from 'axios';
import type { AxiosAdapter, AxiosResponse, InternalAxiosRequestConfig } from 'axios';

export interface OutsideRequest {
	readonly method: string;
	readonly url: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: string;
}

/** An answer that goes on until one side ends it. */
export interface OpenLine {
	write(text: string): void;
	/** Ends it in order, or breaks it off. */
	end(abruptly?: boolean): void;
	readonly isOpen: boolean;
}

export interface OutsideAnswer {
	readonly status: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body?: string;
	/** Gets the line where the answer goes on. */
	readonly opened?: (line: OpenLine) => void;
	/** The client has ended the line. */
	readonly closed?: () => void;
}

/** What breaks a connection off before an answer; its name is the code that Node.js gives. */
export type Outside = (
	request: OutsideRequest,
) => Promise<OutsideAnswer | 'ECONNRESET' | 'ECONNREFUSED' | 'ETIMEDOUT'>;

/**
 * Answers every request from now on.
 *
 * @returns What gives n8n its network again.
 */
export function answerRequests(answer: Outside): () => void {
	const { adapter } = axios.defaults;
	axios.defaults.adapter = adapterOf(answer);
	return () => {
		if (adapter) axios.defaults.adapter = adapter;
	};
}

const adapterOf =
	(answer: Outside): AxiosAdapter =>
	async (config) => {
		const answered = await abortable(answer(requestOf(config)), config);
		if (typeof answered === 'string') throw new AxiosError(answered, answered, config);
		const { status, headers = {}, opened } = answered;
		const stream = opened || config.responseType === 'stream' ? streamOf(answered, config) : undefined;
		const text = Buffer.from(answered.body ?? '');
		const data: unknown = stream ?? (config.responseType === 'arraybuffer' ? text : text.toString());
		const response = { data, status, statusText: '', headers: { ...headers }, config } as AxiosResponse;
		if (config.validateStatus?.(status) ?? true) return response;
		const code = status < 500 ? 'ERR_BAD_REQUEST' : 'ERR_BAD_RESPONSE';
		throw new AxiosError(`Request failed with status code ${status}`, code, config, undefined, response);
	};

function requestOf(config: InternalAxiosRequestConfig): OutsideRequest {
	const { method = 'get' } = config;
	const data: unknown = config.data;
	const body = typeof data === 'string' ? data : data === undefined ? '' : JSON.stringify(data);
	const headers = Object.entries(config.headers.toJSON(true)).map(([name, value]) => [
		name.toLowerCase(),
		String(value),
	]);
	return {
		method: method.toUpperCase(),
		url: axios.getUri(config),
		headers: Object.fromEntries(headers) as Record<string, string>,
		body,
	};
}

/** The answer, unless the client gives up before. */
async function abortable<T>(
	answer: Promise<T>,
	{ signal }: Pick<InternalAxiosRequestConfig, 'signal'>,
): Promise<T> {
	if (!signal) return await answer;
	if (signal.aborted) throw new CanceledError();
	return await new Promise<T>((resolve, reject) => {
		const stop = () => {
			reject(new CanceledError());
		};
		signal.addEventListener?.('abort', stop);
		const forget = () => {
			signal.removeEventListener?.('abort', stop);
		};
		void answer.then(resolve, reject).finally(forget);
	});
}

function streamOf(answer: OutsideAnswer, { signal }: InternalAxiosRequestConfig): IncomingMessage {
	const stream = new IncomingMessage(new Socket());
	stream.statusCode = answer.status;
	let open = true;
	const close = () => {
		if (open) answer.closed?.();
		open = false;
	};
	stream.on('close', close);
	stream._read = () => undefined;
	const stop = () => {
		close();
		stream.destroy(new CanceledError());
	};
	if (signal?.aborted) stop();
	else signal?.addEventListener?.('abort', stop);
	if (!answer.opened) {
		stream.push(answer.body ?? '');
		stream.push(null);
		return stream;
	}
	answer.opened({
		write: (text) => void (open && stream.push(text)),
		end: (abruptly = false) => {
			if (!open) return;
			open = false;
			const reason = Object.assign(new Error('aborted'), { code: 'ECONNRESET' });
			if (abruptly) stream.destroy(reason);
			else stream.push(null);
		},
		get isOpen() {
			return open;
		},
	});
	return stream;
}
