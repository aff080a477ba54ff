import { any, deleted, op, user as userAuth, resource } from '../../shared/operation/operation';
import { additional, flag, text, update } from '../../shared/fields';
import { list, me, meFirst, user } from '../../shared/core/locators';
import { readMany, readOne, readPages } from '../../shared/core/selections';
import { listMembers, listPosts } from '../../shared/core/lists';

const read = any('list.read', 'tweet.read', 'users.read');
const write = userAuth('list.write', 'tweet.read', 'users.read');

const description = text({ max: 100, description: 'What the list is about' });
const secret = flag({ description: 'Whether only you can see the list' });
const name = text({ max: 25, placeholder: 'e.g. Press' });

/** Lists; the lengths of name and description: https://docs.x.com/x-api/lists/create-list */
export const listResource = resource({
	value: 'list',
	mostUsed: ['getPosts', 'addMember', 'create', 'getMembers', 'removeMember', 'getOwned'],
	auth: [read, write],
	operations: {
		addMember: op({
			route: 'POST /2/lists/{id}/members',
			action: 'Add a member to a list',
			description: 'Add a user to one of your own lists',
			commutes: true,
			fields: { id: list(), user_id: user() },
		}),
		create: op({
			route: 'POST /2/lists',
			action: 'Create a list',
			description: 'Create a list of users',
			auth: userAuth('list.read', 'list.write', 'tweet.read', 'users.read'),
			fields: { name, ...additional({ description, private: secret }) },
		}),
		delete: op({
			route: 'DELETE /2/lists/{id}',
			action: 'Delete a list',
			description: 'Delete one of your own lists',
			fields: { id: list() },
			result: deleted('id'),
		}),
		follow: op({
			route: 'POST /2/users/{id}/followed_lists',
			action: 'Follow a list',
			description: 'Follow a list as the authenticated user',
			commutes: true,
			fields: { id: me(), list_id: list() },
		}),
		get: op({
			route: 'GET /2/lists/{id}',
			action: 'Get a list',
			description: 'Get one list by ID or address',
			...readOne('list', { id: list() }),
		}),
		getFollowed: op({
			route: 'GET /2/users/{id}/followed_lists',
			action: 'Get the lists a user follows',
			description: 'Get the lists that a user follows',
			...readPages('list', { id: user(meFirst) }, 100),
		}),
		getFollowers: op({
			route: 'GET /2/lists/{id}/followers',
			action: 'Get the followers of a list',
			description: 'Get the users who follow a list',
			...readPages('user', { id: list() }, 100),
		}),
		getMembers: listMembers,
		getMemberships: op({
			route: 'GET /2/users/{id}/list_memberships',
			action: 'Get the lists a user is on',
			description: 'Get the lists that a user is a member of',
			...readPages('list', { id: user(meFirst) }, 100),
		}),
		getOwned: op({
			route: 'GET /2/users/{id}/owned_lists',
			action: 'Get the lists a user owns',
			description: 'Get the lists that a user created',
			...readPages('list', { id: user(meFirst) }, 100),
		}),
		getPinned: op({
			route: 'GET /2/users/{id}/pinned_lists',
			action: 'Get the lists you pinned',
			description: 'Get the lists that the authenticated user pinned',
			auth: userAuth('list.read', 'tweet.read', 'users.read'),
			...readMany('list', { id: me() }),
		}),
		getPosts: listPosts,
		pin: op({
			route: 'POST /2/users/{id}/pinned_lists',
			action: 'Pin a list',
			description: 'Pin a list as the authenticated user',
			fields: { id: me(), list_id: list() },
		}),
		removeMember: op({
			route: 'DELETE /2/lists/{id}/members/{user_id}',
			action: 'Remove a member from a list',
			description: 'Remove a user from one of your own lists',
			fields: { id: list(), user_id: user() },
		}),
		unfollow: op({
			route: 'DELETE /2/users/{id}/followed_lists/{list_id}',
			action: 'Unfollow a list',
			description: 'Stop following a list',
			fields: { id: me(), list_id: list() },
		}),
		unpin: op({
			route: 'DELETE /2/users/{id}/pinned_lists/{list_id}',
			action: 'Unpin a list',
			description: 'Remove a list from your pinned lists',
			fields: { id: me(), list_id: list() },
		}),
		update: op({
			route: 'PUT /2/lists/{id}',
			action: 'Update a list',
			description: 'Change the name, description or visibility of one of your own lists',
			// The name of a list cannot be removed, so an empty one is not sent.
			fields: {
				id: list(),
				...update({ name: { ...name, sendsEmpty: false }, description, private: secret }),
			},
		}),
	},
});
