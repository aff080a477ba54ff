/** Uploads and downloads files, encrypted with the key of their conversation. https://docs.x.com/xchat/media */
import { get, omit } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import type { ConversationKeys } from '../../shared/chat/trust/conversationKeys';
import { imageSize, movieHeader, type Movie } from '../../shared/chat/events/mediaHeader';
import { unlessLater } from '../../shared/util/unless';
import { conversationInPath } from '../../shared/chat/trust/conversationId';
import { NotOpened } from '../../shared/chat/cipher/boxes';
import { decryptMedia, encryptMedia } from '../../shared/chat/cipher/secretstream';
import { chatConversation } from '../../shared/chat/locators';
import { fillPath } from '../../shared/engine/request';
import { download, itemWithFile, outputFile } from '../../shared/core/files';
import { binaryProperty } from '../../shared/core/inputFile';
import { additional, formText, text, wireName } from '../../shared/fields';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { eventPages, openConversation, type OpenConversation, keyToWrite } from './writing';
import { builtByNode, type AboutMessage } from './message';
import { refuse, toolsOf, type AnyCall } from './tools';
import { acceptedFingerprints } from '../fields';

/** The size that X's own tool uses. A file may have up to a thousand segments. */
const SEGMENT = 3 * 1024 * 1024;
const MAX_SEGMENTS = 1000;
/** The number of events to search for the key of a file. */
const LOOK_BACK = 300;

export interface UploadedFile extends Movie {
	readonly media_hash_key: string;
	readonly kind: string;
	readonly file_name: string | undefined;
	readonly size: number;
	readonly sealed_size: number;
}

/** Encrypts the binary data of an item and uploads it, for a certain message if that is known. */
export async function uploadEncrypted(
	call: AnyCall,
	open: OpenConversation,
	key: Buffer,
	property: string,
	message?: AboutMessage,
): Promise<UploadedFile> {
	const { context, itemIndex } = call;
	const { mimeType, fileName } = context.helpers.assertBinaryData(itemIndex, property);
	const plain = await context.helpers.getBinaryDataBuffer(itemIndex, property);
	if (plain.length === 0)
		throw refuse(call, `The binary field "${property}" holds an empty file`, 'Choose a file with contents');
	const sealed = await encryptMedia(key, plain, context.getExecutionCancelSignal());
	const parts = Math.ceil(sealed.length / SEGMENT);
	if (parts > MAX_SEGMENTS)
		throw refuse(call, `The file in "${property}" is too large for X Chat`, 'It may have about 3 GB');
	// With a hyphen in the ID, X reports success but keeps no file to download.
	const conversation = { conversation_id: open.signedId };
	const begun = await call.send({
		method: 'POST',
		path: '/2/chat/media/upload/initialize',
		body: { ...conversation, total_bytes: sealed.length },
		idempotent: true,
	});
	const [session, hash] = ['session_id', 'media_hash_key'].map((name) => asText(get(begun, ['data', name])));
	if (!session || !hash) throw refuse(call, 'X did not say which upload it began', 'Try again');
	const path = (step: string) => `/2/chat/media/upload/${encodeURIComponent(session)}/${step}`;
	const upload = { ...conversation, media_hash_key: hash };
	for (let part = 0; part < parts; part++) {
		const media = sealed.subarray(part * SEGMENT, (part + 1) * SEGMENT).toString('base64');
		const body = { ...upload, segment_index: part, media };
		// The index identifies the segment, so X ignores a repetition.
		await call.send({ method: 'POST', path: path('append'), body, idempotent: true });
	}
	const body = { ...upload, num_parts: String(parts), ...message };
	await call.send({ method: 'POST', path: path('finalize'), body, idempotent: true });
	return {
		media_hash_key: hash,
		kind: kindOf(mimeType),
		file_name: fileName,
		size: plain.length,
		sealed_size: sealed.length,
		...(imageSize(plain) ?? movieHeader(plain)),
	};
}

/** Finds X Chat's kind of file for a MIME type. */
export function kindOf(mimeType: string): string {
	if (mimeType === 'image/gif') return 'gif';
	if (mimeType.startsWith('image/svg')) return 'svg';
	const [kind = ''] = mimeType.split('/');
	return ['image', 'video', 'audio'].includes(kind) ? kind : 'file';
}

export const uploadFields = {
	conversation_id: { ...chatConversation(), place: 'form' as const },
	binaryProperty,
	sent_conversation_id: wireName('conversation_id', builtByNode()),
	total_bytes: builtByNode(),
	...acceptedFingerprints,
};

/** Uploads a file for a later message. */
export async function upload(
	call: AnyCall & { readonly values: ValuesOf<typeof uploadFields> },
): Promise<INodeExecutionData[]> {
	const { conversation_id: id, binaryProperty } = call.values;
	const open = await openConversation(call, id);
	const { key, version, acceptance } = await keyToWrite(call, open);
	const file = omit(await uploadEncrypted(call, open, key, binaryProperty), 'sealed_size');
	return [call.item({ conversation_id: open.signedId, ...file, key_version: version, ...acceptance })];
}

export const downloadFields = {
	id: chatConversation(),
	media_hash_key: text({
		pattern: /^[a-zA-Z0-9]{1,50}$/,
		shape: 'a media hash key of letters and digits',
		description: 'The key of the file, from the attachments of a message',
	}),
	outputProperty: outputFile,
	...additional({
		fileName: formText({ placeholder: 'e.g. invoice.pdf' }),
		keyVersion: formText({
			description: 'The key_version of the message with the file; found automatically if empty',
		}),
	}),
};

type MediaDownloadCall = Call<ValuesOf<typeof downloadFields>>;

/** Downloads and decrypts a file; without private keys, the file stays encrypted. */
export async function downloadEncrypted(call: MediaDownloadCall): Promise<INodeExecutionData[]> {
	const { id, media_hash_key: hash, outputProperty, fileName = hash } = call.values;
	const template = '/2/chat/media/{id}/{media_hash_key}';
	const path = fillPath(template, { id: conversationInPath(id), media_hash_key: hash });
	const { content } = await download(call, { method: 'GET', template, path });
	const { session, send } = toolsOf(call);
	const found = (await session.reader(send)) && (await decrypted(call, content));
	const json = {
		media_hash_key: hash,
		decrypted: found !== undefined,
		...(found && { key_version: found.version, size: found.plain.length }),
	};
	const file = { content: found?.plain ?? content, type: undefined };
	return [await itemWithFile(call, json, file, outputProperty, fileName)];
}

async function decrypted(
	call: MediaDownloadCall,
	sealed: Buffer,
): Promise<{ version: string; plain: Buffer }> {
	for await (const { keys } of eventPages(call, call.values.id, LOOK_BACK)) {
		const found = await openWith(call, keys, sealed);
		if (found) return found;
	}
	throw refuse(
		call,
		'The file cannot be decrypted: none of the keys that you were given opens it',
		`Give the Key Version of the message that carries it. The keys of the latest ${LOOK_BACK} events were tried`,
	);
}

async function openWith(
	{ values, context }: MediaDownloadCall,
	keys: ConversationKeys | undefined,
	sealed: Buffer,
) {
	const { keyVersion: wanted } = values;
	for (const { key, version } of keys?.all() ?? []) {
		if (wanted !== undefined && version !== wanted) continue;
		const signal = context.getExecutionCancelSignal();
		const plain = await unlessLater(async () => await decryptMedia(key, sealed, signal), NotOpened);
		if (plain) return { version, plain };
	}
	return undefined;
}
