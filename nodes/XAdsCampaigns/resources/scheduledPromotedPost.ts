import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount, lineItem, ofLineItems, scheduledPost, adLocator } from '../../shared/ads/locators';
import { op } from '../../shared/operation/operation';

const posts = accountChildren({
	segment: 'scheduled_promoted_tweets',
	locator: adLocator('Scheduled Promoted Post', '1xtfl', 'searchScheduledPromotedPosts'),
	simplified: 'id line_item_id scheduled_tweet_id tweet_id created_at updated_at deleted',
});

export const scheduledPromotedPostResource = adsResource('scheduledPromotedPost', 'Scheduled Promoted Post', {
	create: op({
		...posts.create,
		description: 'Promote a scheduled Post with a line item as soon as it is published',
		fields: {
			...inAccount,
			line_item_id: lineItem(),
			scheduled_tweet_id: scheduledPost(),
		},
	}),
	delete: posts.remove('Stop a line item from promoting a scheduled Post, before it is published'),
	get: posts.get('Get one scheduled promoted Post'),
	getMany: posts.list('Get the scheduled Posts that line items will promote', {
		filters: {
			line_item_ids: ofLineItems(),
		},
	}),
});
