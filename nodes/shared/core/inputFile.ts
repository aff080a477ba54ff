/** Opens the binary data of an item as X accepts it: its type, its size, and its bytes in pieces. */
import { NodeOperationError, type IBinaryData } from 'n8n-workflow';
import { formText } from '../fields';
import type { Call } from '../operation/operation';
import { words } from '../util/text';

export const binaryProperty = formText({
	label: 'Input Binary Field',
	default: 'data',
	hint: 'The name of the input field that holds the file',
	placeholder: 'e.g. data',
});

/** The uploading item, connected to the host for media. */
export type Uploader = Pick<Call, 'context' | 'itemIndex' | 'send' | 'hint'>;

/** The file of one item, checked; nothing was sent yet. */
export interface SourceFile {
	readonly type: string;
	readonly size: number;
	readonly name: string | undefined;
	readonly category: string;
	readonly segments: AsyncIterable<Buffer>;
}

/**
 * Largest file of each use, in bytes. Without Premium a video ends at 8 GB, but only X knows the account.
 * https://docs.x.com/x-api/media/quickstart/best-practices
 */
const MB = 1024 * 1024;
export const LARGEST: Readonly<Record<string, number>> = {
	amplify_video: 16 * 1024 * MB,
	dm_gif: 15 * MB,
	dm_image: 5 * MB,
	dm_video: 512 * MB,
	tweet_gif: 15 * MB,
	tweet_image: 5 * MB,
	tweet_video: 16 * 1024 * MB,
};

/** Types of files that X accepts, as documented. */
const TYPES = words(`
	image/bmp image/gif image/jpeg image/pjpeg image/png image/tiff image/webp video/mp2t video/mp4
	video/quicktime video/webm text/srt text/vtt model/gltf-binary model/vnd.usdz+zip`);

/** X's names of types that n8n, or the server of a file, names differently. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
	'application/x-subrip': 'text/srt',
	'image/jpg': 'image/jpeg',
};

/** By the beginning of a type: the kind of file, and its possible uses. */
const KINDS: ReadonlyArray<readonly [prefix: string, kind: string, uses: RegExp]> = [
	['image/', 'an image', /_(image|gif)$/],
	['text/', 'subtitles', /^subtitles$/],
	['video/', 'a video', /_video$/],
];

/**
 * Some public prices count each segment, so they are large. The description names no largest size; the page of version
 * 1.1 has 5 MB (https://developer.x.com/en/docs/twitter-api/v1/media/upload-media/api-reference/post-media-upload-append),
 * but such a segment with its frame was refused with 413 (https://github.com/trypostit/trypost/pull/31). Both read on
 * 2026-11-22. The documentation's examples send 1 MB, which is sent where 4 MB are refused.
 */
const SEGMENT = 4 * MB;
const SMALL_SEGMENT = MB;
/** Since version 2.170 of the description. */
const MAX_SEGMENTS = 10_000;

/** Returns the size of the segments for a file of so many bytes. */
export const segmentSize = (bytes: number): number => Math.max(SEGMENT, Math.ceil(bytes / MAX_SEGMENTS));

/** The same where X refuses larger ones. */
export const smallSegmentSize = (bytes: number): number =>
	Math.max(SMALL_SEGMENT, Math.ceil(bytes / MAX_SEGMENTS));

/**
 * Checks the file of one item. `named` is its type, if the binary data have a wrong one.
 *
 * @throws NodeOperationError for a file that X does not accept.
 */
export async function openFile(
	uploader: Uploader,
	name: string,
	use: string | ((type: string, size: number) => string),
	named?: string,
): Promise<SourceFile> {
	const { context } = uploader;
	const binary = binaryOf(uploader, name);
	const type = typeOf(named ?? binary.mimeType ?? '');
	if (!TYPES.includes(type))
		throw refuse(
			uploader,
			type === ''
				? `The type of the file in "${name}" is not known`
				: `The file in "${name}" is of the type "${type}", which X does not take`,
			`It takes ${TYPES.join(', ')}. Where n8n did not know the type, name it in Media Type, which Media: Upload has.`,
		);
	const stored = binary.id !== undefined && binary.id !== '' ? binary.id : undefined;
	const base64 = stored === undefined ? withoutBreaks(binary.data) : '';
	const size =
		stored === undefined
			? Buffer.byteLength(base64, 'base64')
			: (await context.helpers.getBinaryMetadata(stored)).fileSize;
	const category = typeof use === 'string' ? use : use(type, size);
	const [, kind, uses] = KINDS.find(([prefix]) => type.startsWith(prefix)) ?? [];
	if (uses?.test(category) === false)
		throw refuse(uploader, `"Use For" must fit the file in "${name}", which is ${kind} (${type})`);
	const most = LARGEST[category];
	if (size === 0) throw refuse(uploader, `The binary field "${name}" holds an empty file`);
	if (most !== undefined && size > most)
		throw refuse(
			uploader,
			`The file in "${name}" has ${size.toLocaleString('en')} bytes; X takes at most ${most / MB} MB (${most.toLocaleString('en')} bytes) for this use`,
		);
	const segment = segmentSize(size);
	// Opened only when it is read: several files are checked first, and a later one may be refused.
	const open = async () =>
		stored === undefined ? decoded(base64, segment) : await context.helpers.getBinaryStream(stored, segment);
	return { type, size, name: binary.fileName, category, segments: slices(open, segment) };
}

function binaryOf(uploader: Uploader, name: string): IBinaryData {
	const { context, itemIndex } = uploader;
	const names = Object.keys(context.getInputData()[itemIndex]?.binary ?? {});
	if (names.includes(name)) return context.helpers.assertBinaryData(itemIndex, name);
	throw refuse(
		uploader,
		`The input item has no file in "${name}"`,
		names.length > 0
			? `It has files in ${names.join(', ')}: name one of these in Input Binary Field.`
			: 'It has no files at all: put a node before this one that gives a file, such as HTTP Request or Read/Write Files from Disk.',
	);
}

/** The type alone, by X's name: servers add parameters such as a charset. */
function typeOf(named: string): string {
	const type = named.replace(/;.*$/s, '').trim().toLowerCase();
	return OTHER_NAMES[type] ?? type;
}

/** Returns an error of an upload. */
export const failure = ({ context, itemIndex }: Uploader, message: string, description: string) =>
	new NodeOperationError(context.getNode(), message, { itemIndex, description });

const refuse = (uploader: Uploader, message: string, advice = '') =>
	failure(uploader, message, `Nothing was sent. ${advice}`.trim());

/** Some sources write base64 in lines. */
const withoutBreaks = (base64: string) => (/\s/.test(base64) ? base64.replace(/\s/g, '') : base64);

/** Base64 text as bytes, in parts: decoded at once, the file would be in memory twice. */
function* decoded(text: string, size: number): Generator<Buffer> {
	const step = 4 * Math.ceil(size / 3);
	for (let start = 0; start < text.length; start += step)
		yield Buffer.from(text.slice(start, start + step), 'base64');
}

async function* slices(open: () => Promise<AsyncIterable<unknown> | Iterable<unknown>>, size: number) {
	let rest: Buffer = Buffer.alloc(0);
	for await (const piece of await open()) {
		rest = rest.length === 0 ? (piece as Buffer) : Buffer.concat([rest, piece as Buffer]);
		while (rest.length >= size) {
			yield rest.subarray(0, size);
			rest = rest.subarray(size);
		}
	}
	if (rest.length > 0) yield rest;
}
