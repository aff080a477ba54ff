import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount, lineItem, adLocator } from '../../shared/ads/locators';
import { update } from '../../shared/fields';
import { op } from '../../shared/operation/operation';
import { curatedCategory } from '../locators';

const links = accountChildren({
	segment: 'line_item_curated_categories',
	isListedById: false,
	locator: adLocator('Line Item Curated Category', 'xq', 'searchLineItemCuratedCategories'),
	simplified: 'id line_item_id curated_category_id created_at updated_at deleted',
});

const ends = () => ({ curated_category_id: curatedCategory(), line_item_id: lineItem() });

export const lineItemCuratedCategoryResource = adsResource(
	'lineItemCuratedCategory',
	'Line Item Curated Category',
	{
		create: op({
			...links.create,
			description: 'Add a curated category to a line item',
			fields: { ...inAccount, ...ends() },
		}),
		delete: links.remove('Remove a curated category from a line item'),
		get: links.get('Get one link of a line item and a curated category'),
		getMany: links.list('Get which line items run with which curated categories'),
		update: op({
			...links.update,
			description: 'Change the line item or the curated category of a link',
			fields: { ...links.fields, ...update(ends()) },
		}),
	},
);
