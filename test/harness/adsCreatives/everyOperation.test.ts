/**
 * Every operation of the node once with each kind of credential; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsCreatives/spec';
import { ME } from '../../simulator/identities';
import { runsEveryOperation, type KnownValues } from '../ads/operations';
import { byId, ids, media } from './support';

const image = { data: Buffer.from('image').toString('base64'), mimeType: 'image/png', fileName: 'a.png' };

const known: KnownValues = {
	account_media_id: ids.imageMedia,
	as_user_id: ME.id,
	line_item_id: ids.prerollLineItem,
	draft_tweet_id: ids.draftPost,
	scheduled_tweet_id: ids.scheduledPost,
	tweet_id: ids.accountPost,
	media_key: ids.libraryImage,
	preroll_call_to_action_id: ids.prerollCallToAction,
	tweet_ids: ids.accountPost,
	card_uris: `card://${ids.card}`,
	scheduled_at: '2026-12-01T08:00:00Z',
	card_uri: `card://${ids.card}`,
	media_keys: media(ids.libraryImage),
	unlocked_image_media_key: ids.libraryImage,
	unlocked_video_media_key: ids.libraryVideo,
	'mediaLibrary.poster_media_key': ids.libraryImage,
	'card.card_id': ids.card,
	'imageConversationCard.card_id': ids.imageConversationCard,
	'pollCard.card_id': ids.pollCard,
	'videoConversationCard.card_id': ids.videoConversationCard,
	'videoConversationCard.media_key': ids.libraryVideo,
	'mediaLibrary.media_key': ids.libraryVideo,
	'mediaLibrary.add.additionalFields': { name: 'Coffee' },
	'post.getMany.filters': { timeline_type: 'ALL' },
	'videoConversationCard.update.updateFields': { name: 'New name' },
	'imageConversationCard.update.updateFields': { name: 'New name' },
	'draftPost.update.updateFields': { name: 'New name' },
	'scheduledPost.update.updateFields': { name: 'New name' },
	'card.update.updateFields': { name: 'New name' },
};

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
	known,
	items: [{ json: { marker: '1111' }, binary: { data: image } }],
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
