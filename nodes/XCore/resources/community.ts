import { any, op, token, user, resource } from '../../shared/operation/operation';
import { id, text } from '../../shared/fields';
import { readMany, readOne } from '../../shared/core/selections';

/** Communities: https://docs.x.com/x-api/communities/search/introduction */
export const communityResource = resource({
	value: 'community',
	operations: {
		get: op({
			route: 'GET /2/communities/{id}',
			action: 'Get a community',
			description: 'Get one community by ID',
			auth: any('list.read', 'tweet.read', 'users.read'),
			...readOne('community', { id: id({ label: 'Community ID' }) }),
		}),
		search: op({
			route: 'GET /2/communities/search',
			action: 'Search communities',
			description: 'Find communities that match a text',
			auth: user('tweet.read', 'users.read'),
			...readMany('community', {
				query: text({
					min: 1,
					max: 4096,
					description: 'Search query',
					placeholder: 'e.g. photography',
				}),
			}),
			paging: token(100, 10),
		}),
	},
});
