import { appOrOAuth2, oAuth2, onePage, op, resource } from '../../shared/operation/operation';
import { choice, filters, list, text } from '../../shared/fields';
import { UP_TO_100_USERS } from '../../shared/core/common';
import { SPACE_ID, space, users } from '../../shared/core/locators';
import { inParts } from '../../shared/engine/splitIds';
import { readMany, readOne, readPages } from '../../shared/core/selections';

const scopes = ['space.read', 'tweet.read', 'users.read'] as const;
const auth = appOrOAuth2(...scopes);

/** Live audio conversations; a search answers with one page: https://docs.x.com/x-api/spaces/introduction */
export const spaceResource = resource({
	value: 'space',
	operations: {
		get: op({
			route: 'GET /2/spaces/{id}',
			action: 'Get a space',
			description: 'Get one Space by ID or address',
			auth,
			...readOne('space', { id: space() }),
			gather: { route: 'GET /2/spaces', parameter: 'ids', max: 100, field: 'id' },
		}),
		getBuyers: op({
			route: 'GET /2/spaces/{id}/buyers',
			action: 'Get the buyers of tickets to a space',
			description: 'Get the users who bought a ticket to one of your own Spaces',
			auth: oAuth2(...scopes),
			...readPages('user', { id: space() }, 100),
		}),
		getByCreators: op({
			route: 'GET /2/spaces/by/creator_ids',
			action: 'Get the spaces of creators',
			description: 'Get the live and scheduled Spaces of up to 100 users',
			auth,
			...readMany('space', { user_ids: users({ label: 'Users', description: UP_TO_100_USERS }) }),
		}),
		getMany: op({
			route: 'GET /2/spaces',
			name: 'Get Many by IDs',
			action: 'Get many spaces by IDs',
			description: 'Get Spaces by their IDs',
			auth,
			...readMany('space', {
				ids: list({
					label: 'Space IDs',
					...SPACE_ID,
					description: 'IDs, separated by commas. Each 100 are one request.',
					placeholder: 'e.g. 1DXxyRYNejbKM,1nAJELYEEPvGL',
				}),
			}),
			run: inParts('ids'),
			resumes: true,
		}),
		getPosts: op({
			route: 'GET /2/spaces/{id}/tweets',
			action: 'Get the posts shared in a space',
			description: 'Get the Posts that were shared in a Space',
			auth,
			...readPages('post', { id: space() }, 100),
		}),
		search: op({
			route: 'GET /2/spaces/search',
			action: 'Search spaces',
			description: 'Find live and scheduled Spaces by title. X returns at most 100, on one page.',
			auth,
			...readMany('space', {
				query: text({
					min: 1,
					max: 2048,
					description: 'Text to find in the title',
					placeholder: 'e.g. product launch',
				}),
				...filters({
					state: choice(
						{ all: 'All', live: 'Live', scheduled: 'Scheduled' },
						{ default: 'all', description: 'Which Spaces to return' },
					),
				}),
			}),
			// X documents no parameter for further pages.
			paging: onePage(100),
		}),
	},
});
