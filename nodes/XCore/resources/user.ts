import { any, op, token, user as userAuth, resource } from '../../shared/operation/operation';
import { checkWindow } from '../../shared/operation/window';
import { formFlag, text } from '../../shared/fields';
import { excluding, searchWindow } from '../../shared/core/common';
import { me, meFirst, user } from '../../shared/core/locators';
import { readMany, readOne, readPages } from '../../shared/core/selections';
import { followers, likedPosts, repostsOfMe, userMentions, userPosts } from '../../shared/core/lists';
import { blockDms } from '../operations/blockDms';
import { gathered, manyUsers, oneUser, readUser, readUsers } from '../operations/userLookup';

const read = any('tweet.read', 'users.read');
const follows = userAuth('follows.write', 'tweet.read', 'users.read');

const ownRead = userAuth('tweet.read', 'users.read');
const blocks = userAuth('block.write', 'tweet.read', 'users.read');
const mutes = userAuth('mute.write', 'tweet.read', 'users.read');
const dms = userAuth('dm.write', 'tweet.read', 'users.read');

/** Users: https://docs.x.com/x-api/users/lookup/introduction */
export const userResource = resource({
	value: 'user',
	defaultOperation: 'get',
	mostUsed: 'get getMentions getPosts getMe getFollowers follow getFollowing search'.split(' '),
	operations: {
		block: op({
			route: 'POST /2/users/{id}/blocking',
			action: 'Block a user',
			description: 'Block a user as the authenticated user. Needs an app with Enterprise access.',
			auth: blocks,
			commutes: true,
			fields: { id: me(), target_user_id: user() },
		}),
		blockDms: op({
			route: 'POST /2/users/{id}/dm/block',
			name: 'Block or Unblock Direct Messages',
			action: 'Block or unblock direct messages of a user',
			description: 'Stop a user from sending you Direct Messages, or let the user send them again',
			auth: dms,
			commutes: true,
			fields: {
				id: user(),
				blocked: formFlag({
					default: true,
					description: 'Whether to block the messages; off lets them come again',
				}),
			},
			run: blockDms,
		}),
		follow: op({
			route: 'POST /2/users/{id}/following',
			action: 'Follow a user',
			description:
				'Follow a user, or ask to follow one whose account is protected. Needs an app with Enterprise access.',
			auth: follows,
			commutes: true,
			fields: { id: me(), target_user_id: user() },
		}),
		get: op({
			route: 'GET /2/users/{id}',
			action: 'Get a user',
			description: 'Get the profile of one user by ID, username or profile address',
			auth: read,
			...readOne('user', { id: oneUser }),
			gather: gathered,
			run: readUser,
		}),
		getAffiliates: op({
			route: 'GET /2/users/{id}/affiliates',
			action: 'Get the affiliates of a user',
			description: 'Get the accounts that belong to an organization',
			auth: read,
			...readPages('user', { id: user() }, 1000),
		}),
		getBlocked: op({
			route: 'GET /2/users/{id}/blocking',
			name: 'Get Blocked Users',
			action: 'Get the users you block',
			description: 'Get the users that the authenticated user blocks',
			auth: userAuth('block.read', 'tweet.read', 'users.read'),
			...readPages('user', { id: me() }, 1000),
		}),
		getFollowers: followers,
		getFollowing: op({
			route: 'GET /2/users/{id}/following',
			action: 'Get the users someone follows',
			description: 'Get the users that a user follows, newest first',
			auth: any('follows.read', 'tweet.read', 'users.read'),
			...readPages('user', { id: user(meFirst) }, 1000),
		}),
		getHomeTimeline: op({
			route: 'GET /2/users/{id}/timelines/reverse_chronological',
			action: 'Get the home timeline',
			description: 'Get the Posts of the authenticated user and of those they follow, newest first',
			auth: ownRead,
			...readPages('post', { id: me(), ...searchWindow, ...excluding }, 100),
			check: checkWindow,
		}),
		getLikedPosts: likedPosts,
		getMany: op({
			route: 'GET /2/users',
			action: 'Get many users',
			description: 'Get the profiles of users by their IDs or usernames',
			auth: read,
			...readMany('user', { ids: manyUsers }),
			run: readUsers,
			resumes: true,
		}),
		getMe: op({
			route: 'GET /2/users/me',
			action: 'Get the authenticated user',
			description: 'Get the profile of the user whose credential the node uses',
			auth: ownRead,
			...readOne('user', {}),
		}),
		getMentions: userMentions,
		getMuted: op({
			route: 'GET /2/users/{id}/muting',
			name: 'Get Muted Users',
			action: 'Get the users you mute',
			description: 'Get the users that the authenticated user mutes',
			auth: userAuth('mute.read', 'tweet.read', 'users.read'),
			...readPages('user', { id: me() }, 1000),
		}),
		getPosts: userPosts,
		getRepostsOfMe: repostsOfMe,
		mute: op({
			route: 'POST /2/users/{id}/muting',
			action: 'Mute a user',
			description: 'Stop seeing the Posts of a user without unfollowing',
			auth: mutes,
			commutes: true,
			fields: { id: me(), target_user_id: user() },
		}),
		search: op({
			route: 'GET /2/users/search',
			action: 'Search users',
			description: 'Find users whose name or username matches a text',
			auth: ownRead,
			...readMany('user', {
				query: text({
					description: 'Search query: letters, digits, spaces, apostrophes and underscores',
					placeholder: 'e.g. acme support',
					pattern: /^[A-Za-z0-9_' ]{1,50}$/,
					shape: '1 to 50 letters, digits, spaces, apostrophes and underscores',
				}),
			}),
			paging: token(1000, 1, 'next_token'),
		}),
		unblock: op({
			route: 'DELETE /2/users/{source_user_id}/blocking/{target_user_id}',
			action: 'Unblock a user',
			description: 'Remove a block. Needs an app with Enterprise access.',
			auth: blocks,
			fields: { source_user_id: me(), target_user_id: user() },
		}),
		unfollow: op({
			route: 'DELETE /2/users/{source_user_id}/following/{target_user_id}',
			action: 'Unfollow a user',
			description: 'Stop following a user. Needs an app with Enterprise access.',
			auth: follows,
			fields: { source_user_id: me(), target_user_id: user() },
		}),
		unmute: op({
			route: 'DELETE /2/users/{source_user_id}/muting/{target_user_id}',
			action: 'Unmute a user',
			description: 'See the Posts of a muted user again',
			auth: mutes,
			fields: { source_user_id: me(), target_user_id: user() },
		}),
	},
});
