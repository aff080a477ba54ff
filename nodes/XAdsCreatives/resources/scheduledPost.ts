import { accountChildren, adsResource } from '../../shared/ads/children';
import { scheduledPost } from '../../shared/ads/locators';
import { both } from '../../shared/ads/rules';
import { additional, date, filters, update } from '../../shared/fields';
import { broken, cursor } from '../../shared/operation/operation';
import {
	author,
	changedContents,
	checkMedia,
	laterPostShape,
	ofAuthor,
	newContents,
	postDetails,
} from '../posts/fields';
import { DAY } from '../../shared/util/time';

const posts = accountChildren({
	segment: 'scheduled_tweets',
	locator: scheduledPost,
	simplified: laterPostShape('scheduled_at scheduled_status tweet_id completed_at'),
});
const time = () =>
	date({
		label: 'Scheduled At',
		description: 'When the Post goes out, to the minute; within a year from now',
	});

interface Scheduled {
	readonly scheduled_at?: string | undefined;
}

/** A leap year and a day, because clocks differ. */
const YEAR = 367 * DAY;

function* checkTime({ scheduled_at: at }: Scheduled) {
	if (at !== undefined && at !== '' && Date.parse(at) > Date.now() + YEAR)
		yield broken('scheduled_at', 'maximum', `must be within a year from now, and is ${at}`);
}

function* warnSeconds({ scheduled_at: at }: Scheduled) {
	if (at !== undefined && at !== '' && new Date(at).getUTCSeconds() > 0)
		yield `{scheduled_at} counts in whole minutes: X ignores the seconds of ${at}`;
}

export const scheduledPostResource = adsResource('scheduledPost', 'Scheduled Post', {
	create: posts.creation(
		'Create a Post that is published later; at most 30 per account in 15 minutes',
		{ as_user_id: author(), scheduled_at: time(), ...newContents(), ...additional(postDetails()) },
		{ check: both(checkTime, checkMedia), warn: warnSeconds },
	),
	delete: posts.remove('Delete a scheduled Post for good, before it goes out'),
	get: posts.getOne('Get one scheduled Post; once it is out, with the ID of the Post'),
	getMany: posts.listOf('Get the scheduled Posts of an account', filters({ user_id: ofAuthor() }), {
		paging: cursor(200),
	}),
	update: posts.change(
		'Change a Post before it is published; an empty card or media field removes the card or media',
		update({ ...changedContents(), scheduled_at: time() }),
		{ check: both(checkTime, checkMedia), warn: warnSeconds },
	),
});
