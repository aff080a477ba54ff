import { any, many, one, op, token, user as userAuth, type Resource } from '../../shared/operation';
import { ids, list, text } from '../../shared/fields';
import { asText } from '../../shared/text';
import { startPage } from '../common';
import { me, user } from '../entities';
import { userSelection } from '../selections';
import { userShape } from '../shapes';

const read = any('tweet.read', 'users.read');
const follows = userAuth('follows.write', 'tweet.read', 'users.read');

const username = text({
	description: 'The username, with or without @',
	placeholder: 'e.g. @XDevelopers',
	pattern: /^\w{1,15}$/,
	shape: 'a username of 1 to 15 letters, digits and underscores',
});

/** Brief: "Service endpoints", GET /2/users/me; facts section 8 and 10 for lists and search. */
export const userResource: Resource = {
	value: 'user',
	name: 'User',
	operations: {
		follow: op({
			route: 'POST /2/users/{id}/following',
			name: 'Follow',
			action: 'Follow a user',
			description: 'Follow a user, or ask to follow one whose account is protected',
			auth: follows,
			fields: { id: me(), target_user_id: user({ description: 'The user to follow' }) },
		}),
		get: op({
			route: 'GET /2/users/{id}',
			name: 'Get',
			action: 'Get a user',
			description: 'Get the profile of one user by ID, username or profile address',
			auth: read,
			fields: { id: user(), ...userSelection },
			result: one(userShape),
		}),
		getByUsername: op({
			route: 'GET /2/users/by/username/{username}',
			name: 'Get by Username',
			action: 'Get a user by username',
			description: 'Get the profile of one user by username, in a single request',
			auth: read,
			fields: {
				username: {
					...username,
					encode: (value, context) => username.encode(asText(value).trim().replace(/^@/, ''), context),
				},
				...userSelection,
			},
			result: one(userShape),
		}),
		getFollowers: op({
			route: 'GET /2/users/{id}/followers',
			name: 'Get Followers',
			action: 'Get the followers of a user',
			description: 'Get the users who follow a user, newest first',
			auth: any('follows.read', 'tweet.read', 'users.read'),
			fields: { id: user(), ...userSelection, ...startPage },
			paging: token(1000),
			result: many(userShape),
		}),
		getFollowing: op({
			route: 'GET /2/users/{id}/following',
			name: 'Get Following',
			action: 'Get the users someone follows',
			description: 'Get the users whom a user follows, newest first',
			auth: any('follows.read', 'tweet.read', 'users.read'),
			fields: { id: user(), ...userSelection, ...startPage },
			paging: token(1000),
			result: many(userShape),
		}),
		getMany: op({
			route: 'GET /2/users',
			name: 'Get Many by IDs',
			action: 'Get many users by IDs',
			description: 'Get the profiles of up to 100 users by their IDs',
			auth: read,
			fields: {
				ids: ids({ label: 'User IDs', description: 'Up to 100 IDs, separated by commas' }),
				...userSelection,
			},
			result: many(userShape),
		}),
		getManyByUsernames: op({
			route: 'GET /2/users/by',
			name: 'Get Many by Usernames',
			action: 'Get many users by usernames',
			description: 'Get the profiles of up to 100 users by their usernames',
			auth: read,
			fields: {
				usernames: list({
					description: 'Up to 100 usernames, with or without @, separated by commas',
					placeholder: 'e.g. XDevelopers,API',
					max: 100,
					entry: (name) => name.replace(/^@/, ''),
					pattern: /^\w{1,15}$/,
					shape: 'a username of 1 to 15 letters, digits and underscores',
				}),
				...userSelection,
			},
			result: many(userShape),
		}),
		getMe: op({
			route: 'GET /2/users/me',
			name: 'Get Me',
			action: 'Get the authenticated user',
			description: 'Get the profile of the user whose credential the node uses',
			auth: userAuth('tweet.read', 'users.read'),
			fields: { ...userSelection },
			result: one(userShape),
		}),
		search: op({
			route: 'GET /2/users/search',
			name: 'Search',
			action: 'Search users',
			description: 'Find users whose name or username matches a text',
			auth: userAuth('tweet.read', 'users.read'),
			fields: {
				query: text({
					description: 'What to look for: letters, digits, spaces, apostrophes and underscores',
					placeholder: 'e.g. acme support',
					pattern: /^[A-Za-z0-9_' ]{1,50}$/,
					shape: '1 to 50 letters, digits, spaces, apostrophes and underscores',
				}),
				...userSelection,
				next_token: startPage.pagination_token!,
			},
			paging: token(1000, 1, 'next_token'),
			result: many(userShape),
		}),
		unfollow: op({
			route: 'DELETE /2/users/{source_user_id}/following/{target_user_id}',
			name: 'Unfollow',
			action: 'Unfollow a user',
			description: 'Stop following a user',
			auth: follows,
			fields: { source_user_id: me(), target_user_id: user({ description: 'The user to stop following' }) },
		}),
	},
};
