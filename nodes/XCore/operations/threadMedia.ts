/** The files of a thread's Posts. */
import { NodeOperationError } from 'n8n-workflow';
import type { Call } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { upload } from './mediaUpload';

const INITIALIZE = '/2/media/upload/initialize';

/** What a file is for, by its type. */
const categoryOf = (type = ''): string =>
	type === 'image/gif' ? 'tweet_gif' : type.startsWith('video/') ? 'tweet_video' : 'tweet_image';

/**
 * Uploads files of an item, and waits until they can be posted.
 *
 * @param properties Names of the binary fields.
 * @param altText Describes each of them.
 * @returns Their media IDs.
 * @throws NodeOperationError where they do not go together.
 */
export async function uploadFiles(
	call: Call,
	properties: readonly string[],
	altText: string | undefined,
): Promise<string[]> {
	const { context, itemIndex } = call;
	const files = properties.map((binaryProperty) => ({
		binaryProperty,
		media_category: categoryOf(context.helpers.assertBinaryData(itemIndex, binaryProperty).mimeType),
	}));
	if (files.length > 1 && files.some(({ media_category }) => media_category !== 'tweet_image'))
		throw new NodeOperationError(
			context.getNode(),
			'A Post takes up to 4 images, or one GIF, or one video, and no mixture of them',
			{ itemIndex, description: 'Put the GIF or video into a Post of its own.' },
		);
	const ids: string[] = [];
	for (const { binaryProperty, media_category } of files) {
		const values = { binaryProperty, media_category, ...(altText !== undefined && { alt_text: altText }) };
		const request = () => ({ method: 'POST' as const, path: INITIALIZE, body: { media_category } });
		const [item] = await upload({ ...call, values: { ...NOTHING, ...values }, request });
		ids.push(asText(item?.json.id));
	}
	return ids;
}

/** What the form of an upload may leave out. */
const NOTHING = {
	additional_owners: undefined,
	alt_text: undefined,
	media_type: undefined,
	shared: undefined,
	maxProcessingWait: undefined,
	waitForProcessing: undefined,
};
