import { reads } from '../../shared/ads/children';
import { countries } from '../../shared/ads/fields';
import { pageOptions } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { many, one, op, type Paging } from '../../shared/operation/operation';
import { curatedCategory } from '../locators';
import { adsResource } from '../resource';
import { curatedCategoryShape } from '../shapes';

/** Lists that page, but have no size. */
const cursorWithoutSize: Paging = { kind: 'cursor', min: 1, max: 1, request: 'cursor' };

export const curatedCategoryResource = adsResource('curatedCategory', 'Curated Category', {
	get: op({
		route: 'GET /12/accounts/{account_id}/curated_categories/{curated_category_id}',
		name: 'Get',
		action: 'Get a curated category',
		description: 'Get one curated category',
		auth: reads,
		fields: { ...inAccount, curated_category_id: curatedCategory() },
		result: one(curatedCategoryShape),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/curated_categories',
		name: 'Get Many',
		action: 'Get many curated categories',
		description: 'Get the collections of publishers that in-stream ads can run with in given countries',
		auth: reads,
		fields: { ...inAccount, country_codes: countries(), ...pageOptions },
		paging: cursorWithoutSize,
		result: many(curatedCategoryShape),
	}),
});
