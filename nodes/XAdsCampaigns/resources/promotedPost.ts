import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount, lineItem, ofLineItems, adLocator } from '../../shared/ads/locators';
import { ids } from '../../shared/fields';
import { many, op } from '../../shared/operation/operation';

const posts = accountChildren({
	segment: 'promoted_tweets',
	locator: adLocator('Promoted Post', '1efwlo', 'searchPromotedPosts'),
	simplified: 'id line_item_id tweet_id entity_status approval_status created_at updated_at deleted',
});

export const promotedPostResource = adsResource('promotedPost', 'Promoted Post', {
	create: op({
		...posts.create,
		action: 'Create promoted posts',
		description: 'Promote Posts with a line item. Returns one item for each.',
		fields: {
			...inAccount,
			line_item_id: lineItem(),
			tweet_ids: ids({
				max: 50,
				description: 'Up to 50 Posts, separated by commas',
			}),
		},
		result: many(posts.shape),
	}),
	delete: posts.remove('Stop promoting a Post with a line item. The Post itself stays.'),
	get: posts.get('Get one promoted Post'),
	getMany: posts.list(
		'Get the Posts that line items promote; those of deleted line items only with Include Deleted',
		{
			sort: ['paused'],
			filters: { line_item_ids: ofLineItems() },
		},
	),
});
