import { accountChildren, adsResource } from '../../shared/ads/children';
import { adLocator } from '../../shared/ads/locators';
import { withArticle } from '../../shared/operation/labels';
import type { Field, Fields } from '../../shared/operation/operation';
import { changedConversation, newConversation, warnCalls } from '../cards/conversation';
import { libraryImage, libraryVideo, poster, nameBeginning } from '../locators';

interface CardKind {
	readonly example: string;
	readonly shown: () => Field<string>;
	readonly more: () => Fields;
}

/** Makes the resource of the conversation cards that show an image, or of those that show a video. */
function conversationCards(medium: 'Image' | 'Video', { example, shown, more }: CardKind) {
	const kind = medium.toLowerCase();
	const noun = `${kind} conversation card`;
	const cards = accountChildren({
		segment: `cards/${kind}_conversation`,
		key: 'card_id',
		locator: adLocator('Card', example, `search${medium}ConversationCards`),
		simplified: `
			id name card_uri card_type title first_cta first_cta_tweet second_cta second_cta_tweet thank_you_text
			media_key media_url image_display_width image_display_height video_width video_height poster_media_url
			created_at updated_at deleted`,
		noun,
		nouns: `${noun}s`,
	});
	return adsResource(`${kind}ConversationCard`, `${medium} Conversation Card`, {
		create: cards.creation(
			`Create a card with ${withArticle(kind)} that asks people to post something`,
			newConversation(shown(), more()),
			{ commutes: true },
		),
		delete: cards.remove(`Delete ${withArticle(noun)} for good`),
		get: cards.get(`Get one ${noun}`),
		getMany: cards.list(`Get the ${noun}s of an account`, { filters: { q: nameBeginning() } }),
		update: cards.change(
			`Change fields of ${withArticle(noun)}; a field that is added and left empty is unset`,
			changedConversation(shown(), more()),
			{ warn: warnCalls },
		),
	});
}

export const imageConversationCardResource = conversationCards('Image', {
	example: '59woh',
	shown: () =>
		libraryImage({
			label: 'Image',
			description: 'From the media library: 800 pixels wide or more, 1.91:1',
		}),
	more: () => ({}),
});

export const videoConversationCardResource = conversationCards('Video', {
	example: '5a86h',
	shown: () =>
		libraryVideo({ label: 'Video', description: 'From the media library, with an aspect ratio of 16:9' }),
	more: () => ({
		poster_media_key: poster({
			label: 'Poster Image',
			description: 'What is shown before the video plays, instead of its first frame',
		}),
		unlocked_video_media_key: libraryVideo({
			label: 'Unlocked Video',
			description: 'The video that people see once they have posted',
		}),
	}),
});
