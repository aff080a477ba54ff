/** This file uploads files of the input item for a Post or a message, and has their fields. */
import { addAdvice, failureOf } from '../../shared/errors';
import { GuardRefusal } from '../../shared/ledger/refusal';
import { keepingMedia, uploadFile } from '../../shared/core/fileUpload';
import { failure, openFile, type SourceFile } from '../../shared/core/inputFile';
import { formOnly, formText, list, optional, text } from '../../shared/fields';
import type { Call } from '../../shared/operation/operation';

/** Asks for the names of the input fields with the files of a Post. */
export const fileNames = () =>
	list({
		label: 'Input Binary Fields',
		min: 1,
		max: 4,
		default: 'data',
		placeholder: 'e.g. data,data2',
		description:
			'Names of the input fields that hold up to 4 images, or one GIF or video, separated by commas',
	});

/** Asks for a text about what the files show. */
export const filesAltText = () =>
	text({
		label: 'File Alternative Text',
		rows: 2,
		max: 1000,
		description: 'What the files show, for people who cannot see them',
	});

export const fileName = formText({
	label: 'Input Binary Field',
	default: 'data',
	placeholder: 'e.g. data',
	description: 'Name of the input field that holds an image, a GIF or a video',
});

export const altTextOfFiles = optional(formOnly(filesAltText()));

/** Finds the category of a file by its type. https://docs.x.com/x-api/media/quickstart/best-practices */
export const categoryOf = (use: string, type: string): string =>
	`${use}_${type === 'image/gif' ? 'gif' : type.startsWith('video/') ? 'video' : 'image'}`;

const LONGEST_PROCESSING = 600;

/**
 * Uploads files of an item, all of them checked before the first is sent, and waits until they can be posted.
 *
 * @throws NodeOperationError if one cannot be sent or they cannot be combined; if the upload fails, the error names the files that have arrived.
 */
export async function uploadFiles(
	call: Call,
	names: readonly string[],
	use: 'dm' | 'tweet',
	altText: string | undefined,
): Promise<string[]> {
	const files: SourceFile[] = [];
	for (const name of names) {
		const useOf = (type: string) => {
			if (/^(image|video)\//.test(type)) return categoryOf(use, type);
			throw failure(
				call,
				`The file in "${name}" is of the type "${type}", which cannot be attached`,
				'Only images, GIFs and videos can be. Nothing was sent.',
			);
		};
		files.push(await openFile(call, name, useOf));
	}
	if (files.length > 1 && files.some(({ category }) => !category.endsWith('_image')))
		throw failure(
			call,
			'A Post takes up to 4 images, or one GIF, or one video, and no mixture of them',
			'Put the GIF or video into a Post of its own. Nothing was sent.',
		);
	const ids: string[] = [];
	for (const file of files)
		await keepingMedia(ids, async () => {
			const details = { media_category: file.category };
			const { id } = await uploadFile(call, file, details, { maxWait: LONGEST_PROCESSING }).catch(
				(error: unknown) => {
					throw withScope(error);
				},
			);
			ids.push(id);
			await describeMedia(call, id, altText);
		});
	return ids;
}

/** A refused upload. It needs another scope than the operation, which a connection for texts alone lacks. */
function withScope(error: unknown): unknown {
	const kind = failureOf(error)?.kind;
	return kind === 'missingScope' || kind === 'forbidden'
		? addAdvice(error, 'Uploading a file needs the scope media.write')
		: error;
}

/** Sends the Post or message with the uploaded files. An error names them, so that none is sent again. */
export async function withUploaded<T>(
	call: Pick<Call, 'hint'>,
	ids: readonly string[],
	step: () => Promise<T>,
): Promise<T> {
	try {
		return await keepingMedia(ids, step);
	} catch (error) {
		throw hinted(call, ids, error);
	}
}

/** A skipped item has no error that could name the media IDs, so a hint does. */
function hinted(call: Pick<Call, 'hint'>, ids: readonly string[], error: unknown): unknown {
	if (error instanceof GuardRefusal)
		call.hint(`Its files were uploaded, with the media IDs ${ids.join(', ')}`);
	return error;
}

/** Sets the descriptions of uploaded media. */
export async function describeMedia(call: Pick<Call, 'send'>, id: string, text: string | undefined) {
	if (text === undefined) return;
	const body = { id, metadata: { alt_text: { text } } };
	await call.send({ method: 'POST', path: '/2/media/metadata', body });
}
