import { filters, id } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { adIds, checkList, listOptions, ofLineItems, sort, withDeleted } from '../fields/common';
import { inAccount, lineItem, scheduledPromotedPost } from '../locators';
import { adsResource } from '../resource';
import { scheduledPromotedPostShape } from '../shapes';

const oneScheduled = { ...inAccount, scheduled_promoted_tweet_id: scheduledPromotedPost() };

/** Documentation: scheduled promoted tweets. */
export const scheduledPromotedPostResource = adsResource('scheduledPromotedPost', 'Scheduled Promoted Post', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/scheduled_promoted_tweets',
		name: 'Get Many',
		action: 'Get many scheduled promoted posts',
		description: 'Get the scheduled Posts that line items will promote',
		auth: reads,
		fields: {
			...inAccount,
			...sort(),
			...filters({
				line_item_ids: ofLineItems(),
				scheduled_promoted_tweet_ids: adIds('Scheduled Promoted Post IDs'),
			}),
			...listOptions,
		},
		paging: cursor(),
		result: many(scheduledPromotedPostShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/scheduled_promoted_tweets/{scheduled_promoted_tweet_id}',
		name: 'Get',
		action: 'Get a scheduled promoted post',
		description: 'Get one scheduled promoted Post',
		auth: reads,
		fields: { ...oneScheduled, ...withDeleted },
		result: one(scheduledPromotedPostShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/scheduled_promoted_tweets',
		name: 'Create',
		action: 'Create a scheduled promoted post',
		description: 'Let a line item promote a Post as soon as it goes out',
		auth: writes,
		fields: {
			...inAccount,
			line_item_id: lineItem(),
			scheduled_tweet_id: id({ label: 'Scheduled Post ID' }),
		},
		result: one(scheduledPromotedPostShape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/scheduled_promoted_tweets/{scheduled_promoted_tweet_id}',
		name: 'Delete',
		action: 'Delete a scheduled promoted post',
		description: 'Let a line item not promote a scheduled Post; only before the Post goes out',
		auth: writes,
		fields: oneScheduled,
		result: deleted('scheduled_promoted_tweet_id'),
	}),
});
