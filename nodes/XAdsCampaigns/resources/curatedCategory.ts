import { accountChildren, adsResource } from '../../shared/ads/children';
import { countries } from '../../shared/ads/fields';
import { inAccount } from '../../shared/ads/locators';
import { cursorWithoutSize, op } from '../../shared/operation/operation';
import { curatedCategory } from '../locators';

const categories = accountChildren({
	segment: 'curated_categories',
	locator: curatedCategory,
	simplified: `
		id name description country_codes videos_monetized_in_last_thirty_days publisher_user_ids created_at
		updated_at`,
});

export const curatedCategoryResource = adsResource('curatedCategory', 'Curated Category', {
	get: categories.getOne('Get one curated category'),
	getMany: op({
		...categories.getMany,
		description: 'Get the collections of publishers that in-stream ads can run with in given countries',
		fields: { ...inAccount, country_codes: countries() },
		paging: cursorWithoutSize,
	}),
});
