import { reads } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { wholeList } from '../../shared/ads/wholeList';
import { one, op } from '../../shared/operation/operation';
import { recommendation } from '../locators';
import { adsResource } from '../resource';

const shape = adsShape('id account_id funding_instrument_id status message changes created_at updated_at');

/** Documented under version 5 of the interface only. */
export const recommendationResource = adsResource('recommendation', 'Recommendation', {
	get: op({
		route: 'GET /5/accounts/{account_id}/recommendations/{recommendation_id}',
		name: 'Get',
		action: 'Get a recommendation',
		description: 'Get one recommendation with the changes it would make: closed beta',
		auth: reads,
		fields: { ...inAccount, recommendation_id: recommendation() },
		result: one(shape),
	}),
	getMany: op({
		route: 'GET /5/accounts/{account_id}/recommendations',
		name: 'Get Many',
		action: 'Get many recommendations',
		description: 'Get the changes that X recommends: closed beta',
		auth: reads,
		fields: inAccount,
		...wholeList(shape),
	}),
});
