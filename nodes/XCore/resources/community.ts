import { any, many, one, op, token, user, type Resource } from '../../shared/operation/operation';
import { id, text } from '../../shared/fields';
import { startPageEitherName } from '../common';
import { selectionOf } from '../selections';
import { entities } from '../../shared/model/entities';

const communityFields = selectionOf('community');

/** Facts section 8 (pages). */
export const communityResource: Resource = {
	value: 'community',
	name: 'Community',
	operations: {
		get: op({
			route: 'GET /2/communities/{id}',
			name: 'Get',
			action: 'Get a community',
			description: 'Get one community by ID',
			auth: any('list.read', 'tweet.read', 'users.read'),
			fields: { id: id({ label: 'Community ID' }), ...communityFields },
			result: one(entities.community),
		}),
		search: op({
			route: 'GET /2/communities/search',
			name: 'Search',
			action: 'Search communities',
			description: 'Find communities that match a text',
			auth: user('tweet.read', 'users.read'),
			fields: {
				query: text({
					min: 1,
					max: 4096,
					description: 'What to look for',
					placeholder: 'e.g. photography',
				}),
				...communityFields,
				...startPageEitherName,
			},
			paging: token(100, 10),
			result: many(entities.community),
		}),
	},
};
