/**
 * Every operation of X Ads Campaigns and X Ads Analytics once; each is tested in detail in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec as analytics } from '../../../nodes/XAdsAnalytics/spec';
import { spec as campaigns } from '../../../nodes/XAdsCampaigns/spec';
import { findOperation, parametersOf } from '../../facts';
import { ME } from '../../simulator/identities';
import { adsAnalytics } from '../../support/seeded/adsAnalytics';
import { adsCampaigns } from '../../support/seeded/adsCampaigns';
import { runsEveryOperation } from './operations';
import { byId, ids } from './support';

/** A campaign has line items of one objective. */
const clicks = {
	campaign_id: byId(ids.campaign),
	objective: 'WEBSITE_CLICKS',
	additionalFields: { goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' },
};

/** X takes the delivery of a campaign only where that has the budget. */
const ofCampaign = { budget_optimization: 'CAMPAIGN', standard_delivery: true };

/** What Pause leaves to Update, whose request it sends with the status alone. */
const leftToUpdate = (route: string) => {
	const operation = findOperation(route);
	const names = operation ? parametersOf(operation).filter(({ place }) => place === 'query') : [];
	const others = names.map(({ parameter }) => parameter.name).filter((name) => name !== 'entity_status');
	return Object.fromEntries(others.map((name) => [name, 'Update has it']));
};

runsEveryOperation('xAdsCampaigns', {
	spec: campaigns,
	seeded: adsCampaigns,
	routes: { 'customApiCall.send': 'GET /12/accounts' },
	together: {
		'campaign.batch': [{ additionalFields: { ...ofCampaign, daily_budget_amount_local_micro: '12.50' } }],
		'campaign.create': [{ additionalFields: ofCampaign }],
		'lineItem.create': [
			{ additionalFields: { advertiser_user_id: byId(ME.id) } },
			{ additionalFields: { bid_strategy: 'MAX', bid_amount_local_micro: '1.50' } },
			{ additionalFields: { categories: ['IAB3-1'] } },
			clicks,
		],
		'lineItem.update': [
			{ updateFields: { advertiser_user_id: byId(ME.id) } },
			{ updateFields: { bid_amount_local_micro: '1.50' } },
			{ updateFields: { categories: ['IAB3-1'] } },
		],
		'lineItem.batch': [
			{ additionalFields: { advertiser_user_id: byId(ME.id) } },
			{ additionalFields: { bid_strategy: 'MAX', bid_amount_local_micro: '1.50' } },
			{ additionalFields: { categories: ['IAB3-1'] } },
			clicks,
		],
	},
	unsent: {
		'campaign.pause': leftToUpdate('PUT /12/accounts/{account_id}/campaigns/{campaign_id}'),
		'lineItem.pause': leftToUpdate('PUT /12/accounts/{account_id}/line_items/{line_item_id}'),
	},
	// The history is empty, because nothing has happened yet.
	empty: ['accountHistory.getMany'],
	ownItems: ['customApiCall.send', 'feature.add', 'feature.getMany', 'feature.remove'],
});

runsEveryOperation('xAdsAnalytics', {
	spec: analytics,
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
