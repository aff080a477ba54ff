import { many, oAuth2, op, token, user, resource } from '../../shared/operation/operation';
import { additional, id, ids, text } from '../../shared/fields';
import { eachOf } from '../../shared/core/common';
import { me, post } from '../../shared/core/locators';
import { bookmarks } from '../../shared/core/lists';

const read = user('bookmark.read', 'tweet.read', 'users.read');
const write = oAuth2('bookmark.write', 'tweet.read', 'users.read');

const folder = id({ label: 'Folder ID', description: 'ID returned by Get Folders' });

/** The authenticated user's bookmarks: https://docs.x.com/x-api/posts/bookmarks/introduction */
export const bookmarkResource = resource({
	value: 'bookmark',
	mostUsed: ['getMany', 'add', 'remove'],
	operations: {
		add: op({
			route: 'POST /2/users/{id}/bookmarks',
			action: 'Add a bookmark',
			description: 'Bookmark a Post, in a folder if you choose one',
			auth: write,
			commutes: true,
			fields: { id: me(), tweet_id: post(), ...additional({ folder_id: folder }) },
		}),
		addMany: op({
			route: 'POST /2/users/{id}/bookmarks',
			action: 'Add many bookmarks',
			description:
				'Bookmark up to 25 Posts in one request, which is billed once. Posts that X refuses do not stop the rest.',
			auth: write,
			commutes: true,
			fields: {
				id: me(),
				tweet_ids: ids({ max: 25, description: 'Up to 25 IDs, separated by commas' }),
				...additional({ folder_id: folder }),
			},
			result: { isList: true, items: eachOf('tweet_id', 'bookmarked') },
		}),
		createFolder: op({
			route: 'POST /2/users/{id}/bookmarks/folders',
			action: 'Create a bookmark folder',
			description: 'Create a folder for bookmarks',
			auth: oAuth2('bookmark.write', 'users.read'),
			fields: { id: me(), name: text({ max: 25, description: 'Name of the folder' }) },
		}),
		getFolders: op({
			route: 'GET /2/users/{id}/bookmarks/folders',
			action: 'Get many bookmark folders',
			description: 'Get the folders of your bookmarks',
			auth: user('bookmark.read', 'users.read'),
			fields: { id: me() },
			paging: token(100),
			result: many(),
		}),
		getMany: bookmarks,
		getManyOfFolder: op({
			route: 'GET /2/users/{id}/bookmarks/folders/{folder_id}',
			action: 'Get many bookmarks of a folder',
			description: 'Get the IDs of the Posts in a folder of your bookmarks',
			auth: read,
			fields: { id: me(), folder_id: folder },
			paging: token(100),
			result: many(),
		}),
		remove: op({
			route: 'DELETE /2/users/{id}/bookmarks/{tweet_id}',
			action: 'Remove a bookmark',
			description: 'Remove a Post from your bookmarks',
			auth: write,
			fields: { id: me(), tweet_id: post() },
		}),
	},
});
