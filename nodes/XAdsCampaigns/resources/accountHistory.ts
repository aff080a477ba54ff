import { choice, filters, id, text } from '../../shared/fields';
import { cursor, many, op } from '../../shared/operation/operation';
import { reads } from '../auth';
import { checks } from '../checks/combine';
import { checkWholeHours, checkWindow } from '../checks/time';
import { AD_ID, AD_ID_SHAPE, endTime, pageOptions, startTime } from '../fields/common';
import { inAccount } from '../locators';
import { adsResource } from '../resource';
import { historyShape } from '../shapes';
import { HISTORY_ENTITIES } from '../enums';

/** Brief: account history (beta, allowlisted accounts only). */
export const accountHistoryResource = adsResource('accountHistory', 'Account History', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/account_history',
		name: 'Get Many',
		action: 'Get the history of an entity',
		description: 'Get who changed an entity, when and how: beta, for accounts that the platform has let in',
		auth: reads,
		fields: {
			...inAccount,
			entity_type: choice(HISTORY_ENTITIES, { label: 'Entity Type', default: 'CAMPAIGN' }),
			entity_id: text({
				label: 'Entity ID',
				placeholder: 'e.g. 8wku2',
				pattern: AD_ID,
				shape: AD_ID_SHAPE,
			}),
			start_time: startTime({ description: 'A whole hour' }),
			end_time: endTime({ description: 'A whole hour' }),
			...filters({ user_id: id({ label: 'User ID', description: 'Only changes by this user' }) }),
			...pageOptions,
		},
		paging: cursor(),
		result: many(historyShape),
		check: checks(checkWindow, checkWholeHours),
	}),
});
