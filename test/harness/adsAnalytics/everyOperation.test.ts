/**
 * Every operation of the node once; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsAnalytics/spec';
import { adsAnalytics } from '../../support/seeded/adsAnalytics';
import { ids } from './support';
import { runsEveryOperation } from '../ads/operations';

runsEveryOperation('xAdsAnalytics', {
	spec,
	seeded: adsAnalytics,
	together: { 'report.start': [{ options: { segmentation_type: 'METROS', country: ids.unitedStates } }] },
	unsent: {
		'report.download': { cursor: 'the jobs are named, so that there is one page' },
		'report.getStatus': { cursor: 'the node follows pages of 1,000 jobs by itself' },
	},
	routes: {
		'report.getSpend': 'GET /12/accounts/{account_id}/line_items',
		'report.getAds': 'GET /12/accounts/{account_id}/tweets',
		'report.getWhatWorked': 'GET /12/accounts/{account_id}/campaigns',
		'report.sync': 'GET /12/stats/jobs/accounts/{account_id}',
	},
	others: { 'report.getWhatWorked': ['api'] },
	ownItems: [
		'report.get',
		'report.getSpend',
		'report.getAds',
		'report.getWhatWorked',
		'report.download',
		'report.estimate',
		'report.sync',
	],
});
