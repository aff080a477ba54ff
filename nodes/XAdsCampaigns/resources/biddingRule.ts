import { currency } from '../../shared/ads/fields';
import { adsShape } from '../../shared/ads/shape';
import { wholeList } from '../../shared/ads/wholeList';
import { filters } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';

export const biddingRuleResource = adsResource('biddingRule', 'Bidding Rule', {
	getMany: op({
		route: 'GET /12/bidding_rules',
		action: 'Get many bidding rules',
		description: 'Get the bid limits and minimum amounts of each currency',
		fields: filters({ currency: currency({ description: 'Only the rule for this currency' }) }),
		...wholeList(
			adsShape('currency minimum_cpe_bid maximum_cpe_bid minimum_denomination', 'minimum_denomination'),
		),
	}),
});
