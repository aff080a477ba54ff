import { wholeList } from '../../shared/ads/wholeList';
import { choice, filters } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { PRODUCT_TYPES } from '../enums';
import { adsResource } from '../../shared/ads/children';

export const placementResource = adsResource('placement', 'Placement', {
	getMany: op({
		route: 'GET /12/line_items/placements',
		action: 'Get many placements',
		description: 'Get the combinations of placements that each product type allows',
		fields: filters({ product_type: choice(PRODUCT_TYPES) }),
		...wholeList(),
	}),
});
