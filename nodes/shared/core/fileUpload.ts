/** The chunked upload: initialize, append, finalize, wait until X has processed it. https://docs.x.com/x-api/media/quickstart/media-upload-chunked */
import { randomUUID } from 'crypto';
import { difference } from 'lodash';
import type { IDataObject } from 'n8n-workflow';
import { z } from 'zod';
import { addAdvice, addFacts, failureOf, isNodeError, mayBeDone } from '../errors';
import { formOnly, number, options } from '../fields';
import type { ApiRequest } from '../http/connection';
import { growingPause, pollUntil } from '../util/poll';
import { asText } from '../util/text';
import { failure, smallSegmentSize, type SourceFile, type Uploader } from './inputFile';

export const processingWait = options({
	maxProcessingWait: formOnly(
		number({
			label: 'Max Processing Wait (Seconds)',
			min: 0,
			default: 600,
			description: 'How long to wait for X to process a video or GIF',
		}),
	),
});

/** Media as X describes it after an upload. */
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

/**
 * Sends a file as a stream, so that it is never in memory twice.
 *
 * @param uploader The uploading item.
 * @param file The result of `openFile`.
 * @param details Members of the first request besides type and size.
 * @param maxWait How many seconds to wait until X has processed the file; by default it does not wait.
 * @returns X's description of the media.
 * @throws NodeApiError or NodeOperationError, with the media ID if the file had already arrived.
 */
export async function uploadFile(
	uploader: Uploader,
	file: SourceFile,
	details: object,
	maxWait: number | undefined,
): Promise<UploadedMedia> {
	const begun = dataOf(
		await uploader.send({
			method: 'POST',
			path: '/2/media/upload/initialize',
			body: { ...details, media_type: file.type, total_bytes: file.size },
		}),
	);
	const { id } = mediaIn(uploader, begun);
	await sendSegments(uploader, id, file).catch((error: unknown) => {
		throw unfinished(error, id, `The upload with the media ID ${id} is not complete`);
	});
	const finalized = await finalize(uploader, id).catch((error: unknown) => {
		const sentence = `The whole file was sent, with the media ID ${id}: Media → Get Status shows whether it can be used`;
		throw unfinished(error, id, sentence);
	});
	const media = { ...begun, ...finalized, id };
	return await keepingMedia([id], async () => ({
		...media,
		...(maxWait !== undefined && (await processing(uploader, id, media, maxWait))),
	}));
}

/** Sends the bytes of a file, in smaller segments from the one on that X refuses as too large. */
async function sendSegments(uploader: Uploader, id: string, file: SourceFile): Promise<void> {
	const smaller = smallSegmentSize(file.size);
	let segment = 0;
	let largest = Infinity;
	const send = async (bytes: Buffer): Promise<void> => {
		if (bytes.length > largest) {
			for (let start = 0; start < bytes.length; start += largest)
				await send(bytes.subarray(start, start + largest));
			return;
		}
		const sent = uploader.send(appendRequest(id, bytes, segment));
		const isTaken = await sent.then(
			() => true,
			(error: unknown) => {
				if (failureOf(error)?.status !== 413 || bytes.length <= smaller) throw error;
				return false;
			},
		);
		if (isTaken) segment++;
		else {
			largest = smaller;
			await send(bytes);
		}
	};
	for await (const bytes of file.segments) await send(bytes);
}

/** A segment as raw bytes, which saves the third that base64 adds. */
function appendRequest(id: string, bytes: Buffer, segment: number): ApiRequest {
	const boundary = `segment-${randomUUID()}`;
	const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;
	const content = Buffer.concat([
		Buffer.from(`${part('name="segment_index"')}\r\n${segment}\r\n`),
		Buffer.from(`${part('name="media"; filename="media"')}Content-Type: application/octet-stream\r\n\r\n`),
		bytes,
		Buffer.from(`\r\n--${boundary}--\r\n`),
	]);
	return {
		method: 'POST',
		path: `/2/media/upload/${id}/append`,
		file: { content, type: `multipart/form-data; boundary=${boundary}` },
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
 * Completes an upload. If X does not say whether it did, its state shows it; otherwise it is completed again, which changes
 * nothing where it was done.
 */
async function finalize(uploader: Uploader, id: string): Promise<Record<string, unknown>> {
	const request: ApiRequest = { method: 'POST', path: `/2/media/upload/${id}/finalize` };
	const answer = await uploader.send(request).catch((error: unknown) => {
		if (!mayBeDone(error)) throw error;
		return undefined;
	});
	if (answer !== undefined) return dataOf(answer);
	const state = dataOf(await uploader.send(statusRequest(id)).catch(() => undefined));
	if (state.processing_info !== undefined && state.processing_info !== null) return state;
	const again = await uploader.send({ ...request, idempotent: true }).catch((error: unknown) => {
		// X refuses to complete what is complete.
		if (mayBeDone(error) || asText(state.id) === '') throw error;
		return { data: state };
	});
	return dataOf(again);
}

/** The error of an upload that is not complete, with the media ID. */
function unfinished(error: unknown, id: string, sentence: string): unknown {
	if (!isNodeError(error)) return error;
	addFacts(error, { unfinishedMediaId: id });
	return addAdvice(error, sentence);
}

/**
 * The media in the answer to an upload.
 *
 * @throws NodeOperationError if the answer names none.
 */
export const uploadedIn = (uploader: Uploader, body: unknown): UploadedMedia =>
	mediaIn(uploader, dataOf(body));

function mediaIn(uploader: Uploader, data: Record<string, unknown>): UploadedMedia {
	const id = asText(data.id);
	if (id !== '') return { ...data, id };
	throw failure(
		uploader,
		'X did not say which upload it began',
		'Check the Base URL in the credential, and any proxy or gateway on the way',
	);
}

/**
 * Runs a step that uses uploaded media. If it fails, the error names the files, which need not be sent again.
 *
 * @param names Their media IDs, or a media key.
 */
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
 * Waits until X has processed the media, in the intervals that it asks for. Only `succeeded`, `failed` or an answer
 * without a state end it: an unknown state counts as in progress.
 *
 * @throws NodeOperationError with X's reason if it failed, or if the time is up.
 */
async function processing(
	uploader: Uploader,
	id: string,
	finalized: object,
	maxWait: number,
): Promise<object> {
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
		ask: async () => dataOf(await uploader.send(statusRequest(id))),
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
	if (info?.state === 'failed')
		throw failure(
			uploader,
			`X could not process the media: ${info.error?.message ?? info.error?.name ?? 'no reason given'}`,
			'Check the format, length and size of the file, then upload it again.',
		);
	return state === finalized ? {} : state;
}
