import { any, deleted, many, one, op, user, type Resource } from '../../shared/operation/operation';
import {
	additional,
	choice,
	formOnly,
	id,
	ids,
	flag,
	list,
	number,
	options,
	text,
} from '../../shared/fields';
import { checkOrder, span } from '../common';
import { MEDIA_CATEGORIES, upload } from '../mediaUpload';
import { selectionOf } from '../selections';
import { entities } from '../../shared/model/entities';

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
		max: 100,
		description: 'Up to 100 media keys, separated by commas',
		placeholder: 'e.g. 13_1263145212760805376,3_1136048009270239232',
	}),
	name: 'media_key',
};

/** The platform takes any two capital letters; an expression can bring one that is not here. */
const LANGUAGES = {
	AR: 'Arabic',
	BG: 'Bulgarian',
	BN: 'Bengali',
	CA: 'Catalan',
	CS: 'Czech',
	DA: 'Danish',
	DE: 'German',
	EL: 'Greek',
	EN: 'English',
	ES: 'Spanish',
	ET: 'Estonian',
	FA: 'Persian',
	FI: 'Finnish',
	FR: 'French',
	HE: 'Hebrew',
	HI: 'Hindi',
	HR: 'Croatian',
	HU: 'Hungarian',
	ID: 'Indonesian',
	IT: 'Italian',
	JA: 'Japanese',
	KO: 'Korean',
	LT: 'Lithuanian',
	LV: 'Latvian',
	MS: 'Malay',
	NL: 'Dutch',
	NO: 'Norwegian',
	PL: 'Polish',
	PT: 'Portuguese',
	RO: 'Romanian',
	RU: 'Russian',
	SK: 'Slovak',
	SL: 'Slovenian',
	SR: 'Serbian',
	SV: 'Swedish',
	TA: 'Tamil',
	TH: 'Thai',
	TR: 'Turkish',
	UK: 'Ukrainian',
	UR: 'Urdu',
	VI: 'Vietnamese',
	ZH: 'Chinese',
};

const mediaId = id({ label: 'Media ID', description: 'The ID that Upload answered with' });

const videoCategory = choice(
	{ AmplifyVideo: 'Amplify Video', TweetVideo: 'Post Video' },
	{ label: 'Media Category', default: 'TweetVideo' },
);

const language = choice(LANGUAGES, {
	label: 'Language',
	default: 'EN',
	description: 'The language of the subtitles',
});

const altText = text({
	label: 'Alternative Text',
	rows: 2,
	max: 1000,
	description: 'What the media shows, for people who cannot see it',
});

/** Facts section 7. */
export const mediaResource: Resource = {
	value: 'media',
	name: 'Media',
	defaultOperation: 'upload',
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
			},
		}),
		addSubtitles: op({
			route: 'POST /2/media/subtitles',
			name: 'Add Subtitles',
			action: 'Add subtitles to a video',
			description: 'Attach an uploaded subtitle file to an uploaded video',
			auth,
			fields: {
				id: { ...mediaId, label: 'Video ID' },
				media_category: videoCategory,
				'subtitles.id': id({
					label: 'Subtitle Media ID',
					description: 'The ID that Upload answered with for the subtitle file',
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
			name: 'Delete Subtitles',
			action: 'Delete subtitles of a video',
			description: 'Take the subtitles of one language off a video',
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
			name: 'Get',
			action: 'Get media',
			description: 'Get one image, GIF or video by its media key',
			auth: read,
			fields: {
				media_key: text({ ...MEDIA_KEY, placeholder: 'e.g. 13_1263145212760805376' }),
				...selectionOf('media'),
			},
			result: one(entities.media),
		}),
		getAnalytics: op({
			route: 'GET /2/media/analytics',
			name: 'Get Analytics',
			action: 'Get the analytics of media',
			description: 'Get how often up to 100 of your own videos were watched',
			auth: user('tweet.read'),
			fields: {
				media_keys: mediaKeys,
				...span,
				...options({
					granularity: choice(
						{ hourly: 'Hourly', daily: 'Daily', total: 'Total' },
						{ default: 'daily', description: 'Length of each period that is counted' },
					),
				}),
				...selectionOf('mediaAnalytics'),
			},
			check: checkOrder,
			result: many(),
		}),
		getMany: op({
			route: 'GET /2/media',
			name: 'Get Many by Keys',
			action: 'Get many media by keys',
			description: 'Get up to 100 images, GIFs and videos by their media keys',
			auth: read,
			fields: { media_keys: mediaKeys, ...selectionOf('media') },
			result: many(entities.media),
		}),
		getStatus: op({
			route: 'GET /2/media/upload',
			name: 'Get Status',
			action: 'Get the status of an upload',
			description: 'Get how far the platform is with processing an uploaded video or GIF',
			auth,
			fields: {
				media_id: mediaId,
				...options({
					command: choice(
						{ STATUS: 'Status' },
						{ description: 'The command that the platform documents for this request' },
					),
				}),
			},
		}),
		upload: op({
			route: 'POST /2/media/upload/initialize',
			name: 'Upload',
			action: 'Upload media',
			description:
				'Upload an image, GIF, video or subtitle file from binary data, in chunks, and wait until it can be posted',
			auth,
			fields: {
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
					description: 'What the media is for: the platform checks and converts accordingly',
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
			},
			run: upload,
		}),
	},
};
