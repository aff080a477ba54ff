import { op, user, type Resource } from '../../shared/operation/operation';
import { readMany } from '../../shared/core/selections';
import { placeTrends } from '../../shared/core/lists';

/** Trends: https://docs.x.com/x-api/trends/trends-by-woeid/introduction */
export const trendResource: Resource = {
	value: 'trend',
	name: 'Trend',
	operations: {
		getByPlace: placeTrends,
		getPersonalized: op({
			route: 'GET /2/users/personalized_trends',
			action: 'Get personalized trends',
			description: 'Get the trends that X picks for the authenticated user. Needs Premium.',
			docs: 'https://docs.x.com/x-api/trends/get-personalized-trends',
			auth: user('tweet.read', 'users.read'),
			...readMany('personalizedTrend', {}),
		}),
	},
};
