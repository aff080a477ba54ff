/** Uploads files for Posts and Direct Messages, and describes them. https://docs.x.com/x-api/media/quickstart/media-upload-chunked */
import type { INodeExecutionData } from 'n8n-workflow';
import {
	keepingMedia,
	processingWait,
	uploadedIn,
	uploadFile,
	type UploadedMedia,
} from '../../shared/core/fileUpload';
import { binaryProperty, LARGEST, openFile, type SourceFile } from '../../shared/core/inputFile';
import { users } from '../../shared/core/locators';
import {
	additional,
	choice,
	flag,
	formFlag,
	formOnly,
	options,
	text,
	type Choices,
} from '../../shared/fields';
import type { Call, ValuesOf } from '../../shared/operation/operation';
import { categoryOf, describeMedia } from './filesFromInput';

/** The labels of the image uses name every kind of file: `useOf` picks the use for its type. */
const USES: Choices = {
	amplify_video: 'Amplify Video',
	dm_gif: 'Direct Message: GIF',
	dm_image: ['Direct Message', 'An image, a GIF or a video, by the type of the file'],
	dm_video: 'Direct Message: Video',
	tweet_gif: 'Post: GIF',
	tweet_image: ['Post', 'An image, a GIF or a video, by the type of the file'],
	tweet_video: 'Post: Video',
	subtitles: 'Subtitles',
};

/** The use of a file. If it is not an image, or a GIF too large for one, the image use becomes that of its kind. */
function useOf(chosen: string, type: string, size: number): string {
	const [, use] = /^(dm|tweet)_image$/.exec(chosen) ?? [];
	const isImage = type.startsWith('image/') && size <= (LARGEST[chosen] ?? 0);
	const isOther = !isImage && (type.startsWith('video/') || type === 'image/gif');
	return use !== undefined && isOther ? categoryOf(use, type) : chosen;
}

export const altText = text({
	label: 'Alternative Text',
	rows: 2,
	max: 1000,
	description: 'What the media shows, for people who cannot see it',
});

const owners = {
	...users({
		label: 'Additional Owners',
		description: 'Other users who may post the media, by ID, @username or profile URL, separated by commas',
	}),
	name: 'additional_owner_id',
};

const mediaType = text({
	label: 'Media Type',
	placeholder: 'e.g. image/png',
	description: 'The MIME type of the file, if that of the binary data is wrong',
});

export const uploadFields = {
	binaryProperty,
	media_category: choice(USES, {
		label: 'Use For',
		default: 'tweet_image',
		description:
			'What the media is for, which decides its <a href="https://docs.x.com/x-api/media/quickstart/best-practices">formats and sizes</a>. Videos of Posts: up to 20 minutes and 8 GB, with Premium 125 minutes and 16 GB.',
	}),
	...additional({
		additional_owners: owners,
		alt_text: formOnly(altText),
		media_type: mediaType,
		shared: flag({ description: 'Whether the media may be used in several Direct Messages' }),
	}),
	...processingWait,
	...options({
		waitForProcessing: formFlag({
			default: true,
			description: 'Whether to wait until the media can be posted',
		}),
		singleRequest: formFlag({
			description:
				'Whether to send a small file in one request instead of three, which has its own <a href="https://docs.x.com/x-api/media/upload-media">rate limit</a>',
		}),
	}),
};

type UploadCall = Call<ValuesOf<typeof uploadFields>>;

/** Uploads the binary data of one item, and sets its description. */
export async function upload(call: UploadCall): Promise<INodeExecutionData[]> {
	const { binaryProperty: field, media_category: use, media_type: type } = call.values;
	const { waitForProcessing, maxProcessingWait = 600, singleRequest } = call.values;
	const file = await openFile(call, field, (found, size) => useOf(use, found, size), type);
	const { resumeFrom: from } = call.options;
	const details = { ...call.request().body, media_category: file.category };
	const maxWait = waitForProcessing === false ? undefined : maxProcessingWait;
	const media =
		singleRequest && from === undefined
			? await uploadOnce(call, file)
			: await uploadFile(call, file, details, { maxWait, from, reached: call.reached });
	await keepingMedia([media.id], async () => await describeMedia(call, media.id, call.values.alt_text));
	return [call.item(media)];
}

/** Sends a file in one request: https://docs.x.com/x-api/media/upload-media */
async function uploadOnce(call: UploadCall, { category, segments }: SourceFile): Promise<UploadedMedia> {
	const { additional_owners: others } = call.values;
	const parts: Buffer[] = [];
	for await (const part of segments) parts.push(part);
	const body = {
		media: Buffer.concat(parts).toString('base64'),
		media_category: category,
		...(others !== undefined && { additional_owners: others.join(',') }),
	};
	return uploadedIn(call, await call.send({ method: 'POST', path: '/2/media/upload', body }));
}
