import { fromPairs } from 'lodash';
import { any, deleted, many, op, user, resource } from '../../shared/operation/operation';
import { additional, choice, formOnly, id, json, list, options, text } from '../../shared/fields';
import { checkWindowOrMoment } from '../../shared/operation/window';
import { analyticsGranularity, analyticsWindow } from '../../shared/core/common';
import { inParts } from '../../shared/engine/splitIds';
import { altText, upload, uploadFields } from '../operations/mediaUpload';
import { readMany, readOne, selectionOf } from '../../shared/core/selections';
import { words } from '../../shared/util/text';

const auth = user('media.write');
const read = any('tweet.read');

const MEDIA_KEY = {
	pattern: /^\d+_\d+$/,
	shape: 'a media key such as 13_1263145212760805376',
	description: 'The media key, as the attachments of a Post name it',
};

const mediaKeys = {
	...list({
		...MEDIA_KEY,
		label: 'Media Keys',
		description: 'Media keys, separated by commas. Each 100 are one request.',
		placeholder: 'e.g. 13_1263145212760805376,3_1136048009270239232',
	}),
	name: 'media_key',
};

const mediaId = id({ label: 'Media ID', description: 'ID returned by Media: Upload' });

const videoCategory = choice(
	{ AmplifyVideo: 'Amplify Video', TweetVideo: 'Post Video' },
	{ label: 'Media Category', default: 'TweetVideo' },
);

/** By ISO 639-1 codes. X accepts any two capital letters; these are a selection. */
const SUBTITLE_LANGUAGES: Readonly<Record<string, string>> = fromPairs(
	words(`
		AR:Arabic BG:Bulgarian BN:Bengali CA:Catalan CS:Czech DA:Danish DE:German EL:Greek EN:English ES:Spanish
		ET:Estonian FA:Persian FI:Finnish FR:French HE:Hebrew HI:Hindi HR:Croatian HU:Hungarian ID:Indonesian
		IT:Italian JA:Japanese KO:Korean LT:Lithuanian LV:Latvian MS:Malay NL:Dutch NO:Norwegian PL:Polish
		PT:Portuguese RO:Romanian RU:Russian SK:Slovak SL:Slovenian SR:Serbian SV:Swedish TA:Tamil TH:Thai
		TR:Turkish UK:Ukrainian UR:Urdu VI:Vietnamese ZH:Chinese`).map((each) => each.split(':')),
);

const language = choice(SUBTITLE_LANGUAGES, {
	label: 'Language',
	default: 'EN',
	description: 'Language of the subtitles',
});

const moreMetadata = json({
	label: 'More Metadata',
	placeholder: 'e.g. {"allow_download_status": {"allow_download": false}}',
	description: 'Other metadata, under the names of the API',
});

/** Media: https://docs.x.com/x-api/media/introduction */
export const mediaResource = resource({
	value: 'media',
	defaultOperation: 'upload',
	mostUsed: ['upload', 'addAltText', 'addSubtitles', 'getStatus'],
	auth: read,
	operations: {
		addAltText: op({
			route: 'POST /2/media/metadata',
			name: 'Add Alternative Text',
			action: 'Add alternative text to media',
			description: 'Describe an uploaded image or video for people who cannot see it, before it is posted',
			auth,
			fields: {
				id: mediaId,
				'metadata.alt_text.text': { ...altText, name: 'alt_text' },
				...additional({ metadata: formOnly(moreMetadata) }),
			},
			run: async (call) => {
				const { id, 'metadata.alt_text.text': text, metadata } = call.values;
				const body = { id, metadata: { ...metadata, alt_text: { text } } };
				return await call.sendAndOutput({ ...call.request(), body });
			},
		}),
		addSubtitles: op({
			route: 'POST /2/media/subtitles',
			action: 'Add subtitles to a video',
			description: 'Attach an uploaded subtitle file to an uploaded video',
			auth,
			fields: {
				id: { ...mediaId, label: 'Video ID' },
				media_category: videoCategory,
				'subtitles.id': id({
					label: 'Subtitle Media ID',
					description: 'ID returned by Media: Upload for the subtitle file',
				}),
				'subtitles.language_code': language,
				'subtitles.display_name': text({
					label: 'Display Name',
					description: 'Name of the language as viewers see it',
					placeholder: 'e.g. English',
				}),
			},
		}),
		deleteSubtitles: op({
			route: 'DELETE /2/media/subtitles',
			action: 'Delete subtitles of a video',
			description: 'Remove the subtitles in one language from a video',
			auth,
			fields: {
				id: { ...mediaId, label: 'Video ID', place: 'body' },
				media_category: { ...videoCategory, place: 'body' },
				language_code: { ...language, place: 'body' },
			},
			result: deleted('id', 'language_code'),
		}),
		get: op({
			route: 'GET /2/media/{media_key}',
			action: 'Get media',
			description: 'Get one image, GIF or video by its media key',
			...readOne('media', {
				media_key: text({ ...MEDIA_KEY, placeholder: 'e.g. 13_1263145212760805376' }),
			}),
			gather: {
				route: 'GET /2/media',
				parameter: 'media_keys',
				max: 100,
				field: 'media_key',
				key: 'media_key',
			},
		}),
		getAnalytics: op({
			route: 'GET /2/media/analytics',
			action: 'Get the analytics of media',
			description: 'Get how often your own videos were watched',
			auth: user('tweet.read'),
			fields: {
				media_keys: mediaKeys,
				...analyticsWindow,
				granularity: analyticsGranularity(
					'media_granularity',
					{ hourly: 'Hourly', daily: 'Daily', total: 'Total' },
					'daily',
				),
				...selectionOf('mediaAnalytics'),
			},
			check: checkWindowOrMoment,
			result: many(),
			run: inParts('media_keys'),
			resumes: true,
		}),
		getMany: op({
			route: 'GET /2/media',
			name: 'Get Many by Keys',
			action: 'Get many media by keys',
			description: 'Get images, GIFs and videos by their media keys',
			...readMany('media', { media_keys: mediaKeys }),
			run: inParts('media_keys'),
			resumes: true,
		}),
		getStatus: op({
			route: 'GET /2/media/upload',
			action: 'Get the status of an upload',
			description: 'Get the processing status of an uploaded video or GIF',
			auth,
			fields: {
				media_id: mediaId,
				...options({
					command: choice(
						{ STATUS: 'Status' },
						{ description: 'The command that X documents for this request' },
					),
				}),
			},
		}),
		upload: op({
			route: 'POST /2/media/upload/initialize',
			action: 'Upload media',
			description:
				'Upload an image, GIF, video or subtitle file from binary data, in chunks, and wait until it can be posted',
			auth,
			fields: uploadFields,
			run: upload,
			effort: 'bytes',
			resumes: true,
		}),
	},
});
