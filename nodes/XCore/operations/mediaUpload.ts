/**
 * The chunked upload: initialize, append, finalize, wait until it is processed, describe.
 * https://docs.x.com/x-api/media/quickstart/media-upload-chunked
 */
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

const MEDIA_CATEGORIES: Choices = {
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

export const uploadFields = {
	binaryProperty: formOnly(
		text({
			label: 'Input Binary Field',
			default: 'data',
			hint: 'The name of the input field that holds the file',
			placeholder: 'e.g. data',
		}),
	),
	media_category: choice(MEDIA_CATEGORIES, {
		label: 'Use For',
		default: 'tweet_image',
		description:
			'What the media is for. Videos of Posts: up to 20 minutes and 8 GB, with Premium 125 minutes and 16 GB.',
	}),
	...additional({
		additional_owners: {
			...ids({
				label: 'Additional Owner IDs',
				description: 'Users who may post the media as well, separated by commas',
			}),
			name: 'additional_owner_id',
		},
		alt_text: formOnly(altText),
		media_type: text({
			label: 'Media Type',
			placeholder: 'e.g. image/png',
			description: 'The type of the file, where the binary data names a wrong one',
		}),
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

type UploadCall = Call<ValuesOf<typeof uploadFields>>;

/**
 * Largest file of each use, in bytes. A video without Premium ends at 8 GB, which only the platform can tell.
 * https://docs.x.com/x-api/media/quickstart/best-practices
 */
const MB = 1024 * 1024;
const LARGEST: Readonly<Record<string, number>> = {
	amplify_video: 16 * 1024 * MB,
	dm_gif: 15 * MB,
	dm_image: 5 * MB,
	dm_video: 512 * MB,
	tweet_gif: 15 * MB,
	tweet_image: 5 * MB,
	tweet_video: 16 * 1024 * MB,
};

/** Types of files that the platform takes, as documented. */
const TYPES: readonly string[] = [
	...['image/bmp', 'image/gif', 'image/jpeg', 'image/pjpeg', 'image/png', 'image/tiff', 'image/webp'],
	...['video/mp2t', 'video/mp4', 'video/quicktime', 'video/webm', 'text/srt', 'text/vtt'],
	...['model/gltf-binary', 'model/vnd.usdz+zip'],
];

/** Types that n8n, or the server a file came from, names otherwise than the platform does. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	'application/x-subrip': 'text/srt',
	'image/jpg': 'image/jpeg',
};

/** By the beginning of a type: what the file is, and the uses that can be made of it. */
const KINDS: ReadonlyArray<readonly [prefix: string, kind: string, uses: RegExp]> = [
	['image/', 'an image', /_(image|gif)$/],
	['text/', 'subtitles', /^subtitles$/],
	['video/', 'a video', /_video$/],
];

/** The documentation's examples send 1 MB. Larger files need larger segments, as their number is bounded. */
const SEGMENT = MB;
const MAX_SEGMENTS = 1000;

/** The size of the segments that a file of so many bytes is sent in. */
export const segmentSize = (bytes: number): number => Math.max(SEGMENT, Math.ceil(bytes / MAX_SEGMENTS));

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
	const source = await open(call);
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

async function open(call: UploadCall) {
	const { context, itemIndex, values } = call;
	const { binaryProperty: name, media_category: category } = values;
	const binary = context.helpers.assertBinaryData(itemIndex, name);
	const type = typeOf(values.media_type ?? binary.mimeType ?? '');
	if (!TYPES.includes(type))
		throw refuse(
			call,
			type === ''
				? `The type of the file in "${name}" is not known`
				: `The file in "${name}" is of the type "${type}", which the platform does not take`,
			`It takes ${TYPES.join(', ')}. Where n8n did not know the type, name it in Media Type.`,
		);
	const [, kind, uses] = KINDS.find(([prefix]) => type.startsWith(prefix)) ?? [];
	if (uses?.test(category) === false)
		throw refuse(call, `"Use For" must fit the file in "${name}", which is ${kind} (${type})`);
	const stored = binary.id !== undefined && binary.id !== '' ? binary.id : undefined;
	const base64 = stored === undefined ? withoutBreaks(binary.data) : '';
	const size =
		stored === undefined
			? Buffer.byteLength(base64, 'base64')
			: (await context.helpers.getBinaryMetadata(stored)).fileSize;
	const most = LARGEST[category];
	if (size === 0) throw refuse(call, `The binary field "${name}" holds an empty file`);
	if (most !== undefined && size > most)
		throw refuse(
			call,
			`The file in "${name}" has ${size.toLocaleString('en')} bytes; the platform takes at most ${most / MB} MB (${most.toLocaleString('en')} bytes) for this use`,
		);
	const segment = segmentSize(size);
	const bytes =
		stored === undefined ? decoded(base64, segment) : await context.helpers.getBinaryStream(stored, segment);
	return { type, size, segments: slices(bytes, segment) };
}

/** The type alone, under the platform's name for it: servers add parameters such as a charset. */
function typeOf(named: string): string {
	const type = named.replace(/;.*$/s, '').trim().toLowerCase();
	return OTHER_NAMES[type] ?? type;
}

const failure = ({ context, itemIndex }: UploadCall, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { itemIndex, description });

const refuse = (call: UploadCall, message: string, advice = '') =>
	failure(call, message, `Nothing was sent. ${advice}`.trim());

/** Some sources write base64 in lines. */
const withoutBreaks = (base64: string) => (/\s/.test(base64) ? base64.replace(/\s/g, '') : base64);

/** Base64 text as bytes, a part at a time: decoded whole, the file would be held twice. */
function* decoded(text: string, size: number): Generator<Buffer> {
	const step = 4 * Math.ceil(size / 3);
	for (let start = 0; start < text.length; start += step)
		yield Buffer.from(text.slice(start, start + step), 'base64');
}

/** Any stream in pieces of exactly `size` bytes, but for the last one. */
async function* slices(
	stream: AsyncIterable<unknown> | Iterable<unknown>,
	size: number,
): AsyncGenerator<Buffer> {
	let rest: Buffer = Buffer.alloc(0);
	for await (const piece of stream) {
		rest = rest.length === 0 ? (piece as Buffer) : Buffer.concat([rest, piece as Buffer]);
		while (rest.length >= size) {
			yield rest.subarray(0, size);
			rest = rest.subarray(size);
		}
	}
	if (rest.length > 0) yield rest;
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
