/**
 * Every operation of the node once; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsCreatives/spec';
import { adsCreatives } from '../../support/seeded/adsCreatives';
import { runsEveryOperation } from '../ads/operations';
import { byId, ids, media } from './support';

const slide = { media_key: byId(ids.libraryImage), title: 'Menu', url: 'https://example.com' };
const slides = { card_format: 'multiDestination', card_slides: { values: [slide, slide] } };
const titled = { card_format: 'carousel', media_keys: media(ids.libraryImage, ids.secondLibraryImage) };
const toWebsite = { ...titled, destination: 'website', title: 'Menu', url: 'https://example.com' };
const ofUploaded = { media_source: 'uploaded', media_key: ids.libraryVideo };
const CALLS = ['second', 'third', 'fourth'];
const allCalls = {
	updateFields: Object.fromEntries(
		CALLS.flatMap((which) => [
			[`${which}_cta`, `#${which}`],
			[`${which}_cta_tweet`, which],
		]),
	),
};
const videoTexts = { description: 'Our menu', title: 'Menu', poster_media_key: byId(ids.libraryImage) };

runsEveryOperation('xAdsCreatives', {
	spec,
	seeded: adsCreatives,
	together: {
		'card.create': [slides],
		'card.update': [slides, toWebsite],
		'imageConversationCard.update': [allCalls],
		'videoConversationCard.update': [allCalls],
		'mediaLibrary.add': [{ ...ofUploaded, additionalFields: videoTexts }],
	},
	others: { 'mediaLibrary.add': ['api'] },
	ownItems: ['draftPost.sendPreview'],
});
