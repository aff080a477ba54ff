import { appOrOAuth2, op, user, type Resource } from '../../shared/operation/operation';
import { filters, number } from '../../shared/fields';
import { place } from '../../shared/core/places';
import { readMany } from '../../shared/core/selections';

/** Trends: https://docs.x.com/x-api/trends/trends-by-woeid/introduction */
export const trendResource: Resource = {
	value: 'trend',
	name: 'Trend',
	operations: {
		getByPlace: op({
			route: 'GET /2/trends/by/woeid/{woeid}',
			name: 'Get by Place',
			action: 'Get the trends of a place',
			description: 'Get what is trending in a place',
			docs: 'https://docs.x.com/x-api/trends/get-trends-by-woeid',
			auth: appOrOAuth2(),
			...readMany('trend', {
				...place,
				...filters({
					max_trends: number({
						label: 'Max Trends',
						min: 1,
						max: 50,
						default: 20,
						description: 'How many trends to return at most',
					}),
				}),
			}),
		}),
		getPersonalized: op({
			route: 'GET /2/users/personalized_trends',
			name: 'Get Personalized',
			action: 'Get personalized trends',
			description: 'Get the trends that X picks for the authenticated user. Needs Premium.',
			docs: 'https://docs.x.com/x-api/trends/get-personalized-trends',
			auth: user('tweet.read', 'users.read'),
			...readMany('personalizedTrend', {}),
		}),
	},
};
