import { accountChildren, adsResource } from '../../shared/ads/children';
import { withDeleted } from '../../shared/ads/listFields';
import { adLocator } from '../../shared/ads/locators';
import { wholeList } from '../../shared/ads/wholeList';
import { additional, text } from '../../shared/fields';
import { doNotReachUsers } from '../users/kinds';

const lists = accountChildren({
	segment: 'do_not_reach_lists',
	locator: adLocator('Do Not Reach List', '4kzrq', 'searchDoNotReachLists'),
	simplified: 'id name description list_size targetable reasons_not_targetable created_at updated_at deleted',
});

/** People who see no campaign of the account. An account has one such list. */
export const doNotReachListResource = adsResource('doNotReachList', 'Do Not Reach List', {
	addUsers: doNotReachUsers('Update', lists.fields, {
		name: 'Add Users',
		action: 'Add users to a do not reach list',
		description: 'Keep the campaigns of the account from reaching people: hashed here, sent in batches',
	}),
	create: lists.creation(
		'Create the Do Not Reach List of an account, which can have one',
		additional({ description: text() }),
	),
	delete: lists.remove('Delete the Do Not Reach List of an account: campaigns reach its people again'),
	getMany: lists.listOf(
		'Get the Do Not Reach List of an account, with its size',
		withDeleted,
		wholeList(lists.shape),
	),
	removeUsers: doNotReachUsers('Delete', lists.fields, {
		name: 'Remove Users',
		action: 'Remove users from a do not reach list',
		description: 'Let campaigns reach people again: hashed here, sent in batches',
	}),
});
