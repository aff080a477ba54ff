import { reads, writes } from '../../shared/ads/children';
import { withDeleted } from '../../shared/ads/listFields';
import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { wholeList } from '../../shared/ads/wholeList';
import { additional, text } from '../../shared/fields';
import { deleted, one, op } from '../../shared/operation/operation';
import { doNotReachList } from '../locators';
import { audiencePart } from '../resource';
import { doNotReachUsers } from '../users/kinds';

const shape = adsShape(
	'id name description list_size targetable reasons_not_targetable created_at updated_at deleted',
);

const inList = { ...inAccount, do_not_reach_list_id: doNotReachList() };

/** People whom no campaign of the account reaches. An account has one list. */
export const doNotReachListResource = audiencePart('doNotReachList', 'Do Not Reach List', {
	addUsers: doNotReachUsers('Update', inList, {
		name: 'Add Users',
		action: 'Add users to a do not reach list',
		description: 'Keep the campaigns of the account from reaching people: hashed here, sent in batches',
	}),
	create: op({
		route: 'POST /12/accounts/{account_id}/do_not_reach_lists',
		name: 'Create',
		action: 'Create a do not reach list',
		description: 'Create the Do Not Reach List of an account, which can have one',
		auth: writes,
		fields: { ...inAccount, ...additional({ description: text({ label: 'Description' }) }) },
		result: one(shape),
	}),
	delete: op({
		route: 'DELETE /12/accounts/{account_id}/do_not_reach_lists/{do_not_reach_list_id}',
		name: 'Delete',
		action: 'Delete a do not reach list',
		description: 'Delete the Do Not Reach List of an account: campaigns reach its people again',
		auth: writes,
		fields: inList,
		result: deleted('do_not_reach_list_id'),
	}),
	getMany: op({
		route: 'GET /12/accounts/{account_id}/do_not_reach_lists',
		name: 'Get Many',
		action: 'Get many do not reach lists',
		description: 'Get the Do Not Reach List of an account, with its size',
		auth: reads,
		fields: { ...inAccount, ...withDeleted },
		...wholeList(shape),
	}),
	removeUsers: doNotReachUsers('Delete', inList, {
		name: 'Remove Users',
		action: 'Remove users from a do not reach list',
		description: 'Let campaigns reach people again: hashed here, sent in batches',
	}),
});
