import { countOptions } from '../../shared/ads/listFields';
import { wholeList } from '../../shared/ads/wholeList';
import { cursor, many, op } from '../../shared/operation/operation';
import { adsResource } from '../../shared/ads/children';

export const categoryResource = adsResource('category', 'Category', {
	getBusiness: op({
		route: 'GET /12/advertiser_business_categories',
		name: 'Get Advertiser Business Categories',
		action: 'Get advertiser business categories',
		description: 'Get the business categories for line items with in-stream ads',
		fields: {},
		...wholeList(),
	}),
	getContent: op({
		route: 'GET /12/content_categories',
		name: 'Get Content Categories',
		action: 'Get content categories',
		description: 'Get the kinds of videos that in-stream ads can run with',
		fields: {},
		...wholeList(),
	}),
	getIab: op({
		route: 'GET /12/iab_categories',
		name: 'Get IAB Categories',
		action: 'Get IAB categories',
		description: 'Get the categories of the Interactive Advertising Bureau that X knows',
		fields: countOptions,
		paging: cursor(),
		result: many(),
	}),
});
