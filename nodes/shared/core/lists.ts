/** The lists that X Core offers and X Trigger polls: a node may not import the records of another one. */
import { pick } from 'lodash';
import { choice, choices, filters, number, text } from '../fields';
import { any, appOrOAuth2, op, token, user as userAuth } from '../operation/operation';
import { checkWindow } from '../operation/window';
import { excluding, searchWindow } from './common';
import { list, me, meFirst, post, user } from './locators';
import { place } from './places';
import { readMany, readPages } from './selections';

const read = any('tweet.read', 'users.read');
const readLists = any('list.read', 'tweet.read', 'users.read');
const readLikes = userAuth('like.read', 'tweet.read', 'users.read');

export const searchQuery = text({
	description:
		'Search query with <a href="https://docs.x.com/x-api/posts/search/integrate/operators">X\'s operators</a>. Reposts are not found; min_likes, min_replies and min_reposts find what is popular.',
	placeholder: 'e.g. from:XDevelopers has:media min_likes:10',
	max: 4096,
});

export const postSearch = {
	...readMany('post', {
		query: searchQuery,
		...searchWindow,
		...filters({
			sort_order: choice(
				{ recency: 'Recency', relevancy: 'Relevancy' },
				{ description: 'Newest first, or most relevant first' },
			),
		}),
	}),
	check: checkWindow,
};

export const messageFilters = filters({
	event_types: choices(
		{
			MessageCreate: 'Message Created',
			ParticipantsJoin: 'Participants Joined',
			ParticipantsLeave: 'Participants Left',
		},
		{ description: 'Which events to return; all when empty' },
	),
});

export const userMentions = op({
	route: 'GET /2/users/{id}/mentions',
	action: 'Get the mentions of a user',
	description: 'Get the Posts that mention a user, newest first',
	auth: read,
	// https://docs.x.com/x-api/posts/timelines/quickstart/user-mention-quickstart has `exclude`, read on 2026-11-22.
	...readPages('post', { id: user(meFirst), ...searchWindow, ...excluding }, 100, 5),
	paging: { ...token(100, 5), startLimit: 10 },
	check: checkWindow,
});

export const userPosts = op({
	route: 'GET /2/users/{id}/tweets',
	action: 'Get the posts of a user',
	description: 'Get the Posts that a user published, newest first',
	auth: read,
	...readPages('post', { id: user(meFirst), ...searchWindow, ...excluding }, 100, 5),
	check: checkWindow,
});

export const recentSearch = op({
	route: 'GET /2/tweets/search/recent',
	action: 'Search recent posts',
	description: 'Search the public Posts of the last seven days, newest first',
	auth: read,
	...postSearch,
	paging: token(100, 10),
});

export const postQuotes = op({
	route: 'GET /2/tweets/{id}/quote_tweets',
	action: 'Get the quotes of a post',
	description: 'Get the Posts that quote a Post, newest first',
	auth: read,
	...readPages('post', { id: post(), ...excluding }, 100, 10),
});

export const listPosts = op({
	route: 'GET /2/lists/{id}/tweets',
	action: 'Get the posts of a list',
	description: 'Get the Posts of the members of a list, newest first',
	auth: readLists,
	...readPages('post', { id: list() }, 100),
});

export const likedPosts = op({
	route: 'GET /2/users/{id}/liked_tweets',
	action: 'Get the posts a user likes',
	description: 'Get the Posts that a user likes, most recent like first',
	auth: readLikes,
	...readPages('post', { id: user(meFirst) }, 100, 5),
});

export const bookmarks = op({
	route: 'GET /2/users/{id}/bookmarks',
	action: 'Get many bookmarks',
	description: 'Get the Posts that you bookmarked, most recent bookmark first',
	auth: userAuth('bookmark.read', 'tweet.read', 'users.read'),
	...readPages('post', { id: me() }, 100),
});

export const repostsOfMe = op({
	route: 'GET /2/users/reposts_of_me',
	action: 'Get your posts that others reposted',
	description: 'Get the Posts of the authenticated user that other users reposted',
	auth: userAuth('timeline.read', 'tweet.read'),
	// https://docs.x.com/x-api/posts/retweets/quickstart/retweets-of-me has the times, read on 2026-11-22.
	...readPages('post', pick(searchWindow, 'start_time', 'end_time'), 100),
	check: checkWindow,
});

export const directMessages = op({
	route: 'GET /2/dm_events',
	action: 'Get many direct message events',
	description:
		'Get the events of all conversations from the last 30 days, newest first. Shows nothing of X Chat.',
	auth: userAuth('dm.read', 'tweet.read', 'users.read'),
	...readPages('dmEvent', messageFilters, 100),
});

export const followers = op({
	route: 'GET /2/users/{id}/followers',
	action: 'Get the followers of a user',
	description: 'Get the users who follow a user, newest first',
	auth: any('follows.read', 'tweet.read', 'users.read'),
	...readPages('user', { id: user(meFirst) }, 1000),
});

export const likingUsers = op({
	route: 'GET /2/tweets/{id}/liking_users',
	action: 'Get the users who like a post',
	description: 'Get the users who like a Post',
	auth: readLikes,
	...readPages('user', { id: post() }, 100),
});

export const listMembers = op({
	route: 'GET /2/lists/{id}/members',
	action: 'Get the members of a list',
	description: 'Get the users who are on a list',
	auth: readLists,
	...readPages('user', { id: list() }, 100),
});

export const placeTrends = op({
	route: 'GET /2/trends/by/woeid/{woeid}',
	action: 'Get the trends of a place',
	description: 'Get what is trending in a place',
	auth: appOrOAuth2(),
	...readMany('trend', {
		...place,
		...filters({
			max_trends: number({
				min: 1,
				max: 50,
				default: 20,
				description: 'How many trends to return at most',
			}),
		}),
	}),
});
