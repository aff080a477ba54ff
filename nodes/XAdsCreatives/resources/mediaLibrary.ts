import type { INodeExecutionData } from 'n8n-workflow';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { nameQuery, titled, webAddress } from '../../shared/ads/fields';
import { keepingMedia, processingWait, uploadFile } from '../../shared/core/fileUpload';
import { binaryProperty, openFile } from '../../shared/core/inputFile';
import { withQuery } from '../../shared/engine/request';
import {
	additional,
	billedFields,
	choice,
	formChoice,
	formOnly,
	formText,
	ids,
	text,
	when,
	choicesFrom,
	filters,
	update,
	choices,
} from '../../shared/fields';
import { title } from '../../shared/operation/labels';
import { broken, type Call, type ValuesOf, cursor, user } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { poster, libraryMedia, MEDIA_KEY, keyOf } from '../locators';
import { accountMedia, lineItem, ofLineItems, adLocator } from '../../shared/ads/locators';

/** Texts of media in the library. Title, description and poster are for videos. */
const libraryTexts = () => ({
	description: text({
		rows: 2,
		max: 200,
		description: 'For videos: what Posts show under the video',
	}),
	file_name: text({ max: 255, placeholder: 'e.g. latte.jpeg' }),
	name: text({ max: 100, description: 'A name to find the media by' }),
	poster_media_key: poster({
		label: 'Poster Image',
		description: 'For videos: what is shown before the video plays',
	}),
	title: text({ max: 70, description: 'For videos: the headline under the video' }),
});

const FROM_FILE = { media_source: ['file'] };
const AUTOMATIC = 'auto';

const addFields = {
	media_source: formChoice(
		{
			file: ['File', 'Binary data of the input item; X bills the upload'],
			uploaded: ['Uploaded Media', 'What has been uploaded before, by its media key'],
		},
		{ label: 'Source', default: 'file' },
	),
	binaryProperty: when(FROM_FILE, binaryProperty),
	media_category: when(
		FROM_FILE,
		formOnly(
			choice(
				{
					[AUTOMATIC]: ['Automatic', 'Images and GIFs for Posts and cards, videos to be promoted'],
					amplify_video: ['Promoted Video', 'Can also be shown before the videos of others'],
					tweet_gif: 'GIF',
					tweet_image: 'Image',
					tweet_video: 'Video of a Post',
				},
				{
					label: 'Use For',
					default: AUTOMATIC,
					description:
						'What the file is for, which decides its <a href="https://docs.x.com/x-ads-api/creatives">formats and sizes</a>',
				},
			),
		),
	),
	media_key: when(
		{ media_source: ['uploaded'] },
		text({
			...MEDIA_KEY,
			label: 'Media Key',
			placeholder: 'e.g. 3_931236738554519552',
			description: 'The media key that the upload returned',
		}),
	),
	...additional({
		additional_owners: formOnly({
			...ids({
				label: 'Additional Owner IDs',
				description: 'For files: other users who may post the media, such as the user of the account',
			}),
			name: 'additional_owner_id',
		}),
		media_type: formText({
			placeholder: 'e.g. image/png',
			description: 'For files: the MIME type of the file, if that of the binary data is wrong',
		}),
		...libraryTexts(),
	}),
	...processingWait,
	maxCost: formOnly(billedFields.maxCost),
};

type AddCall = Call<ValuesOf<typeof addFields>>;

/** The default purpose of an upload. X requires that promoted videos are uploaded as such. */
const usualUse = (type: string): string => {
	if (type === 'image/gif') return 'tweet_gif';
	return type.startsWith('video/') ? 'amplify_video' : 'tweet_image';
};

/** Only videos have titles, descriptions and posters. */
function* checkTexts(use: string, values: AddCall['values']) {
	if (use.endsWith('_video')) return;
	for (const name of ['description', 'poster_media_key', 'title'] as const)
		if (values[name] !== undefined) yield broken(name, 'requires', 'can only be used with videos');
}

/** Checks what it can before the file is read. */
function* checkAdded(values: AddCall['values']) {
	const { media_source: source, media_category: use = AUTOMATIC } = values;
	if (source === 'file' && use !== AUTOMATIC) yield* checkTexts(use, values);
}

/**
 * Uploads the file if there is one, like any other media, and adds the media to the library of the account:
 * https://docs.x.com/x-ads-api/creatives#adding-to-the-library
 */
async function addToLibrary(call: AddCall): Promise<INodeExecutionData[]> {
	const { values } = call;
	if (values.media_source === 'uploaded') return await call.sendAndOutput(call.request());
	const { binaryProperty: field = '', media_category: chosen = AUTOMATIC } = values;
	const useOf = (type: string) => (chosen === AUTOMATIC ? usualUse(type) : chosen);
	const file = await openFile(call, field, useOf, values.media_type);
	const use = useOf(file.type);
	const wrong = [...checkTexts(use, values)];
	if (wrong.length > 0) throw call.invalid(wrong);
	const uploader = { ...call, ...(await call.on('baseUrl')) };
	const { additional_owners: owners, maxProcessingWait = 600 } = values;
	const details = { media_category: use, ...(owners && { additional_owners: owners }) };
	const media = await uploadFile(uploader, file, details, {
		maxWait: maxProcessingWait,
		from: call.options.resumeFrom,
		reached: call.reached,
	});
	const key = asText(media.media_key) || keyOf(use, media.id);
	const name = values.file_name ?? file.name;
	return await keepingMedia([key], async () => {
		const named = { media_key: key, ...(name !== undefined && { file_name: name.slice(0, 255) }) };
		return await call.sendAndOutput(withQuery(call.request(), named));
	});
}

const media = accountChildren({
	segment: 'media_library',
	key: 'media_key',
	locator: libraryMedia,
	simplified: `
		media_key name file_name media_type media_category media_status media_url title description
		poster_media_key poster_media_url duration aspect_ratio tweeted created_at updated_at deleted`,
});

export const mediaLibraryResource = adsResource('mediaLibrary', 'Media Library', {
	add: media.creation(
		'Upload an image, GIF or video from binary data and add it to the library of an account, or add what has been uploaded',
		addFields,
		{
			name: 'Add',
			action: 'Add media to the library',
			auth: user('ads.write', 'media.write'),
			check: checkAdded,
			run: addToLibrary,
			resumes: true,
		},
	),
	delete: media.remove('Remove an image, GIF or video from the library', {
		action: 'Delete media from the library',
	}),
	get: media.getOne('Get one image, GIF or video of the library', {
		action: 'Get media from the library',
	}),
	getMany: media.listOf(
		'Get the images, GIFs and videos that the account can use in Posts and cards',
		filters({
			media_type: choice(choicesFrom(['GIF', 'IMAGE', 'VIDEO'], typeName)),
			q: nameQuery('Only those whose name, title, file name or description has these words'),
		}),
		{ action: 'Get many media from the library', paging: cursor(50) },
	),
	update: media.change(
		'Change the name and description of media in the library; a field left empty is unset',
		update(libraryTexts()),
		{ action: 'Update media in the library' },
	),
});

function typeName(type: string): string {
	return type === 'GIF' ? type : title(type);
}

const TYPES = titled(`
	BANNER BANNER_TABLET INTERSTITIAL INTERSTITIAL_LANDSCAPE INTERSTITIAL_LANDSCAPE_TABLET
	INTERSTITIAL_TABLET MEDIUM_RECTANGLE PREROLL VAST_PREROLL`);

const ofAccount = accountChildren({
	segment: 'account_media',
	locator: accountMedia,
	simplified: 'id creative_type media_url video_id created_at updated_at deleted',
	noun: 'account media object',
});

export const accountMediaResource = adsResource('accountMedia', 'Account Media', {
	delete: ofAccount.remove('Delete an image or in-stream video of the account'),
	get: ofAccount.get('Get one image or in-stream video that line items can show as it is'),
	getMany: ofAccount.list('Get the images and in-stream videos that line items can show as they are', {
		filters: { creative_types: choices(TYPES) },
	}),
});

const calls = accountChildren({
	segment: 'preroll_call_to_actions',
	locator: adLocator('Preroll Call to Action', '8f0', 'searchPrerollCallToActions'),
	simplified: 'id line_item_id call_to_action call_to_action_url created_at updated_at deleted',
	noun: 'preroll call to action',
	nouns: 'preroll calls to action',
});

const what = () => ({
	call_to_action: choice(choicesFrom(['GO_TO', 'SEE_MORE', 'SHOP', 'VISIT_SITE', 'WATCH_NOW'], title), {
		default: 'VISIT_SITE',
	}),
	call_to_action_url: webAddress('URL', 'Where the button leads'),
});

export const prerollCallToActionResource = adsResource('prerollCallToAction', 'Preroll Call to Action', {
	create: calls.creation('Give the in-stream video of a line item a button', {
		line_item_id: lineItem(),
		...what(),
	}),
	delete: calls.remove('Remove the button from the in-stream video of a line item'),
	get: calls.get('Get one call to action of an in-stream video'),
	getMany: calls.list('Get the buttons of in-stream videos', {
		filters: { line_item_ids: ofLineItems() },
	}),
	update: calls.change(
		'Change what the button of an in-stream video says, or where it leads',
		update(what()),
	),
});
