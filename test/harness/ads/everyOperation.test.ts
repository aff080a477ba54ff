/**
 * Every operation of the node once with each kind of credential; each is tested in detail in the file of its
 * resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsCampaigns/spec';
import { ME } from '../../simulator/identities';
import { adsCampaigns } from '../../support/seeded/adsCampaigns';
import { runsEveryOperation } from './operations';
import { byId, ids } from './support';

/** A campaign has line items of one objective. */
const clicks = {
	campaign_id: byId(ids.campaign),
	objective: 'WEBSITE_CLICKS',
	additionalFields: { goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' },
};

runsEveryOperation('xAdsCampaigns', {
	spec,
	seeded: adsCampaigns,
	routes: { 'customApiCall.send': 'GET /12/accounts' },
	together: {
		'lineItem.create': [
			{ additionalFields: { advertiser_user_id: byId(ME.id) } },
			{ additionalFields: { bid_strategy: 'MAX', bid_amount_local_micro: '1.50' } },
			{ additionalFields: { categories: ['IAB3-1'] } },
			clicks,
		],
		'lineItem.update': [
			{ updateFields: { advertiser_user_id: byId(ME.id) } },
			{ updateFields: { categories: ['IAB3-1'] } },
		],
		'lineItem.batch': [
			{ additionalFields: { advertiser_user_id: byId(ME.id) } },
			{ additionalFields: { bid_strategy: 'MAX', bid_amount_local_micro: '1.50' } },
			{ additionalFields: { categories: ['IAB3-1'] } },
			clicks,
		],
	},
	// The history is empty, because nothing has happened yet.
	empty: ['accountHistory.getMany'],
	ownItems: ['customApiCall.send', 'feature.add', 'feature.getMany', 'feature.remove'],
});
