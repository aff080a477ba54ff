import { filters } from '../../shared/fields';
import { cursor, many, one, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { adIds, checkList, listOptions, sort, withDeleted } from '../fields/common';
import { inAccount, promotableUser } from '../locators';
import { adsResource } from '../resource';
import { promotableUserShape } from '../shapes';

/** Documentation: promotable users. */
export const promotableUserResource = adsResource('promotableUser', 'Promotable User', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/promotable_users',
		name: 'Get Many',
		action: 'Get many promotable users',
		description: 'Get the users whom an account may promote',
		auth: reads,
		fields: {
			...inAccount,
			...sort(),
			...filters({ promotable_user_ids: adIds('Promotable User IDs') }),
			...listOptions,
		},
		paging: cursor(),
		result: many(promotableUserShape),
		check: checkList,
	}),
	get: op({
		route: 'GET /12/accounts/{account_id}/promotable_users/{promotable_user_id}',
		name: 'Get',
		action: 'Get a promotable user',
		description: 'Get one user whom an account may promote',
		auth: reads,
		fields: { ...inAccount, promotable_user_id: promotableUser(), ...withDeleted },
		result: one(promotableUserShape),
	}),
});
