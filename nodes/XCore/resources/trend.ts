import { op, user, resource } from '../../shared/operation/operation';
import { readMany } from '../../shared/core/selections';
import { placeTrends } from '../../shared/core/lists';

/** Trends: https://docs.x.com/x-api/trends/trends-by-woeid/introduction */
export const trendResource = resource({
	value: 'trend',
	operations: {
		getByPlace: placeTrends,
		getPersonalized: op({
			route: 'GET /2/users/personalized_trends',
			action: 'Get personalized trends',
			description: 'Get the trends that X picks for the authenticated user. Needs Premium.',
			auth: user('tweet.read', 'users.read'),
			...readMany('personalizedTrend', {}),
		}),
	},
});
