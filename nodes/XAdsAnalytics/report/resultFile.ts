/**
 * Downloads the result of a job: gzipped JSON on a host that needs no credentials, so none are sent. For two days
 * anyone who has the address can read the result, so it appears in no message.
 * https://docs.x.com/x-ads-api/analytics#asynchronous-analytics
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { classifyException } from '../../shared/errors';
import { gunzipped, isGzip, startingWith } from '../../shared/util/gunzip';
import { endIfCancelled, wait } from '../../shared/util/wait';
import { WrongAnswer } from './rows';

type DownloadContext = Pick<IExecuteFunctions, 'helpers' | 'getExecutionCancelSignal'>;

/** A stream of Node.js, as n8n returns it and takes it for storage. */
type FileStream = Exclude<Parameters<IExecuteFunctions['helpers']['prepareBinaryData']>[0], Buffer>;
/** Its class. A stream that `compose` makes ends the process if it fails: Node.js 20 and 24, seen on 2026-11-28. */
type StreamClass = CallableFunction & { from(chunks: AsyncIterable<Uint8Array>): FileStream };

export interface ResultPlace {
	readonly url: string;
	readonly until?: number | undefined;
}

/** The file cannot be downloaded. `isGone` means that another attempt will not help. */
export class NoFile extends Error {
	constructor(
		message: string,
		readonly isGone: boolean,
	) {
		super(message);
	}
}

/** The file is larger than the user allows. */
export class TooLarge extends Error {}

/** With the pauses between them, which double, they take half a minute. */
const ATTEMPTS = 7;
const FIRST_PAUSE = 500;

/**
 * Reads a result. If the download breaks off, it starts again from the beginning.
 *
 * @param place Its address. For some seconds after a job is done, there may be nothing yet at that address:
 * https://github.com/hborras/twitter-php-ads-sdk/issues/86
 */
export async function readResult<T>(
	context: DownloadContext,
	place: ResultPlace,
	read: (file: FileStream) => Promise<T>,
): Promise<T> {
	const signal = context.getExecutionCancelSignal();
	for (let attempt = 1; ; attempt++) {
		const [done] = await Promise.allSettled([readOnce(context, place, signal, read)]);
		if (done.status === 'fulfilled') return done.value;
		endIfCancelled(signal);
		const { reason } = done as { reason: unknown };
		const isFinal = reason instanceof TooLarge || (reason instanceof NoFile && reason.isGone);
		if (isFinal || attempt >= ATTEMPTS) throw reason;
		await wait(FIRST_PAUSE * 2 ** (attempt - 1), signal);
	}
}

async function readOnce<T>(
	context: DownloadContext,
	place: ResultPlace,
	signal: AbortSignal | undefined,
	read: (file: FileStream) => Promise<T>,
): Promise<T> {
	let file: FileStream | undefined;
	try {
		file = await opened(context, place, signal);
		return await read(file);
	} catch (error) {
		const isKnown = [NoFile, TooLarge, WrongAnswer].some((kind) => error instanceof kind);
		throw isKnown
			? error
			: new NoFile(`The result could not be read: ${classifyException(error).message}`, false);
	} finally {
		file?.destroy();
	}
}

async function opened(
	context: DownloadContext,
	{ url, until }: ResultPlace,
	signal: AbortSignal | undefined,
): Promise<FileStream> {
	const { statusCode, body } = (await context.helpers.httpRequest({
		method: 'GET',
		url,
		encoding: 'stream',
		returnFullResponse: true,
		disableFollowRedirect: true,
		ignoreHttpStatusErrors: true,
		...(signal && { abortSignal: signal }),
	})) as { statusCode: number; body: FileStream };
	if (statusCode === 200) return body;
	body.destroy();
	const isPassing = statusCode >= 500 || statusCode === 429 || statusCode === 408;
	const isKept = until !== undefined && Date.now() < until;
	if (isPassing) throw new NoFile(`The host of the result answered ${statusCode}`, false);
	throw new NoFile(
		isKept
			? `The result is not there yet (the host answered ${statusCode}): Download fetches it later, until ${new Date(until).toISOString()}`
			: `The result is not there any more (the host answered ${statusCode}): X keeps it for about two days`,
		!isKept,
	);
}

/** Decompresses the file, unless a proxy has already done that. */
async function* unpacked(file: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
	const chunks = file[Symbol.asyncIterator]();
	const first = await chunks.next();
	if (first.done) return;
	const all = startingWith(first.value, chunks);
	yield* isGzip(first.value) ? gunzipped(all) : all;
}

/**
 * Reads the JSON of a file as text.
 *
 * @throws TooLarge if the file has more.
 */
export async function* textOf(file: FileStream, most: number): AsyncGenerator<string> {
	const decoder = new TextDecoder();
	for await (const chunk of bounded(file, most)) yield decoder.decode(chunk, { stream: true });
	yield decoder.decode();
}

/** Reads the JSON of a file as a stream, which fails with TooLarge if the file has more than `most` bytes. */
export const jsonOf = (file: FileStream, most: number): FileStream =>
	(file.constructor as StreamClass).from(bounded(file, most));

async function* bounded(file: AsyncIterable<Uint8Array>, most: number): AsyncGenerator<Uint8Array> {
	let read = 0;
	for await (const chunk of unpacked(file)) {
		read += chunk.length;
		if (read > most)
			throw new TooLarge(
				`The result takes more work than ${Math.round(most / 1_000_000).toLocaleString('en')} MB: download it as a file, or ask for less at once`,
			);
		yield chunk;
	}
	if (read === 0) throw new NoFile('The result is empty', false);
}
