import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { many, op } from '../../shared/operation/operation';
import { anyIds, rangeFields } from '../fields';
import { reachOf } from '../operations/reach';
import { checkRange } from '../operations/subject';
import { adsResource } from '../../shared/ads/children';

const result = many(adsShape('id total_audience_reach average_frequency'));

export const reachResource = adsResource('reach', 'Reach', {
	getForCampaigns: op({
		route: 'GET /12/stats/accounts/{account_id}/reach/campaigns',
		action: 'Get the reach of campaigns',
		description:
			'Get how many people campaigns reached, and how often. Reach cannot be added up across campaigns.',
		fields: { ...inAccount, campaign_ids: anyIds('Campaign IDs'), ...rangeFields },
		result,
		check: checkRange,
		run: async (call) => await reachOf(call, 'campaign_ids'),
	}),
	getForFundingInstruments: op({
		route: 'GET /12/stats/accounts/{account_id}/reach/funding_instruments',
		action: 'Get the reach of funding instruments',
		description: 'Get how many people were reached by the campaigns of funding instruments, and how often',
		fields: {
			...inAccount,
			funding_instrument_ids: anyIds('Funding Instrument IDs'),
			...rangeFields,
		},
		result,
		check: checkRange,
		run: async (call) => await reachOf(call, 'funding_instrument_ids'),
	}),
});
