import {
	any,
	anyAppFirst,
	app,
	appOrOAuth2,
	deleted,
	many,
	one,
	op,
	token,
	tokenWithoutSize,
	user,
	resource,
} from '../../shared/operation/operation';
import { checkWindow, checkWindowOrMoment } from '../../shared/operation/window';
import { choice, flag, options } from '../../shared/fields';
import { searchWindow, analyticsGranularity, analyticsWindow, anyIds } from '../../shared/core/common';
import { inParts } from '../../shared/engine/splitIds';
import { me, post } from '../../shared/core/locators';
import { readMany, readOne, readPages, selectionOf } from '../../shared/core/selections';
import { checkStored, storedFields } from '../operations/checkStored';
import { checkNewPost, createPost, newPostFields, warnings } from '../operations/newPost';
import { withAddress } from '../../shared/model/postAddress';
import { countAllPeriods } from '../operations/postCounts';
import { queueFields } from '../operations/queueForm';
import { publishQueue } from '../operations/queueRun';
import { likingUsers, postQuotes, postSearch, recentSearch, searchQuery } from '../../shared/core/lists';

const read = any('tweet.read', 'users.read');
const write = user('tweet.read', 'tweet.write', 'users.read');
const moderate = user('tweet.moderate.write', 'tweet.read', 'users.read');
const likes = user('like.write', 'tweet.read', 'users.read');

const counts = {
	fields: {
		query: searchQuery,
		...searchWindow,
		...options({
			granularity: choice(
				{ minute: 'Minute', hour: 'Hour', day: 'Day' },
				{ default: 'hour', description: 'Length of each period that is counted' },
			),
		}),
		...selectionOf('postCount'),
	},
	check: checkWindow,
	paging: { ...tokenWithoutSize(), isWhole: true },
	result: many(),
	run: countAllPeriods,
	effort: 'days' as const,
};

/** Posts: https://docs.x.com/x-api/posts/manage-tweets/introduction, https://docs.x.com/x-api/posts/lookup/introduction and https://docs.x.com/x-api/posts/search/introduction */
export const postResource = resource({
	value: 'post',
	mostUsed: 'create searchRecent like repost delete get getAnalytics publishDue searchAll'.split(' '),
	auth: [read, write],
	operations: {
		create: op({
			route: 'POST /2/tweets',
			action: 'Create a post',
			description: 'Publish a Post: text, media, a poll, a reply, a quote, or an edit of an earlier Post',
			fields: newPostFields,
			check: checkNewPost,
			warn: warnings,
			result: { ...one(), present: withAddress() },
			run: createPost,
		}),
		checkStored: op({
			route: 'GET /2/tweets',
			action: 'Check stored posts',
			description:
				'Find out which stored Posts are the same, edited or gone on X, 100 with a request. X wants stored Posts to follow within 24 hours.',
			fields: storedFields,
			result: many(),
			runAll: checkStored,
			resumes: 'items',
			effort: 'ids',
		}),
		countAll: op({
			route: 'GET /2/tweets/counts/all',
			action: 'Count all matching posts',
			description: 'Count matching Posts per period over the full archive',
			auth: app,
			...counts,
		}),
		countRecent: op({
			route: 'GET /2/tweets/counts/recent',
			action: 'Count recent matching posts',
			description: 'Count matching Posts of the last seven days per period',
			auth: appOrOAuth2('tweet.read', 'users.read'),
			...counts,
		}),
		delete: op({
			route: 'DELETE /2/tweets/{id}',
			action: 'Delete a post',
			description:
				'Delete one of your own Posts. Deleting any version of an edited Post deletes all of them.',
			fields: { id: post() },
			result: deleted('id'),
		}),
		get: op({
			route: 'GET /2/tweets/{id}',
			action: 'Get a post',
			description: 'Get one Post by ID or address',
			...readOne('post', { id: post() }),
			gather: { route: 'GET /2/tweets', parameter: 'ids', max: 100, field: 'id' },
		}),
		getAnalytics: op({
			route: 'GET /2/tweets/analytics',
			action: 'Get the analytics of posts',
			description: 'Get how often your own Posts were seen and acted on',
			auth: user('tweet.read', 'users.read'),
			fields: {
				ids: anyIds('Post IDs'),
				...analyticsWindow,
				granularity: analyticsGranularity(
					'post_granularity',
					{ hourly: 'Hourly', daily: 'Daily', weekly: 'Weekly', total: 'Total' },
					'total',
				),
				...selectionOf('postAnalytics'),
			},
			check: checkWindowOrMoment,
			result: many(),
			run: inParts('ids'),
			resumes: true,
		}),
		getLikingUsers: likingUsers,
		getMany: op({
			route: 'GET /2/tweets',
			name: 'Get Many by IDs',
			action: 'Get many posts by IDs',
			description: 'Get Posts by their IDs',
			...readMany('post', { ids: anyIds('Post IDs') }),
			run: inParts('ids'),
			resumes: true,
		}),
		getQuotes: postQuotes,
		getRepostingUsers: op({
			route: 'GET /2/tweets/{id}/retweeted_by',
			action: 'Get the users who reposted a post',
			description: 'Get the users who reposted a Post',
			...readPages('user', { id: post() }, 100),
		}),
		getReposts: op({
			route: 'GET /2/tweets/{id}/retweets',
			action: 'Get the reposts of a post',
			description: 'Get the reposts of a Post, newest first',
			...readPages('post', { id: post() }, 100),
		}),
		hideReply: op({
			route: 'PUT /2/tweets/{tweet_id}/hidden',
			name: 'Hide or Unhide Reply',
			action: 'Hide or unhide a reply',
			description: 'Hide a reply to one of your own conversations, or show a hidden one again',
			auth: moderate,
			fields: {
				tweet_id: post({ label: 'Reply' }),
				hidden: flag({ default: true, description: 'Whether to hide the reply; off shows it again' }),
			},
		}),
		like: op({
			route: 'POST /2/users/{id}/likes',
			action: 'Like a post',
			description: 'Like a Post as the authenticated user. Needs an app with Enterprise access.',
			auth: likes,
			commutes: true,
			fields: { id: me(), tweet_id: post() },
		}),
		publishDue: op({
			route: 'POST /2/tweets',
			action: 'Publish the posts that are due',
			description:
				'Publish the rows of a table whose time has come, as Posts or threads. Each row comes back with its link, or with the reason why it waits or was refused.',
			fields: queueFields,
			result: many(),
			runAll: publishQueue,
		}),
		repost: op({
			route: 'POST /2/users/{id}/retweets',
			action: 'Repost a post',
			description: 'Repost (retweet) a Post as the authenticated user',
			fields: { id: me(), tweet_id: post() },
		}),
		searchAll: op({
			route: 'GET /2/tweets/search/all',
			action: 'Search all posts',
			description: 'Search the full archive of public Posts, newest first',
			auth: anyAppFirst(...read.scopes),
			...postSearch,
			paging: token(500, 10),
		}),
		searchRecent: recentSearch,
		undoRepost: op({
			route: 'DELETE /2/users/{id}/retweets/{source_tweet_id}',
			action: 'Undo a repost',
			description: 'Remove a repost by the authenticated user',
			fields: { id: me(), source_tweet_id: { ...post(), name: 'tweet_id' } },
		}),
		unlike: op({
			route: 'DELETE /2/users/{id}/likes/{tweet_id}',
			action: 'Unlike a post',
			description: 'Remove a like by the authenticated user. Needs an app with Enterprise access.',
			auth: likes,
			fields: { id: me(), tweet_id: post() },
		}),
	},
});
