/**
 * The chunked upload: initialize, append, finalize, wait until it is processed, describe.
 * https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
import { omit } from 'lodash';
import { NodeApiError, NodeOperationError, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { z } from 'zod';
import {
	additional,
	choice,
	flag,
	formOnly,
	ids,
	number,
	options,
	text,
	type Choices,
} from '../../shared/fields';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { growingPause, pollUntil } from '../../shared/util/poll';
import { asText } from '../../shared/util/text';
import { failure, inputFile, openFile } from './mediaFile';

export const MEDIA_CATEGORIES: Choices = {
	amplify_video: 'Amplify Video',
	dm_gif: 'Direct Message: GIF',
	dm_image: 'Direct Message: Image',
	dm_video: 'Direct Message: Video',
	tweet_gif: 'Post: GIF',
	tweet_image: 'Post: Image',
	tweet_video: 'Post: Video',
	subtitles: 'Subtitles',
};

export const altText = text({
	label: 'Alternative Text',
	rows: 2,
	max: 1000,
	description: 'What the media shows, for people who cannot see it',
});

const owners = {
	...ids({
		label: 'Additional Owner IDs',
		description: 'Users who may post the media as well, separated by commas',
	}),
	name: 'additional_owner_id',
};

const mediaType = text({
	label: 'Media Type',
	placeholder: 'e.g. image/png',
	description: 'The type of the file, where the binary data names a wrong one',
});

export const uploadFields = {
	binaryProperty: inputFile,
	media_category: choice(MEDIA_CATEGORIES, {
		label: 'Use For',
		default: 'tweet_image',
		description:
			'What the media is for. Videos of Posts: up to 20 minutes and 8 GB, with Premium 125 minutes and 16 GB.',
	}),
	...additional({
		additional_owners: owners,
		alt_text: formOnly(altText),
		media_type: mediaType,
		shared: flag({ description: 'Whether the media may be used in several Direct Messages' }),
	}),
	...options({
		maxProcessingWait: formOnly(
			number({
				label: 'Max Processing Wait (Seconds)',
				min: 0,
				default: 600,
				description: 'How long to wait for the platform to process a video or GIF',
			}),
		),
		waitForProcessing: formOnly(
			flag({
				label: 'Wait for Processing',
				default: true,
				description: 'Whether to wait until the media can be posted',
			}),
		),
	}),
};

/** Uses that a single request may have. https://docs.x.com/x-api/media/upload-media */
const IN_ONE_REQUEST = omit(MEDIA_CATEGORIES, 'amplify_video');

export const uploadOnceFields = {
	binaryProperty: inputFile,
	media_category: choice(IN_ONE_REQUEST, { label: 'Use For', default: 'tweet_image' }),
	...additional({ additional_owners: owners, media_type: formOnly(mediaType) }),
};

/** Sends the binary data of one item in one request. */
export async function uploadOnce(
	call: Call<ValuesOf<typeof uploadOnceFields>>,
): Promise<INodeExecutionData[]> {
	const { segments } = await openFile(call);
	const parts: Buffer[] = [];
	for await (const part of segments) parts.push(part);
	const { additional_owners: others, media_category } = call.values;
	const body = {
		media: Buffer.concat(parts).toString('base64'),
		media_category,
		...(others !== undefined && { additional_owners: others.join(',') }),
	};
	return await call.sendAndOutput({ ...call.request(), body });
}

type UploadCall = Call<ValuesOf<typeof uploadFields>>;

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
 * Sends the binary data of one item. Reads it as a stream: at no time is the file held twice.
 *
 * @throws NodeApiError or NodeOperationError, with the media ID if the file had arrived by then.
 */
export async function upload(call: UploadCall): Promise<INodeExecutionData[]> {
	const source = await openFile(call);
	const initialize = call.request();
	const begun = dataOf(
		await call.send({
			...initialize,
			body: { ...initialize.body, media_type: source.type, total_bytes: source.size },
		}),
	);
	const id = asText(begun.id);
	if (id === '')
		throw failure(
			call,
			'The platform did not say which upload it began',
			'Check the Base URL in the credential, and any proxy or gateway on the way',
		);
	let segment = 0;
	for await (const bytes of source.segments)
		await call.send({
			method: 'POST',
			path: `/2/media/upload/${id}/append`,
			body: { media: bytes.toString('base64'), segment_index: segment++ },
			// The index identifies the segment: sending it twice does no harm.
			idempotent: true,
		});
	const finalized = dataOf(await call.send({ method: 'POST', path: `/2/media/upload/${id}/finalize` }));
	const media = { ...begun, ...finalized };
	try {
		const processed = call.values.waitForProcessing === false ? {} : await processing(call, id, media);
		await describe(call, id);
		return [call.item({ ...media, ...processed })];
	} catch (error) {
		throw withMediaId(error, id);
	}
}

/** The file has arrived, whatever failed after that: it need not be sent again. */
function withMediaId(error: unknown, id: string): unknown {
	if (!(error instanceof NodeApiError || error instanceof NodeOperationError)) return error;
	const advice = (error.description ?? '').replace(/\.?$/, '.').replace(/^\.$/, '');
	error.description = `${advice} The file was uploaded, with the media ID ${id}.`.trim();
	error.context.data = { ...(error.context.data as IDataObject | undefined), mediaId: id };
	return error;
}

async function describe(call: UploadCall, id: string): Promise<void> {
	const { alt_text: text } = call.values;
	if (text === undefined) return;
	const body = { id, metadata: { alt_text: { text } } };
	await call.send({ method: 'POST', path: '/2/media/metadata', body });
}

/**
 * Waits until the platform has processed the media, as often as it says. Only `succeeded`, `failed` and an answer
 * without a state of processing end it: whatever else the platform may come to say means that it is not done.
 *
 * @throws NodeOperationError with the platform's reason where it failed, or where the time is up.
 */
async function processing(call: UploadCall, id: string, finalized: object): Promise<object> {
	const { context, values } = call;
	const infoOf = (media: object): Processing | undefined =>
		'processing_info' in media && media.processing_info !== null
			? processingSchema.parse(media.processing_info)
			: undefined;
	const isOver = (info: Processing | undefined) =>
		info === undefined || info.state === 'succeeded' || info.state === 'failed';
	const status = Object.entries({ media_id: id, command: 'STATUS' });
	const unhurried = growingPause(1000, 30_000);
	const { state, isDone, waited } = await pollUntil({
		initial: finalized,
		ask: async () => dataOf(await call.send({ method: 'GET', path: '/2/media/upload', query: status })),
		isDone: (media) => isOver(infoOf(media)),
		pause: (media, asked) => (infoOf(media)?.check_after_secs ?? 0) * 1000 || unhurried(media, asked),
		timeout: (values.maxProcessingWait ?? 600) * 1000,
		signal: context.getExecutionCancelSignal(),
	});
	const info = infoOf(state);
	if (!isDone)
		throw failure(
			call,
			`The platform was still processing the media after ${Math.round(waited / 1000)} seconds (${info?.progress_percent ?? 0} %)`,
			'Raise Max Processing Wait, or look later with Get Status.',
		);
	if (info?.state === 'failed')
		throw failure(
			call,
			`The platform could not process the media: ${info.error?.message ?? info.error?.name ?? 'no reason given'}`,
			'Check the format, length and size of the file, then upload it again.',
		);
	return state === finalized ? {} : state;
}
