import { filters } from '../../shared/fields';
import { many, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { currency } from '../fields/common';
import { adsResource } from '../resource';

/** Brief: bidding rules. */
export const biddingRuleResource = adsResource('biddingRule', 'Bidding Rule', {
	getMany: op({
		route: 'GET /12/bidding_rules',
		name: 'Get Many',
		action: 'Get many bidding rules',
		description: 'Get the bounds of bids and the smallest amounts of each currency',
		auth: reads,
		fields: filters({ currency: currency({ description: 'Only the rule for this currency' }) }),
		result: many(),
	}),
});
