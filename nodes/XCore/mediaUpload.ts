/** The chunked upload: initialize, append, finalize, wait. Facts section 7; documentation page "Chunked media upload". */
import { get } from 'lodash';
import { NodeOperationError, type INodeExecutionData } from 'n8n-workflow';
import type { Choices } from '../shared/fields';
import type { Call } from '../shared/operation/operation';
import { asText } from '../shared/util/text';
import { wait } from '../shared/util/wait';

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

/** Largest file of each use, in bytes, as documented. */
const MB = 1024 * 1024;
const LARGEST: Readonly<Record<string, number>> = {
	dm_gif: 15 * MB,
	dm_image: 5 * MB,
	tweet_gif: 15 * MB,
	tweet_image: 5 * MB,
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

/** The documentation's examples send 1 MB; a file has at most 1,000 chunks. */
const CHUNK = MB;
const MOST_CHUNKS = 1000;

interface Source {
	type: string;
	size: number;
	chunks: AsyncIterable<Buffer>;
}

interface Processing {
	state?: string;
	check_after_secs?: number;
	progress_percent?: number;
	error?: { name?: string; message?: string };
}

/** Sends the binary data of one item. Reads it as a stream: at no time is the file held twice. */
export async function upload(call: Call): Promise<INodeExecutionData[]> {
	const { values } = call;
	const source = await open(call);
	const initialize = call.request();
	const begun = await call.send({
		...initialize,
		body: { ...initialize.body, media_type: source.type, total_bytes: source.size },
	});
	const id = asText(get(begun, 'data.id'));
	if (id === '')
		throw new NodeOperationError(call.context.getNode(), 'The platform did not say which upload it began', {
			itemIndex: call.itemIndex,
			description: 'Check the Base URL in the credential, and any proxy or gateway on the way',
		});
	let segment = 0;
	for await (const chunk of source.chunks) {
		await call.send({
			method: 'POST',
			path: `/2/media/upload/${id}/append`,
			body: { media: chunk.toString('base64'), segment_index: segment++ },
		});
	}
	const finished = await call.send({ method: 'POST', path: `/2/media/upload/${id}/finalize` });
	const media = { ...dataOf(begun), ...dataOf(finished) };
	const processed = values.waitForProcessing === false ? {} : await processing(call, id, media);
	if (typeof values.alt_text === 'string' && values.alt_text !== '')
		await call.send({
			method: 'POST',
			path: '/2/media/metadata',
			body: { id, metadata: { alt_text: { text: values.alt_text } } },
		});
	return [call.item({ ...media, ...processed })];
}

async function open(call: Call): Promise<Source> {
	const { context, itemIndex, values } = call;
	const name = asText(values.binaryProperty);
	const binary = context.helpers.assertBinaryData(itemIndex, name);
	const type = typeOf(asText(values.media_type) || asText(binary.mimeType));
	if (!TYPES.includes(type))
		throw refuse(
			call,
			type === ''
				? `The type of the file in "${name}" is not known`
				: `The file in "${name}" is of the type "${type}", which the platform does not take`,
			`It takes ${TYPES.join(', ')}. Where n8n did not know the type, name it in Media Type.`,
		);
	const category = asText(values.media_category);
	const [, kind, uses] = KINDS.find(([prefix]) => type.startsWith(prefix)) ?? [];
	if (uses?.test(category) === false)
		throw refuse(call, `"Use For" must fit the file in "${name}", which is ${kind} (${type})`);
	const stored = binary.id !== undefined && binary.id !== '';
	const base64 = stored ? '' : withoutBreaks(binary.data);
	const size = stored
		? (await context.helpers.getBinaryMetadata(binary.id!)).fileSize
		: Buffer.byteLength(base64, 'base64');
	const most = LARGEST[category];
	if (size === 0) throw refuse(call, `The binary field "${name}" holds an empty file`);
	if (most !== undefined && size > most)
		throw refuse(
			call,
			`The file in "${name}" has ${size.toLocaleString('en')} bytes; the platform takes at most ${most / MB} MB (${most.toLocaleString('en')} bytes) for this use`,
		);
	const chunk = Math.max(CHUNK, Math.ceil(size / MOST_CHUNKS));
	const chunks = stored
		? slices(await context.helpers.getBinaryStream(binary.id!, chunk), chunk)
		: slices(decoded(base64, chunk), chunk);
	return { type, size, chunks };
}

/** The type alone, under the platform's name for it: servers add parameters such as a charset. */
function typeOf(named: string): string {
	const type = named.replace(/;.*$/s, '').trim().toLowerCase();
	return OTHER_NAMES[type] ?? type;
}

const refuse = ({ context, itemIndex }: Call, message: string, advice = '') =>
	new NodeOperationError(context.getNode(), message, {
		itemIndex,
		description: `Nothing was sent. ${advice}`.trim(),
	});

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

/** Waits until the platform has processed the media, as often as it says. Throws with the platform's reason. */
async function processing(call: Call, id: string, media: object): Promise<object> {
	const { context, values } = call;
	const most = Number(values.maxProcessingWait ?? 600) * 1000;
	let info = get(media, 'processing_info') as Processing | undefined;
	let waited = 0;
	let answer: object = {};
	while (info?.state === 'pending' || info?.state === 'in_progress') {
		const pause = Math.max(1, info.check_after_secs ?? 1) * 1000;
		if (waited + pause > most)
			throw stillProcessing(call, id, Math.round(waited / 1000), info.progress_percent ?? 0);
		await wait(pause, context.getExecutionCancelSignal());
		waited += pause;
		const status = await call.send({
			method: 'GET',
			path: '/2/media/upload',
			query: [
				['media_id', id],
				['command', 'STATUS'],
			],
		});
		answer = dataOf(status);
		info = get(answer, 'processing_info');
	}
	if (info?.state === 'failed')
		throw new NodeOperationError(
			context.getNode(),
			`The platform could not process the media: ${info.error?.message ?? info.error?.name ?? 'no reason given'}`,
			{
				itemIndex: call.itemIndex,
				description: 'Check the format, length and size of the file, then upload it again',
			},
		);
	return answer;
}

const stillProcessing = ({ context, itemIndex }: Call, id: string, seconds: number, percent: number) =>
	new NodeOperationError(
		context.getNode(),
		`The platform was still processing the media after ${seconds} seconds (${percent} %)`,
		{
			itemIndex,
			description: `The file was uploaded. Raise Max Processing Wait, or look later with Get Status and the media ID ${id}.`,
		},
	);

const dataOf = (body: unknown): object => (body as { data?: object } | undefined)?.data ?? {};
