import {
	any,
	app,
	appOrOAuth2,
	deleted,
	many,
	one,
	op,
	token,
	tokenWithoutSize,
	user,
	type Resource,
} from '../../shared/operation';
import { choice, filters, ids, options, text } from '../../shared/fields';
import { checkPeriod, period, startPageEitherName } from '../common';
import { me, post } from '../entities';
import { fieldsOf, postSelection } from '../selections';
import { postShape } from '../shapes';
import { checkNewPost, newPostFields, warnings } from './newPost';

const read = any('tweet.read', 'users.read');
const write = user('tweet.read', 'tweet.write', 'users.read');
const likes = user('like.write', 'tweet.read', 'users.read');

const query = text({
	description: 'What to look for, in the search language of the platform, such as from:XDevelopers -is:reply',
	placeholder: 'e.g. from:XDevelopers has:media',
	max: 4096,
});

const sortOrder = filters({
	sort_order: choice(
		{ recency: 'Recency', relevancy: 'Relevancy' },
		{ description: 'Newest first, or most relevant first' },
	),
});

const granularity = options({
	granularity: choice(
		{ minute: 'Minute', hour: 'Hour', day: 'Day' },
		{ default: 'hour', description: 'Length of each period that is counted' },
	),
});

const countFields = fieldsOf('search_count.fields', ['end', 'start', 'tweet_count'], 'Count Fields');

/** Brief: "Endpoints named in the change history"; facts sections 7 and 8. */
export const postResource: Resource = {
	value: 'post',
	name: 'Post',
	operations: {
		create: op({
			route: 'POST /2/tweets',
			name: 'Create',
			action: 'Create a post',
			description: 'Publish a Post: text, media, a poll, a reply, a quote, or an edit of an earlier Post',
			auth: write,
			fields: newPostFields,
			check: checkNewPost,
			warn: warnings,
		}),
		countAll: op({
			route: 'GET /2/tweets/counts/all',
			name: 'Count All',
			action: 'Count all matching posts',
			description: 'Count matching Posts per period over the full archive',
			auth: app,
			fields: { query, ...period, ...granularity, ...countFields, ...startPageEitherName },
			check: (values) => checkPeriod(values),
			paging: tokenWithoutSize(),
			result: many(),
		}),
		countRecent: op({
			route: 'GET /2/tweets/counts/recent',
			name: 'Count Recent',
			action: 'Count recent matching posts',
			description: 'Count matching Posts of the last seven days per period',
			auth: appOrOAuth2('tweet.read', 'users.read'),
			fields: { query, ...period, ...granularity, ...countFields, ...startPageEitherName },
			check: (values) => checkPeriod(values),
			paging: tokenWithoutSize(),
			result: many(),
		}),
		delete: op({
			route: 'DELETE /2/tweets/{id}',
			name: 'Delete',
			action: 'Delete a post',
			description:
				'Delete one of your own Posts. Deleting any version of an edited Post deletes all of them.',
			auth: write,
			fields: { id: post() },
			result: deleted('id'),
		}),
		get: op({
			route: 'GET /2/tweets/{id}',
			name: 'Get',
			action: 'Get a post',
			description: 'Get one Post by ID or address',
			auth: read,
			fields: { id: post(), ...postSelection },
			result: one(postShape),
		}),
		getMany: op({
			route: 'GET /2/tweets',
			name: 'Get Many by IDs',
			action: 'Get many posts by IDs',
			description: 'Get up to 100 Posts by their IDs',
			auth: read,
			fields: {
				ids: ids({ label: 'Post IDs', description: 'Up to 100 IDs, separated by commas' }),
				...postSelection,
			},
			result: many(postShape),
		}),
		like: op({
			route: 'POST /2/users/{id}/likes',
			name: 'Like',
			action: 'Like a post',
			description: 'Like a Post as the authenticated user',
			auth: likes,
			fields: { id: me(), tweet_id: post() },
		}),
		searchAll: op({
			route: 'GET /2/tweets/search/all',
			name: 'Search All',
			action: 'Search all posts',
			description: 'Search the full archive of public Posts, newest first',
			auth: app,
			fields: { query, ...period, ...sortOrder, ...postSelection, ...startPageEitherName },
			check: (values) => checkPeriod(values),
			paging: token(500, 10),
			result: many(postShape),
		}),
		searchRecent: op({
			route: 'GET /2/tweets/search/recent',
			name: 'Search Recent',
			action: 'Search recent posts',
			description: 'Search the public Posts of the last seven days, newest first',
			auth: read,
			fields: { query, ...period, ...sortOrder, ...postSelection, ...startPageEitherName },
			check: (values) => checkPeriod(values),
			paging: token(100, 10),
			result: many(postShape),
		}),
		unlike: op({
			route: 'DELETE /2/users/{id}/likes/{tweet_id}',
			name: 'Unlike',
			action: 'Unlike a post',
			description: 'Take back a like of the authenticated user',
			auth: likes,
			fields: { id: me(), tweet_id: post() },
		}),
	},
};
