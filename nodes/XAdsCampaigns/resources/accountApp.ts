import { cursor, many, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { checkList, listOptions, sort } from '../fields/common';
import { inAccount } from '../locators';
import { adsResource } from '../resource';
import { accountAppShape } from '../shapes';

/** Brief: account apps. */
export const accountAppResource = adsResource('accountApp', 'Account App', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/account_apps',
		name: 'Get Many',
		action: 'Get many account apps',
		description: 'Get the apps that belong to an account',
		auth: reads,
		fields: { ...inAccount, ...sort(), ...listOptions },
		paging: cursor(),
		result: many(accountAppShape),
		check: checkList,
	}),
});
