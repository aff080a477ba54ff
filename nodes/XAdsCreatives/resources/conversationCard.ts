import { accountChildren, adsResource } from '../../shared/ads/children';
import { adLocator } from '../../shared/ads/locators';
import { op } from '../../shared/operation/operation';
import { nameBeginning } from '../cards/filters';
import { changedConversation, newConversation, warnCalls } from '../cards/conversation';
import { libraryImage, libraryVideo, poster } from '../locators';

const SIMPLIFIED = `
	id name card_uri card_type title first_cta first_cta_tweet second_cta second_cta_tweet thank_you_text
	media_key media_url image_display_width image_display_height video_width video_height poster_media_url
	created_at updated_at deleted`;

const listed = { filters: { q: nameBeginning() } };

const images = accountChildren({
	segment: 'cards/image_conversation',
	key: 'card_id',
	locator: adLocator('Card', '59woh', 'searchImageConversationCards'),
	simplified: SIMPLIFIED,
	noun: 'image conversation card',
	nouns: 'image conversation cards',
});

const shownImage = () =>
	libraryImage({
		label: 'Image',
		description: 'From the media library: 800 pixels wide or more, 1.91:1',
	});

export const imageConversationCardResource = adsResource('imageConversationCard', 'Image Conversation Card', {
	create: images.creation(
		'Create a card with an image that asks people to post something',
		newConversation(shownImage(), {}),
		{ commutes: true },
	),
	delete: images.remove('Delete an image conversation card for good'),
	get: images.get('Get one image conversation card'),
	getMany: images.list('Get the image conversation cards of an account', listed),
	update: op({
		...images.update,
		description: 'Change fields of an image conversation card; a field that is added and left empty is unset',
		fields: {
			...images.fields,
			...changedConversation(shownImage(), {}),
		},
		warn: warnCalls,
	}),
});

const videos = accountChildren({
	segment: 'cards/video_conversation',
	key: 'card_id',
	locator: adLocator('Card', '5a86h', 'searchVideoConversationCards'),
	simplified: SIMPLIFIED,
	noun: 'video conversation card',
	nouns: 'video conversation cards',
});

const shownVideo = () =>
	libraryVideo({ label: 'Video', description: 'From the media library, with an aspect ratio of 16:9' });

const videoMore = () => ({
	poster_media_key: poster({
		label: 'Poster Image',
		description: 'What is shown before the video plays, instead of its first frame',
	}),
	unlocked_video_media_key: libraryVideo({
		label: 'Unlocked Video',
		description: 'The video that people see once they have posted',
	}),
});

export const videoConversationCardResource = adsResource('videoConversationCard', 'Video Conversation Card', {
	create: videos.creation(
		'Create a card with a video that asks people to post something',
		newConversation(shownVideo(), videoMore()),
		{ commutes: true },
	),
	delete: videos.remove('Delete a video conversation card for good'),
	get: videos.get('Get one video conversation card'),
	getMany: videos.list('Get the video conversation cards of an account', listed),
	update: op({
		...videos.update,
		description: 'Change fields of a video conversation card; a field that is added and left empty is unset',
		fields: {
			...videos.fields,
			...changedConversation(shownVideo(), videoMore()),
		},
		warn: warnCalls,
	}),
});
