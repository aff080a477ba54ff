/** Fields for entities that only this node uses. Their searches are in lists.ts. */
import { get, isPlainObject, pick } from 'lodash';
import { adLocator } from '../shared/ads/locators';
import { list, locatorOf, rows, text, type Appearance, type Counts, type ListRules } from '../shared/fields';
import type { Field } from '../shared/operation/operation';
import { asText } from '../shared/util/text';

export const card = adLocator('Card', '1321554298900107264', 'searchCards');
export const imageConversationCard = adLocator('Card', '59woh', 'searchImageConversationCards');
export const videoConversationCard = adLocator('Card', '5a86h', 'searchVideoConversationCards');
export const pollCard = adLocator('Card', '57i77', 'searchPollCards');
export const prerollCallToAction = adLocator('Preroll Call to Action', '8f0', 'searchPrerollCallToActions');

/** A card of any kind. Some older kinds have no list. */
export const anyCard = adLocator('Card', '508pf');

const MEDIA_KEY = {
	pattern: /^\d+_\d+$/,
	shape: 'a media key such as 3_931236738554519552',
};

export const libraryMedia = locatorOf({
	...MEDIA_KEY,
	name: 'Media',
	search: 'searchMediaLibrary',
	example: '3_931236738554519552',
});
export const libraryImage = locatorOf({
	...MEDIA_KEY,
	name: 'Image',
	search: 'searchLibraryImages',
	example: '3_931236738554519552',
});
export const libraryVideo = locatorOf({
	...MEDIA_KEY,
	name: 'Video',
	search: 'searchLibraryVideos',
	example: '13_958388276489895936',
});

/** The image in front of a video. X also accepts its media ID. */
export const poster = locatorOf({
	name: 'Image',
	search: 'searchLibraryImages',
	pattern: /^(\d+_)?\d+$/,
	shape: 'a media key such as 3_931236738554519552',
	example: '3_931236738554519552',
});

/** Uploaded media, which may not be in the library yet. */
export const mediaKey = (rest: Appearance = {}) =>
	text({ ...MEDIA_KEY, label: 'Media Key', placeholder: 'e.g. 3_931236738554519552', ...rest });

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

const CARD_URI = { pattern: /^card:\/\/\d+$/, shape: 'a card URI such as card://1044294149527166979' };

/** A card as Posts name it. The list contains website and app cards. */
export const cardUri = () =>
	locatorOf({ ...CARD_URI, name: 'Card', search: 'searchCardUris', example: 'card://1044294149527166979' })({
		description:
			'A card from the list, or the card_uri of a card of any kind, such as a poll: card://1044294149527166979',
	});

export const cardUris = (rest: ListRules = {}) =>
	list({
		...CARD_URI,
		label: 'Card URIs',
		placeholder: 'e.g. card://1044294149527166979,card://1044301099031658496',
		max: 200,
		description: 'Up to 200 card URIs, separated by commas',
		...rest,
	});

const POST_KEY = { example: '994788364334325760' };

export const draftPost = locatorOf({ ...POST_KEY, name: 'Draft Post', search: 'searchDraftPosts' });
export const publishedPost = locatorOf({ ...POST_KEY, name: 'Post', search: 'searchPublishedPosts' });
