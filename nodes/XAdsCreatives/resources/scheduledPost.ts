import { reads, writes } from '../../shared/ads/children';
import { pageOptions } from '../../shared/ads/listFields';
import { inAccount, scheduledPost } from '../../shared/ads/locators';
import { both } from '../../shared/ads/rules';
import { additional, date, filters, update } from '../../shared/fields';
import { broken, cursor, deleted, many, one, op } from '../../shared/operation/operation';
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

const shape = laterPostShape('scheduled_at scheduled_status tweet_id completed_at');
const ofOne = { ...inAccount, scheduled_tweet_id: scheduledPost() };
const time = () =>
	date({
		label: 'Scheduled At',
		description: 'When the Post goes out, to the minute; within a year from now',
	});

interface Scheduled {
	readonly scheduled_at?: string | undefined;
}

/** A leap year and a day, for clocks that differ. */
const YEAR = 367 * 24 * 3_600_000;

function* checkTime({ scheduled_at: at }: Scheduled) {
	if (at !== undefined && at !== '' && Date.parse(at) > Date.now() + YEAR)
		yield broken('scheduled_at', 'maximum', `must be within a year from now, and is ${at}`);
}

function* warnSeconds({ scheduled_at: at }: Scheduled) {
	if (at !== undefined && at !== '' && new Date(at).getUTCSeconds() > 0)
		yield `{scheduled_at} counts in whole minutes: X ignores the seconds of ${at}`;
}

export const scheduledPostResource = creativeResource('scheduled-tweets', 'scheduledPost', 'Scheduled Post', {
	create: op({
		route: 'POST /12/accounts/{account_id}/scheduled_tweets',
		name: 'Create',
		action: 'Create a scheduled post',
		description: 'Create a Post that is published later; at most 30 per account in 15 minutes',
		auth: writes,
		fields: {
			...inAccount,
			as_user_id: author(),
			scheduled_at: time(),
			...newContents(),
			...additional(postDetails()),
		},
		result: one(shape),
		check: both(checkTime, checkMedia),
		warn: warnSeconds,
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/scheduled_tweets/{scheduled_tweet_id}',
		name: 'Delete',
		action: 'Delete a scheduled post',
		description: 'Delete a scheduled Post for good, before it goes out',
		auth: writes,
		fields: ofOne,
		result: deleted('scheduled_tweet_id'),
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/scheduled_tweets/{scheduled_tweet_id}',
		name: 'Get',
		action: 'Get a scheduled post',
		description: 'Get one scheduled Post; once it is out, with the ID of the Post',
		auth: reads,
		fields: ofOne,
		result: one(shape),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/scheduled_tweets',
		name: 'Get Many',
		action: 'Get many scheduled posts',
		description: 'Get the scheduled Posts of an account',
		auth: reads,
		fields: { ...inAccount, ...filters({ user_id: ofAuthor() }), ...pageOptions },
		paging: cursor(200),
		result: many(shape),
	}),
	update: op({
		route: 'PUT /12/accounts/{account_id}/scheduled_tweets/{scheduled_tweet_id}',
		name: 'Update',
		action: 'Update a scheduled post',
		description:
			'Change a Post before it is published; an empty card or media field removes the card or media',
		auth: writes,
		fields: {
			...ofOne,
			...update({ ...changedContents(), scheduled_at: time() }),
		},
		result: one(shape),
		needsChange: true,
		check: both(checkTime, checkMedia),
		warn: warnSeconds,
	}),
});
