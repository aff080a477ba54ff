import { any, many, one, op, token, type Resource } from '../../shared/operation/operation';
import { filters, id, number, text } from '../../shared/fields';
import { selectionOf } from '../selections';
import { entities } from '../../shared/model/entities';

const auth = any('tweet.read', 'users.read');

const newsFields = selectionOf('news');

/** Brief: change history; facts section 10. */
export const newsResource: Resource = {
	value: 'news',
	name: 'News',
	operations: {
		get: op({
			route: 'GET /2/news/{id}',
			name: 'Get',
			action: 'Get a news story',
			description: 'Get one news story by ID',
			auth,
			fields: { id: id({ label: 'News ID' }), ...newsFields },
			result: one(entities.news),
		}),
		search: op({
			route: 'GET /2/news/search',
			name: 'Search',
			action: 'Search news stories',
			description:
				'Find trending news stories that match a text. The platform answers with at most 100 and has no further pages.',
			auth,
			fields: {
				query: text({
					min: 1,
					max: 2048,
					description: 'What to look for',
					placeholder: 'e.g. semiconductor',
				}),
				...filters({
					max_age_hours: number({
						label: 'Max Age (Hours)',
						min: 1,
						max: 720,
						default: 168,
						description: 'Only stories of the last so many hours',
					}),
				}),
				...newsFields,
			},
			// No further pages exist: a page of 100 is everything.
			paging: token(100),
			result: many(entities.news),
		}),
	},
};
