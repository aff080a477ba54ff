import { choice, filters } from '../../shared/fields';
import { many, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { adsResource } from '../resource';
import { PRODUCT_TYPES } from '../enums';

/** Brief: line item placements. */
export const placementResource = adsResource('placement', 'Placement', {
	getMany: op({
		route: 'GET /12/line_items/placements',
		name: 'Get Many',
		action: 'Get many placements',
		description: 'Get the combinations of placements that each product type allows',
		auth: reads,
		fields: filters({ product_type: choice(PRODUCT_TYPES, { label: 'Product Type' }) }),
		result: many(),
	}),
});
