/** A form of each node that runs with one request: its kind of credential, its fields, and what its first item has. */
import { ids } from '../../simulator/ads/ids';
import { ME } from '../../simulator/identities';

const account_id = { __rl: true, mode: 'id', value: ids.account };

export const FLOWS = [
	['xCore', 'oAuth2', { resource: 'user', operation: 'getMe' }, { username: ME.username }],
	['xCoreAdmin', 'app', { resource: 'usage', operation: 'get' }, { project_id: '1880028106020515840' }],
	['xLive', 'app', { resource: 'space', operation: 'search', query: 'release' }, {}],
	[
		'xAdsCampaigns',
		'oAuth1',
		{ resource: 'campaign', operation: 'getMany', account_id },
		{ currency: 'USD' },
	],
	['xAdsCreatives', 'oAuth1', { resource: 'card', operation: 'getMany', account_id }, {}],
	[
		'xAdsAudiences',
		'oAuth1',
		{ resource: 'audience', operation: 'getMany', account_id },
		{ id: ids.audience },
	],
	['xAdsAnalytics', 'oAuth1', { account_id, range: 'last7Days' }, { currency: 'USD' }],
	['xAdsMeasurement', 'oAuth1', { resource: 'appList', operation: 'getMany', account_id }, {}],
	['xCatalog', 'oAuth1', { resource: 'catalog', operation: 'create', name: 'Shop' }, { name: 'Shop' }],
] as const;
