/**
 * Every operation of the node once with each kind of credential; what one does in detail stands in the other files.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsCreatives/spec';
import { me } from '../../simulator/identities';
import { runsEveryOperation, type KnownValues } from '../ads/operations';
import { ids } from '../ads/support';

const image = { data: Buffer.from('image').toString('base64'), mimeType: 'image/png', fileName: 'a.png' };

const known: KnownValues = {
	...{ account_media_id: ids.imageMedia, as_user_id: me.id, line_item_id: ids.prerollLineItem },
	...{ draft_tweet_id: ids.draftPost, scheduled_tweet_id: ids.scheduledPost, tweet_id: ids.accountPost },
	...{ media_key: ids.libraryImage, preroll_call_to_action_id: ids.prerollCallToAction },
	...{ tweet_ids: ids.accountPost, card_uris: `card://${ids.card}`, scheduled_at: '2026-12-01T08:00:00Z' },
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

runsEveryOperation('xAdsCreatives', {
	spec,
	known,
	items: [{ json: { marker: '1111' }, binary: { data: image } }],
	others: { 'mediaLibrary.add': ['api'] },
});
