/** Marks links and names in a text, and attaches files, Posts and link cards to a message. https://docs.x.com/xchat/media */
import { mediaType } from '../../shared/chat/events/contents';
import type { Attachment, Contents, LinkImage, Entity } from '../../shared/chat/wire/eventStructures';
import { additional, formList, formOnly, group, optional, required, text } from '../../shared/fields';
import { broken, type BrokenRule, type Field, type ValuesOf } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import type { OpenConversation } from './writing';
import { kindOf, uploadEncrypted, type UploadedFile } from './media';
import { sendFields, type AboutMessage } from './message';
import { refuse, type AnyCall } from './tools';

/** The characters before and after each are as in twitter-text 3.1.0, by which X finds them in Posts. */
const PATTERNS = [
	['url', /(?<![\p{L}\p{N}_@#$&/.-])https?:\/\/[^\s<>"“”]+/giu],
	['mention', /(?<![A-Za-z0-9_!#$%&*@])@[A-Za-z0-9_]{1,15}(?![\p{L}\p{N}_@])/gu],
	['hashtag', /(?<![\p{L}\p{M}\p{N}_&])#(?=[\p{N}_]*\p{L})[\p{L}\p{M}\p{N}_]+(?![#/])/gu],
	['cashtag', /(?<=^|\s)\$[A-Za-z]{1,6}(?![\p{L}\p{N}_$])/gu],
] as const;

/** The most entities that are marked. A text for people has fewer. */
const MOST_MARKS = 100;

/** Cuts the end of the sentence off a link, and a bracket that was opened before it. */
function withoutEnd(url: string): string {
	let surplus = url.split(')').length - url.split('(').length;
	let end = url.length;
	for (; end > 0 && '.,;:!?\'")]}…'.includes(url[end - 1] ?? ''); end--) {
		if (url[end - 1] === ')' && surplus-- <= 0) break;
	}
	return url.slice(0, end);
}

/**
 * Finds the entities of a text. Their places are counted in bytes of UTF-8: "startByteOffset" and "endByteOffset" in
 * the types of X's Chat XDK 0.4.3 (read on 2026-11-22).
 */
export function entitiesIn(text: string): Entity[] {
	const found = PATTERNS.flatMap(([kind, pattern]) =>
		[...text.matchAll(pattern)].map(({ index, 0: match }) => {
			const said = kind === 'url' ? withoutEnd(match) : match;
			return { kind, start: index, end: index + said.length };
		}),
	);
	const links = found.filter(({ kind }) => kind === 'url');
	const isFree = ({ kind, start }: (typeof found)[number]) =>
		kind === 'url' || !links.some((link) => start >= link.start && start < link.end);
	return found
		.filter(isFree)
		.sort((a, b) => a.start - b.start)
		.slice(0, MOST_MARKS)
		.map(({ kind, start, end }) => ({
			start_index: Buffer.byteLength(text.slice(0, start)),
			end_index: Buffer.byteLength(text.slice(0, end)),
			content: { [kind]: {} },
		}));
}

/** The most that X's own clients show. */
const MOST = 10;
const POST =
	/^(?:(?:https?:\/\/)?(?:www\.|mobile\.)?(?:x|twitter)\.com\/(?:\w+|i\/web)\/status\/)?(\d{1,19})(?:[/?#].*)?$/i;

const linkCard = group(
	{
		url: required(
			text({
				placeholder: 'e.g. https://example.com/article',
				pattern: /^https?:\/\/\S+$/i,
				shape: 'an address that begins with http:// or https://',
			}),
		),
		title: text(),
		image: text({
			label: 'Image Binary Field',
			placeholder: 'e.g. data',
			description: 'The name of the input field with the image of the card',
		}),
	},
	{
		label: 'Link Card',
		placeholder: 'Add Link',
		description: 'A link to show as a card, with a title and an image',
	},
);

const postId = text({ pattern: /^\d{1,19}$/, shape: 'the ID or address of a Post' });
const attachedPost: Field<string> = {
	...text({
		label: 'Post',
		placeholder: 'e.g. https://x.com/XDevelopers/status/1445880548472328192',
		description: 'The ID or URL of a Post to attach',
	}),
	encode: (value, context) => postId.encode(POST.exec(asText(value).trim())?.[1] ?? value, context),
};

/** The fields of a message that may have attachments. */
export const contentFields = {
	...sendFields,
	text: optional(sendFields.text),
	...additional({
		file: formList({
			label: 'Input Binary Fields',
			placeholder: 'e.g. data',
			max: MOST,
			description:
				'Names of the input fields with files to encrypt and attach, separated by commas; several must be images or videos',
		}),
		linkCard: formOnly(linkCard),
		post: formOnly(attachedPost),
	}),
};

type ContentValues = ValuesOf<typeof contentFields>;

/**
 * A message has a text or an attachment. X's Chat XDK refuses to mix kinds: "any other attachment type must be the
 * message's only attachment" (0.4.3, tried on 2026-11-22).
 */
export function* checkContents({
	text: said,
	file: files = [],
	linkCard: link,
	post,
}: ContentValues): Generator<BrokenRule<'text' | 'file'>> {
	const given = [files.length > 0, link !== undefined, post !== undefined].filter(Boolean).length;
	if ((said ?? '').trim() === '' && given === 0)
		yield broken('text', 'required', 'is required for a message without an attachment');
	if (given > 1)
		yield broken('file', 'exclusive', 'cannot be sent with a Post or a link card in one message');
}

/** Marks in a text what X's clients mark. */
export const marked = (said: string) => {
	const entities = entitiesIn(said);
	return entities.length > 0 ? { entities } : {};
};

/** Uploads the attachments of a message, and gives all that it says. */
export async function writtenMessage(
	call: AnyCall & { readonly values: ContentValues },
	open: OpenConversation,
	key: Buffer,
	about: AboutMessage,
): Promise<NonNullable<Contents['message']>> {
	const { text: said = '', file: files = [], linkCard: link, post } = call.values;
	const uploaded = async (property: string) => await uploadEncrypted(call, open, key, property, about);
	refuseMixed(call, files);
	const attachments: Attachment[] = [];
	for (const property of files) attachments.push(ofFile(await uploaded(property)));
	if (post !== undefined)
		attachments.push({ post: { rest_id: post, post_url: `https://x.com/i/web/status/${post}` } });
	if (link)
		attachments.push({
			url: {
				url: link.url,
				display_title: link.title,
				...(link.image !== undefined && { banner_image: imageOf(await uploaded(link.image)) }),
			},
		});
	return { message_text: said, ...marked(said), ...(attachments.length > 0 && { attachments }) };
}

/** Stops before the first upload where several files cannot be in one message. */
function refuseMixed(call: AnyCall, files: readonly string[]): void {
	const { context, itemIndex } = call;
	const wrong = files.find((property) => {
		const { mimeType } = context.helpers.assertBinaryData(itemIndex, property);
		return !['image', 'gif', 'video'].includes(kindOf(mimeType));
	});
	if (files.length > 1 && wrong !== undefined)
		throw refuse(
			call,
			`"${wrong}" must be the only file of its message, as it is no image and no video`,
			'Send it in a message of its own',
		);
}

const ofFile = ({
	media_hash_key,
	kind,
	file_name,
	size,
	duration_ms: length,
	...file
}: UploadedFile): Attachment => ({
	media: {
		media_hash_key,
		type: mediaType(kind),
		filesize_bytes: String(size),
		filename: file_name,
		...(length !== undefined && { duration_millis: String(length) }),
		...dimensionsOf(file),
	},
});

/** Describes the picture of a card. X's clients show none without a name, or without the size that it has encrypted. */
const imageOf = ({ media_hash_key, file_name, sealed_size: size, ...file }: UploadedFile): LinkImage => ({
	media_hash_key,
	filesize_bytes: String(size),
	filename: file_name ?? 'image',
	...dimensionsOf(file),
});

const dimensionsOf = ({ width, height }: Pick<UploadedFile, 'width' | 'height'>) =>
	width !== undefined && height !== undefined
		? { dimensions: { width: String(width), height: String(height) } }
		: {};
