/** The chunked upload: initialize, append, finalize, wait until X has processed it. https://docs.x.com/x-api/media/quickstart/media-upload-chunked */
import { randomUUID } from 'crypto';
import { difference, get } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { holdsAnswer, unsaidError } from '../engine/contract';
import { addAdvice, addFacts, failureOf, isNodeError, isRefused, isUnsure } from '../errors';
import { formNumber, options } from '../fields';
import { holdsSomething } from '../http/confirmed';
import type { ApiRequest } from '../http/connection';
import type { Call } from '../operation/operation';
import { isObject, text } from '../util/lenient';
import { growingPause, pollUntil } from '../util/poll';
import { asText } from '../util/text';
import { failure, segmentSize, smallSegmentSize, type SourceFile, type Uploader } from './inputFile';
import { completed, Fingerprint, readPlace, writePlace, type UploadPlace } from './uploadPlace';

export const processingWait = options({
	maxProcessingWait: formNumber({
		label: 'Max Processing Wait (Seconds)',
		min: 0,
		default: 600,
		description: 'How long to wait for X to process a video or GIF',
	}),
});

export interface UploadedMedia extends Readonly<Record<string, unknown>> {
	readonly id: string;
}

const answerSchema = z.object({ data: z.record(z.unknown()) });
const dataOf = (body: unknown) => answerSchema.safeParse(body).data?.data ?? {};

const processingSchema = z
	.object({
		state: z.string().nullish(),
		check_after_secs: z.coerce.number().catch(0),
		progress_percent: z.coerce.number().catch(0),
		error: z.object({ name: z.string(), message: z.string() }).partial().nullish().catch(undefined),
	})
	.catch({ check_after_secs: 0, progress_percent: 0 });

type Processing = z.infer<typeof processingSchema>;

interface UploadOptions {
	/** The most seconds to wait until X has processed the file. By default the upload does not wait. */
	readonly maxWait?: number | undefined;
	readonly from?: string | undefined;
	/** Keeps where the upload would go on; absent if the operation cannot resume it. */
	readonly reached?: Call['reached'];
}

/**
 * Sends a file as a stream, so that it is never in memory twice, and returns X's description of the media.
 *
 * @throws NodeApiError or NodeOperationError, with the media ID if the file had already arrived.
 */
export async function uploadFile(
	uploader: Uploader,
	file: SourceFile,
	details: object,
	{ maxWait, from, reached }: UploadOptions = {},
): Promise<UploadedMedia> {
	const place = readPlace(uploader, from);
	const { id, ...begun } = place ?? (await begin(uploader, file, details));
	const progress = new UploadProgress(id, reached);
	const media = {
		...(place ? {} : begun),
		...(place?.print === ''
			? await knownState(uploader, id)
			: await sendWhole(uploader, file, progress, place)),
		id,
	};
	progress.reached(completed(id), place?.segments ?? 0);
	return await keepingMedia([id], async () => ({
		...media,
		...(maxWait !== undefined && (await processing(uploader, progress, media, maxWait))),
	}));
}

class UploadProgress {
	place: string | undefined;

	constructor(
		readonly id: string,
		private readonly keep: Call['reached'] | undefined,
	) {}

	reached(from: string | undefined, done: number): void {
		this.place = this.keep && from;
		this.keep?.(from, done);
	}
}

async function begin(uploader: Uploader, file: SourceFile, details: object): Promise<UploadedMedia> {
	const body = { ...details, media_type: file.type, total_bytes: file.size };
	return uploadedIn(
		uploader,
		await uploader.send({ method: 'POST', path: '/2/media/upload/initialize', body }),
	);
}

/** Sends what X does not have of a file, and completes it. */
async function sendWhole(
	uploader: Uploader,
	file: SourceFile,
	progress: UploadProgress,
	place: UploadPlace | undefined,
): Promise<Record<string, unknown>> {
	const { id } = progress;
	await sendSegments(uploader, file, progress, place).catch((error: unknown) => {
		throw unfinished(error, progress, `The upload with the media ID ${id} is not complete`);
	});
	// The answer to its completion may be what an earlier run missed.
	return await finalize(uploader, id, place?.bytes === file.size).catch((error: unknown) => {
		const sentence = `The whole file was sent, with the media ID ${id}: Media → Get Status shows whether it can be used`;
		throw unfinished(error, progress, sentence);
	});
}

/** Asks X for the state of complete media. X has none of images, which it does not process. */
async function knownState(uploader: Uploader, id: string): Promise<Record<string, unknown>> {
	return await uploader.send(statusRequest(id)).then(dataOf, (error: unknown) => {
		if (!isRefused(error)) throw error;
		return {};
	});
}

/** Sends the bytes of a file, in smaller segments from the one on that X refuses as too large. */
async function sendSegments(
	uploader: Uploader,
	file: SourceFile,
	progress: UploadProgress,
	{ segments: begun, bytes: had, print }: Pick<UploadPlace, 'segments' | 'bytes' | 'print'> = NONE,
): Promise<void> {
	const { id } = progress;
	const smaller = smallSegmentSize(file.size);
	const sent = new Fingerprint();
	const unconfirmed: number[] = [];
	// A segment whose answer was lost is sent again with the same bytes.
	let largest = had < begun * segmentSize(file.size) && had < file.size ? smaller : Infinity;
	let segment = begun;
	let count = 0;
	const keep = (bytes: Buffer) => {
		sent.add(bytes);
		count += bytes.length;
		progress.reached(writePlace({ id, segments: segment, bytes: count, print: sent.text }), segment);
	};
	const send = async (bytes: Buffer): Promise<void> => {
		if (bytes.length > largest) {
			for (let start = 0; start < bytes.length; start += largest)
				await send(bytes.subarray(start, start + largest));
			return;
		}
		const answer = await uploader.send(appendRequest(id, bytes, segment)).then(
			(body) => ({ body }),
			(error: unknown) => {
				if (failureOf(error)?.status !== 413 || bytes.length <= smaller) throw error;
				return undefined;
			},
		);
		if (answer) {
			if (!holdsSomething(get(answer.body, 'data.expires_at'))) unconfirmed.push(segment);
			segment++;
			keep(bytes);
		} else {
			largest = smaller;
			await send(bytes);
		}
	};
	if (had === 0) keep(Buffer.alloc(0));
	for await (const bytes of file.segments) {
		const known = Math.min(bytes.length, Math.max(0, had - count));
		if (known > 0) sent.add(bytes.subarray(0, known));
		count += known;
		if (count === had && known > 0) refuseOther(uploader, id, sent.text, print);
		if (known < bytes.length) await send(bytes.subarray(known));
	}
	if (count < had) refuseOther(uploader, id, '', print);
	if (unconfirmed.length > 0)
		uploader.hint(`X confirmed the whole upload, but not the segments ${unconfirmed.join(', ')} of it`);
}

const NONE = { segments: 0, bytes: 0, print: '' };

/** Refuses to put parts of two files together. */
function refuseOther(uploader: Uploader, id: string, print: string, expected: string): void {
	if (print !== expected)
		throw failure(
			uploader,
			`The file is not the one whose upload with the media ID ${id} began`,
			'Nothing was sent. Give the same file, or set Options → Resume From to start.',
		);
}

/** The same for a process, so that equal segments are equal requests; no file can hold it by chance. */
const BOUNDARY = `segment-${randomUUID()}`;

/** A segment as raw bytes, which saves the third that base64 adds. */
function appendRequest(id: string, bytes: Buffer, segment: number): ApiRequest {
	const part = (disposition: string) => `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
	const content = Buffer.concat([
		Buffer.from(`${part('name="segment_index"')}\r\n${segment}\r\n`),
		Buffer.from(`${part('name="media"; filename="media"')}Content-Type: application/octet-stream\r\n\r\n`),
		bytes,
		Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
	]);
	return {
		method: 'POST',
		path: `/2/media/upload/${id}/append`,
		file: { content, type: `multipart/form-data; boundary=${BOUNDARY}` },
		// The index identifies the segment: sending it twice does no harm.
		idempotent: true,
	};
}

const statusRequest = (id: string): ApiRequest => ({
	method: 'GET',
	path: '/2/media/upload',
	query: Object.entries({ media_id: id, command: 'STATUS' }),
});

/**
 * Completes an upload. If X does not say whether it did, its state shows it; to complete it again changes nothing. What
 * an earlier run may have completed is asked for first.
 *
 * @throws NodeApiError if it is not known whether it is complete.
 */
async function finalize(uploader: Uploader, id: string, isAsked: boolean): Promise<Record<string, unknown>> {
	const request: ApiRequest = { method: 'POST', path: `/2/media/upload/${id}/finalize` };
	const answer = isAsked
		? undefined
		: await uploader.send(request).catch((error: unknown) => {
				if (!isUnsure(error)) throw error;
				return undefined;
			});
	if (isMedia(dataOf(answer))) return dataOf(answer);
	const state = dataOf(await uploader.send(statusRequest(id)).catch(() => undefined));
	if (!isAsked && isMedia(state))
		uploader.hint('X did not confirm that the upload is complete, and its state says that it is');
	if (isObject(state.processing_info)) return state;
	const again = await uploader.send({ ...request, idempotent: true }).catch((error: unknown) => {
		// X refuses to complete what is complete.
		if (failureOf(error)?.unsure !== false || asText(state.id) === '') throw error;
		return { data: state };
	});
	if (isMedia(dataOf(again))) return dataOf(again);
	if (!isMedia(state)) throw unsaidError(uploader, request);
	return state;
}

const isMedia = ({ id, media_key: key }: Record<string, unknown>): boolean =>
	text(id) !== undefined || text(key) !== undefined;

/** The error of an upload that is not complete, with the media ID, and where it goes on. */
function unfinished(error: unknown, { id, place }: UploadProgress, sentence: string): unknown {
	if (!isNodeError(error)) return error;
	addFacts(error, { unfinishedMediaId: id });
	return addAdvice(
		error,
		sentence,
		place === undefined ? '' : `To resume it with the same file, set Options → Resume From to ${place}`,
	);
}

/**
 * Returns the media in the answer to an upload.
 *
 * @throws NodeOperationError if the answer names none.
 */
export function uploadedIn(uploader: Uploader, body: unknown): UploadedMedia {
	const data = dataOf(body);
	const id = asText(data.id);
	if (id !== '') return { ...data, id };
	throw failure(
		uploader,
		'X did not say which upload it began',
		'Check the Base URL in the credential, and any proxy or gateway on the way',
	);
}

/** Runs a step that uses uploaded media. If it fails, the error names the files, which need not be sent again. */
export async function keepingMedia<T>(names: readonly string[], step: () => Promise<T>): Promise<T> {
	try {
		return await step();
	} catch (error) {
		throw withMedia(error, names);
	}
}

function withMedia(error: unknown, names: readonly string[]): unknown {
	if (!isNodeError(error)) return error;
	const data = (error.context.data ?? {}) as IDataObject & { mediaIds?: readonly string[] };
	const { mediaIds: told = [] } = data;
	// A nested step has already named its own.
	const [name = '', ...more] = difference(names, told);
	if (name === '') return error;
	const isKey = name.includes('_');
	const which = `${isKey ? 'key' : 'ID'}${more.length > 0 ? 's' : ''} ${[name, ...more].join(', ')}`;
	const files = more.length > 0 ? 'files were' : 'file was';
	const sentence =
		told.length > 0
			? `Uploaded before it: the media ${which}`
			: `The ${files} uploaded, with the media ${which}`;
	const mediaIds = [...told, name, ...more];
	addFacts(error, isKey ? { mediaKey: name } : { mediaId: mediaIds[0], mediaIds });
	return addAdvice(error, sentence);
}

/**
 * Waits until X has processed the media, in the intervals that it asks for. An unknown state counts as in progress.
 *
 * @throws NodeOperationError with X's reason if it failed, or if the time is up.
 */
async function processing(uploader: Uploader, progress: UploadProgress, finalized: object, maxWait: number) {
	const { context } = uploader;
	const infoOf = (media: object): Processing | undefined =>
		'processing_info' in media && media.processing_info !== null
			? processingSchema.parse(media.processing_info)
			: undefined;
	const isOver = (info: Processing | undefined) =>
		info === undefined || info.state === 'succeeded' || info.state === 'failed';
	const unhurried = growingPause(1000, 30_000);
	const { state, isDone, waited } = await pollUntil({
		initial: finalized,
		ask: async () => stateIn(uploader, await uploader.send(statusRequest(progress.id))),
		isDone: (media) => isOver(infoOf(media)),
		pause: (media, asked) => (infoOf(media)?.check_after_secs ?? 0) * 1000 || unhurried(media, asked),
		timeout: maxWait * 1000,
		signal: context.getExecutionCancelSignal(),
	});
	const info = infoOf(state);
	if (!isDone)
		throw failure(
			uploader,
			`X was still processing the media after ${Math.round(waited / 1000)} seconds (${info?.progress_percent ?? 0} %)`,
			'Raise Max Processing Wait, or look later with Get Status.',
		);
	if (info?.state === 'failed') {
		// Resuming would not help.
		progress.reached(undefined, 0);
		throw failure(
			uploader,
			`X could not process the media: ${info.error?.message ?? info.error?.name ?? 'no reason given'}`,
			'Check the format, length and size of the file, then upload it again.',
		);
	}
	return state === finalized ? {} : state;
}

/** The state in an answer. What is no state ends the waiting, so a hint says that it is not known. */
function stateIn(uploader: Uploader, body: unknown): Record<string, unknown> {
	const data = dataOf(body);
	if (isMedia(data)) return data;
	const where = 'Media → Get Status shows whether the media can be used';
	if (!holdsAnswer(body)) {
		uploader.hint(`X did not say whether it has processed the media: ${where}`);
		return {};
	}
	uploader.hint(`X gave the state of the media in a form that this node does not know, see answer: ${where}`);
	return { answer: body };
}
