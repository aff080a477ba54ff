/** The entities that fields of this node refer to. Their lists are in lists.ts. */
import { adLocator } from '../shared/ads/locators';
import { list, locatorOf, text, type Appearance, type ListRules } from '../shared/fields';

export const card = adLocator('Card', '1321554298900107264', 'searchCards');
export const imageConversationCard = adLocator('Card', '59woh', 'searchImageConversationCards');
export const videoConversationCard = adLocator('Card', '5a86h', 'searchVideoConversationCards');
export const pollCard = adLocator('Card', '57i77', 'searchPollCards');
export const prerollCallToAction = adLocator('Preroll Call to Action', '8f0', 'searchPrerollCallToActions');

/** A card of any kind: of the many kinds there were, some have no list. */
export const anyCard = adLocator('Card', '508pf');

const MEDIA_KEY = {
	pattern: /^\d+_\d+$/,
	shape: 'a media key such as 3_931236738554519552',
};

/** Something in the media library. */
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

/** The image in front of a video: X takes its media ID as well. */
export const poster = locatorOf({
	name: 'Image',
	search: 'searchLibraryImages',
	pattern: /^(\d+_)?\d+$/,
	shape: 'a media key such as 3_931236738554519552',
	example: '3_931236738554519552',
});

/** Media that was uploaded and may not be in the library yet. */
export const mediaKey = (rest: Appearance = {}) =>
	text({ ...MEDIA_KEY, label: 'Media Key', placeholder: 'e.g. 3_931236738554519552', ...rest });

/** Several media, in the order in which they are shown. */
export const mediaKeys = (rest: ListRules = {}) =>
	list({
		...MEDIA_KEY,
		label: 'Media Keys',
		placeholder: 'e.g. 3_931236738554519552,3_957113581522141184',
		...rest,
	});

const CARD_URI = { pattern: /^card:\/\/\d+$/, shape: 'a card URI such as card://1044294149527166979' };

/** A card as Posts name it. The list has website and app cards. */
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
