import { filters } from '../../shared/fields';
import { cursor, deleted, many, one, op } from '../../shared/operation/operation';
import { reads, writes } from '../auth';
import { adIds, checkList, listOptions, ofLineItems, sort, withDeleted } from '../fields/common';
import { inAccount, lineItem, promotedAccount, userToPromote } from '../locators';
import { adsResource } from '../resource';
import { promotedAccountShape } from '../shapes';

const onePromotedAccount = { ...inAccount, promoted_account_id: promotedAccount() };

/** Brief: promoted accounts. */
export const promotedAccountResource = adsResource('promotedAccount', 'Promoted Account', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/promoted_accounts',
		name: 'Get Many',
		action: 'Get many promoted accounts',
		description: 'Get the users whom line items promote',
		auth: reads,
		fields: {
			...inAccount,
			...sort('paused'),
			...filters({
				line_item_ids: ofLineItems(),
				promoted_account_ids: adIds('Promoted Account IDs'),
			}),
			...listOptions,
		},
		paging: cursor(),
		result: many(promotedAccountShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/promoted_accounts/{promoted_account_id}',
		name: 'Get',
		action: 'Get a promoted account',
		description: 'Get one promoted account',
		auth: reads,
		fields: { ...onePromotedAccount, ...withDeleted },
		result: one(promotedAccountShape),
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/promoted_accounts',
		name: 'Create',
		action: 'Create a promoted account',
		description: 'Let a line item promote a user; its product type has to be Promoted Account',
		auth: writes,
		fields: { ...inAccount, line_item_id: lineItem(), user_id: userToPromote() },
		result: one(promotedAccountShape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/promoted_accounts/{promoted_account_id}',
		name: 'Delete',
		action: 'Delete a promoted account',
		description: 'Let a line item no longer promote a user',
		auth: writes,
		fields: onePromotedAccount,
		result: deleted('promoted_account_id'),
	}),
});
