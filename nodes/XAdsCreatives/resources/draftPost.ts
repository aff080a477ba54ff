import { get } from 'lodash';
import { accountChildren, adsResource } from '../../shared/ads/children';
import { additional, filters, update, locatorOf } from '../../shared/fields';
import { type Result, cursor, op } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import {
	author,
	changedContents,
	checkMedia,
	laterPostShape,
	ofAuthor,
	newContents,
	postDetails,
} from '../posts/fields';

/** Returns the message of an answer without data, with the ID of its subject. */
const messageOf = (field: string): Result => ({
	isList: false,
	items: (body, values) => {
		const message = asText(get(body, 'message'));
		return message === '' ? [] : [{ [field]: values[field], message }];
	},
});

const drafts = accountChildren({
	segment: 'draft_tweets',
	locator: locatorOf({ example: '994788364334325760', name: 'Draft Post', search: 'searchDraftPosts' }),
	simplified: laterPostShape(),
});

export const draftPostResource = adsResource('draftPost', 'Draft Post', {
	create: drafts.creation(
		'Create a Post that nobody sees yet',
		{ as_user_id: author(), ...newContents(), ...additional(postDetails()) },
		{ check: checkMedia },
	),
	delete: drafts.remove('Delete a draft for good, as X advises once it has become a Post'),
	get: drafts.getOne('Get one draft'),
	getMany: drafts.listOf('Get the drafts of an account', filters({ user_id: ofAuthor() }), {
		paging: cursor(200),
	}),
	sendPreview: op({
		route: 'POST /12/accounts/{account_id}/draft_tweets/preview/{draft_tweet_id}',
		action: 'Send a preview of a draft post',
		description: 'Show the authenticated user a draft in the X app, by a notification',
		fields: drafts.fields,
		result: messageOf('draft_tweet_id'),
	}),
	update: drafts.change(
		'Change a draft; an empty card or media field removes the card or media',
		update(changedContents()),
		{ check: checkMedia },
	),
});
