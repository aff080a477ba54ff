import { accountChildren, adsResource } from '../../shared/ads/children';
import { inAccount, lineItem, ofLineItems, userToPromote, adLocator } from '../../shared/ads/locators';
import { op } from '../../shared/operation/operation';

const accounts = accountChildren({
	segment: 'promoted_accounts',
	locator: adLocator('Promoted Account', '19pl2', 'searchPromotedAccounts'),
	simplified: 'id line_item_id user_id entity_status approval_status created_at updated_at deleted',
});

export const promotedAccountResource = adsResource('promotedAccount', 'Promoted Account', {
	create: op({
		...accounts.create,
		description: 'Promote a user with a line item whose product type is Promoted Account',
		fields: { ...inAccount, line_item_id: lineItem(), user_id: userToPromote() },
	}),
	delete: accounts.remove('Stop promoting a user with a line item'),
	get: accounts.get('Get one promoted account'),
	getMany: accounts.list('Get the users that line items promote', {
		sort: ['paused'],
		filters: { line_item_ids: ofLineItems() },
	}),
});
