import { update } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { checks, somethingToUpdate } from '../checks/combine';
import { checkList, listOptions, sort, withDeleted } from '../fields/common';
import { curatedCategory, inAccount, lineItem, lineItemCuratedCategory } from '../locators';
import { adsResource } from '../resource';
import { lineItemCuratedCategoryShape } from '../shapes';

const oneLink = { ...inAccount, line_item_curated_category_id: lineItemCuratedCategory() };
const linkChanges = update({ curated_category_id: curatedCategory(), line_item_id: lineItem() });

/** Brief: line item curated categories. */
export const lineItemCuratedCategoryResource = adsResource(
	'lineItemCuratedCategory',
	'Line Item Curated Category',
	{
		getMany: op({
			route: 'GET /12/accounts/{account_id}/line_item_curated_categories',
			name: 'Get Many',
			action: 'Get many line item curated categories',
			description: 'Get which line items run with which curated categories',
			auth: reads,
			fields: { ...inAccount, ...sort(), ...listOptions },
			paging: cursor(),
			result: many(lineItemCuratedCategoryShape),
			check: checkList,
		}),
		get: op({
			route: 'GET /12/accounts/{account_id}/line_item_curated_categories/{line_item_curated_category_id}',
			name: 'Get',
			action: 'Get a line item curated category',
			description: 'Get one link of a line item and a curated category',
			auth: reads,
			fields: { ...oneLink, ...withDeleted },
			result: one(lineItemCuratedCategoryShape),
		}),
		create: op({
			route: 'POST /12/accounts/{account_id}/line_item_curated_categories',
			name: 'Create',
			action: 'Create a line item curated category',
			description: 'Let a line item run with a curated category',
			auth: writes,
			fields: { ...inAccount, curated_category_id: curatedCategory(), line_item_id: lineItem() },
			result: one(lineItemCuratedCategoryShape),
		}),
		update: op({
			route: 'PUT /12/accounts/{account_id}/line_item_curated_categories/{line_item_curated_category_id}',
			name: 'Update',
			action: 'Update a line item curated category',
			description: 'Change the line item or the curated category of a link',
			auth: writes,
			fields: { ...oneLink, ...linkChanges },
			result: one(lineItemCuratedCategoryShape),
			check: checks(somethingToUpdate(linkChanges)),
		}),
		delete: op({
			route: 'DELETE /12/accounts/{account_id}/line_item_curated_categories/{line_item_curated_category_id}',
			name: 'Delete',
			action: 'Delete a line item curated category',
			description: 'Let a line item no longer run with a curated category',
			auth: writes,
			fields: oneLink,
			result: deleted('line_item_curated_category_id'),
		}),
	},
);
