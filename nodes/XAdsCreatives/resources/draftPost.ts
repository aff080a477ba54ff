import { reads, writes } from '../../shared/ads/children';
import { pageOptions } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { additional, filters, update } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { draftPost } from '../locators';
import {
	author,
	changedContents,
	checkMedia,
	laterPostShape,
	ofAuthor,
	newContents,
	postDetails,
} from '../posts/fields';
import { creativeResource } from '../resource';
import { messageOf } from '../posts/previews';

const shape = laterPostShape();
const ofOne = { ...inAccount, draft_tweet_id: draftPost() };

export const draftPostResource = creativeResource('draft-tweets', 'draftPost', 'Draft Post', {
	create: op({
		route: 'POST /12/accounts/{account_id}/draft_tweets',
		name: 'Create',
		action: 'Create a draft post',
		description: 'Create a Post that nobody sees yet',
		auth: writes,
		fields: { ...inAccount, as_user_id: author(), ...newContents(), ...additional(postDetails()) },
		result: one(shape),
		check: checkMedia,
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/draft_tweets/{draft_tweet_id}',
		name: 'Delete',
		action: 'Delete a draft post',
		description: 'Delete a draft for good, as X advises once it has become a Post',
		auth: writes,
		fields: ofOne,
		result: deleted('draft_tweet_id'),
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/draft_tweets/{draft_tweet_id}',
		name: 'Get',
		action: 'Get a draft post',
		description: 'Get one draft',
		auth: reads,
		fields: ofOne,
		result: one(shape),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/draft_tweets',
		name: 'Get Many',
		action: 'Get many draft posts',
		description: 'Get the drafts of an account',
		auth: reads,
		fields: { ...inAccount, ...filters({ user_id: ofAuthor() }), ...pageOptions },
		paging: cursor(200),
		result: many(shape),
	}),
	sendPreview: op({
		route: 'POST /12/accounts/{account_id}/draft_tweets/preview/{draft_tweet_id}',
		name: 'Send Preview',
		action: 'Send a preview of a draft post',
		description: 'Show the authenticated user a draft in the X app, by a notification',
		auth: writes,
		fields: ofOne,
		result: messageOf('draft_tweet_id'),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/draft_tweets/{draft_tweet_id}',
		name: 'Update',
		action: 'Update a draft post',
		description: 'Change a draft; an empty card or media field removes the card or media',
		auth: writes,
		fields: {
			...ofOne,
			...update(changedContents()),
		},
		result: one(shape),
		needsChange: true,
		check: checkMedia,
	}),
});
