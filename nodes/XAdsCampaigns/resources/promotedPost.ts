import { type ListRules, filters, ids } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { adIds, checkList, listOptions, ofLineItems, sort, withDeleted } from '../fields/common';
import { inAccount, lineItem, promotedPost } from '../locators';
import { adsResource } from '../resource';
import { promotedPostShape } from '../shapes';

const onePromotedPost = { ...inAccount, promoted_tweet_id: promotedPost() };

const postIds = (rest: ListRules) => ids({ label: 'Post IDs', ...rest });

/** Documentation: promoted tweets. */
export const promotedPostResource = adsResource('promotedPost', 'Promoted Post', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/promoted_tweets',
		name: 'Get Many',
		action: 'Get many promoted posts',
		description: 'Get the Posts that line items promote; those of deleted line items with With Deleted only',
		auth: reads,
		fields: {
			...inAccount,
			...sort('paused'),
			...filters({ line_item_ids: ofLineItems(), promoted_tweet_ids: adIds('Promoted Post IDs') }),
			...listOptions,
		},
		paging: cursor(),
		result: many(promotedPostShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/promoted_tweets/{promoted_tweet_id}',
		name: 'Get',
		action: 'Get a promoted post',
		description: 'Get one promoted Post',
		auth: reads,
		fields: { ...onePromotedPost, ...withDeleted },
		result: one(promotedPostShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/promoted_tweets',
		name: 'Create',
		action: 'Create promoted posts',
		description: 'Let a line item promote Posts: one item for each',
		auth: writes,
		fields: {
			...inAccount,
			line_item_id: lineItem(),
			tweet_ids: postIds({ max: 50, description: 'Up to 50 Posts, separated by commas' }),
		},
		result: many(promotedPostShape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/promoted_tweets/{promoted_tweet_id}',
		name: 'Delete',
		action: 'Delete a promoted post',
		description: 'Let a line item no longer promote a Post; the Post itself stays',
		auth: writes,
		fields: onePromotedPost,
		result: deleted('promoted_tweet_id'),
	}),
});
