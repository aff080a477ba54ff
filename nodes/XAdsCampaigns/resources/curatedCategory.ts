import { reads } from '../../shared/ads/children';
import { countries } from '../../shared/ads/fields';
import { pageOptions } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { cursorWithoutSize, many, one, op } from '../../shared/operation/operation';
import { curatedCategory } from '../locators';
import { adsResource } from '../resource';

const shape = adsShape(`
	id name description country_codes videos_monetized_in_last_thirty_days publisher_user_ids created_at
	updated_at`);

export const curatedCategoryResource = adsResource('curatedCategory', 'Curated Category', {
	get: op({
		route: 'GET /12/accounts/{account_id}/curated_categories/{curated_category_id}',
		name: 'Get',
		action: 'Get a curated category',
		description: 'Get one curated category',
		auth: reads,
		fields: { ...inAccount, curated_category_id: curatedCategory() },
		result: one(shape),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/curated_categories',
		name: 'Get Many',
		action: 'Get many curated categories',
		description: 'Get the collections of publishers that in-stream ads can run with in given countries',
		auth: reads,
		fields: { ...inAccount, country_codes: countries(), ...pageOptions },
		paging: cursorWithoutSize,
		result: many(shape),
	}),
});
