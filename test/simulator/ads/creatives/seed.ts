/** What accounts show from the start. */
import { ME } from '../../identities';
import { ids } from '../ids';
import { TIMES } from '../samples';
import type { AdsState, Json, Kind } from '../state';
import { libraryEntry } from './library';

const CONVERSATION = {
	first_cta: '#ShareNow',
	first_cta_tweet: 'I like it',
	thank_you_text: 'Thank you',
	title: 'Talk to us',
};

const later = {
	text: 'Our summer sale begins',
	user_id: ME.id,
	nullcast: true,
	card_uri: null,
	media_keys: [],
};

/** One of each kind. */
export function seedCreatives(state: AdsState): void {
	const own = (kind: Kind, id: string, fields: Readonly<Record<string, Json>>) =>
		state.of(kind).add(ids.account, { ...TIMES, ...fields, id });
	const media = (key: string, category: string, name: string) =>
		own('media', key, libraryEntry(key, category, { ...TIMES, name }));
	media(ids.libraryImage, 'tweet_image', 'Latte');
	media(ids.secondLibraryImage, 'tweet_image', 'Espresso');
	media(ids.libraryGif, 'tweet_gif', 'Steam');
	media(ids.libraryVideo, 'amplify_video', 'Barista');
	own('accountMedia', ids.imageMedia, {
		video_id: null,
		media_url: 'https://images.example/banner.jpg',
		creative_type: 'BANNER',
	});
	own('accountMedia', ids.prerollMedia, {
		video_id: ids.libraryVideo,
		media_url: null,
		creative_type: 'PREROLL',
	});
	own('cards', ids.card, {
		name: 'Autumn menu',
		card_uri: `card://${ids.card}`,
		card_type: 'IMAGE_WEBSITE',
		components: [
			{ type: 'MEDIA', media_key: ids.libraryImage },
			{
				type: 'DETAILS',
				title: 'The autumn menu',
				destination: { type: 'WEBSITE', url: 'https://example.com/autumn' },
			},
		],
	});
	own('imageConversationCards', ids.imageConversationCard, {
		...CONVERSATION,
		name: 'Talk about coffee',
		media_key: ids.libraryImage,
		card_type: 'IMAGE_CONVERSATION',
		card_uri: 'card://923498485702009837',
	});
	own('videoConversationCards', ids.videoConversationCard, {
		...CONVERSATION,
		name: 'Talk about baristas',
		media_key: ids.libraryVideo,
		card_type: 'VIDEO_CONVERSATION',
		card_uri: 'card://958397665015775232',
	});
	own('pollCards', ids.pollCard, {
		name: 'Best coffee',
		first_choice: 'Latte',
		second_choice: 'Espresso',
		duration_in_minutes: '10080',
		start_time: '2026-01-05T10:00:00Z',
		end_time: '2026-01-12T10:00:00Z',
		card_type: 'TEXT_POLLS',
		card_uri: 'card://950590850777497601',
	});
	own('drafts', ids.draftPost, { ...later, name: 'Summer draft' });
	own('scheduledPosts', ids.scheduledPost, {
		...later,
		name: null,
		scheduled_at: '2099-01-01T08:00:00Z',
		scheduled_status: 'SCHEDULED',
		tweet_id: null,
		completed_at: null,
	});
	own('posts', ids.accountPost, { ...later, text: 'Coffee all day', name: 'Coffee' });
	own('posts', ids.organicPost, { ...later, text: 'We are open', name: null, nullcast: false });
	own('prerollCalls', ids.prerollCallToAction, {
		line_item_id: ids.prerollLineItem,
		call_to_action: 'VISIT_SITE',
		call_to_action_url: 'https://example.com',
	});
}
