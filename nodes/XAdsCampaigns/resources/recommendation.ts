import { many, one, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { inAccount, recommendation } from '../locators';
import { adsResource } from '../resource';
import { recommendationShape } from '../shapes';

/** Documentation: recommendations (closed beta; version 5 of the interface). */
export const recommendationResource = adsResource('recommendation', 'Recommendation', {
	getMany: op({
		route: 'GET /5/accounts/{account_id}/recommendations',
		name: 'Get Many',
		action: 'Get many recommendations',
		description: 'Get what the platform recommends to change: closed beta',
		auth: reads,
		fields: inAccount,
		result: many(recommendationShape),
	}),
	get: op({
		route: 'GET /5/accounts/{account_id}/recommendations/{recommendation_id}',
		name: 'Get',
		action: 'Get a recommendation',
		description: 'Get one recommendation with the changes it would make: closed beta',
		auth: reads,
		fields: { ...inAccount, recommendation_id: recommendation() },
		result: one(recommendationShape),
	}),
});
