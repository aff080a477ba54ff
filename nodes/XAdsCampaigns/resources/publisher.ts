import { adsShape } from '../../shared/ads/shape';
import { wholeList } from '../../shared/ads/wholeList';
import { op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';

export const publisherResource = adsResource('publisher', 'Publisher', {
	getMany: op({
		route: 'GET /12/publishers',
		action: 'Get many publishers',
		description: 'Get the publishers whose videos in-stream ads can run with',
		fields: {},
		...wholeList(
			adsShape(`
				user_id username content_category_ids monetizable_country_codes promotion_eligible_country_codes
				monetization_restricted`),
		),
	}),
});
