/** Fields for entities that only this node uses. Their searches are in methods.ts. */
import { get, isPlainObject, pick } from 'lodash';
import { list, locatorOf, rows, text, type Appearance, type Counts } from '../shared/fields';
import type { Field } from '../shared/operation/operation';
import { asText } from '../shared/util/text';

export const MEDIA_KEY = {
	pattern: /^\d+_\d+$/,
	shape: 'a media key such as 3_931236738554519552',
};

const ofLibrary = (name: string, search: string, rest: Partial<Parameters<typeof locatorOf>[0]> = {}) =>
	locatorOf({ ...MEDIA_KEY, name, search, example: '3_931236738554519552', ...rest });

export const libraryMedia = ofLibrary('Media', 'searchMediaLibrary');
export const libraryImage = ofLibrary('Image', 'searchLibraryImages');
export const libraryVideo = ofLibrary('Video', 'searchLibraryVideos', { example: '13_958388276489895936' });

/** The image in front of a video. X also accepts its media ID. */
export const poster = ofLibrary('Image', 'searchLibraryImages', { pattern: /^(\d+_)?\d+$/ });

/** Makes a field of several media, in order. An ID may contain several keys, as input data often has them. */
export function mediaKeys({ min, max, ...rest }: Appearance & Counts = {}): Field<string[] | ''> {
	const keys = list({ ...MEDIA_KEY, ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
	const row = { media_key: libraryMedia() };
	const chosen = sortable(rows(row, { label: 'Media', placeholder: 'Add Media', ...rest }));
	return {
		...pick(chosen, 'property', 'label', 'members'),
		encode: (value, context) => {
			const given = isPlainObject(value) ? keysIn(value) : value;
			return given === '' ? '' : keys.encode(given, context);
		},
	};
}

/** Rows that users can move, because their order matters. */
export const sortable = <T>({ property, ...field }: Field<T>): Field<T> => ({
	...field,
	...(property && { property: { ...property, typeOptions: { multipleValues: true, sortable: true } } }),
});

/** The keys in the rows; undefined if the user removed all rows. */
function keysIn(value: unknown): string | undefined {
	const chosen: unknown = get(value, 'values');
	if (!Array.isArray(chosen) || chosen.length === 0) return '';
	const keys = chosen.map((row: unknown) =>
		asText(get(row, ['media_key', 'value']) ?? get(row, 'media_key')),
	);
	const given = keys.filter((key) => key.trim() !== '');
	return given.length > 0 ? given.join(',') : undefined;
}

export const CARD_URI = { pattern: /^card:\/\/\d+$/, shape: 'a card URI such as card://1044294149527166979' };

export const cardUris = () =>
	list({
		...CARD_URI,
		label: 'Card URIs',
		placeholder: 'e.g. card://1044294149527166979,card://1044301099031658496',
		max: 200,
		description: 'Up to 200 card URIs, separated by commas',
	});

/** X finds cards by the start of their names. */
export const nameBeginning = () =>
	text({
		label: 'Name Begins With',
		max: 80,
		description: 'Only those whose name begins with this text, in capital or small letters',
	});

/** Kinds of media, by the first number of a media key: https://docs.x.com/x-ads-api/creatives#identifying-media */
const GIF = /^16_/;
/** 7 is a video of a Post, and 13 a video that was uploaded for promotion. */
const VIDEO = /^(7|13)_/;

/** Returns the number of GIFs and of videos among media keys. All others are images. */
export const countOf = (keys: readonly string[]) => ({
	gifs: keys.filter((key) => GIF.test(key)).length,
	videos: keys.filter((key) => VIDEO.test(key)).length,
});

/** The number before the media ID, by the purpose of the upload. */
const PREFIXES: Readonly<Record<string, number>> = { amplify_video: 13, tweet_gif: 16, tweet_video: 7 };
const IMAGE = 3;

/** Returns the media key of an upload: the number of its kind, then its ID. */
export const keyOf = (use: string, id: string): string => `${PREFIXES[use] ?? IMAGE}_${id}`;
