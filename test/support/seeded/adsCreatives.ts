import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';
import { byId, type KnownValues, type Seeded } from './types';

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
	media_keys: { values: [{ media_key: byId(ids.libraryImage) }] },
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

export const adsCreatives: Seeded = {
	known,
	items: [{ json: { marker: '1111' }, binary: { data: image } }],
};
