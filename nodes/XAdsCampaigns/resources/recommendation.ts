import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount, adLocator } from '../../shared/ads/locators';
import { wholeList } from '../../shared/ads/wholeList';
import { op } from '../../shared/operation/operation';

const recommendation = adLocator('Recommendation', '62ce8zza1q0w', 'searchRecommendations');

/** Only version 5 of the documentation has these. */
const recommendations = accountChildren({
	version: 5,
	segment: 'recommendations',
	locator: recommendation,
	simplified: 'id account_id funding_instrument_id status message changes created_at updated_at',
});

export const recommendationResource = adsResource('recommendation', 'Recommendation', {
	get: recommendations.getOne('Get one recommendation with the changes it would make: closed beta'),
	getMany: op({
		...recommendations.getMany,
		description: 'Get the changes that X recommends: closed beta',
		fields: inAccount,
		...wholeList(recommendations.shape),
	}),
});
