import { any, onePage, op, resource } from '../../shared/operation/operation';
import { filters, id, number, text } from '../../shared/fields';
import { readMany, readOne } from '../../shared/core/selections';

const auth = any('tweet.read', 'users.read');

/** News stories: https://docs.x.com/x-api/news/introduction */
export const newsResource = resource({
	value: 'news',
	operations: {
		get: op({
			route: 'GET /2/news/{id}',
			action: 'Get a news story',
			description: 'Get one news story by ID',
			auth,
			...readOne('news', { id: id({ label: 'News ID' }) }),
		}),
		search: op({
			route: 'GET /2/news/search',
			action: 'Search news stories',
			description: 'Find trending news stories that match a text. X returns at most 100, on one page.',
			auth,
			...readMany('news', {
				query: text({
					min: 1,
					max: 2048,
					description: 'Search query',
					placeholder: 'e.g. semiconductor',
				}),
				...filters({
					max_age_hours: number({
						label: 'Max Age (Hours)',
						min: 1,
						max: 720,
						default: 168,
						description: 'Only stories from the last N hours',
					}),
				}),
			}),
			// X documents no parameter for further pages.
			paging: onePage(100),
		}),
	},
});
