import { reads } from '../../shared/ads/children';
import { endTime, startTime } from '../../shared/ads/fields';
import { pageOptions } from '../../shared/ads/listFields';
import { adId, inAccount, userToPromote } from '../../shared/ads/locators';
import { both, checkWholeHours } from '../../shared/ads/rules';
import { checkWindow } from '../../shared/operation/window';
import { adsShape } from '../../shared/ads/shape';
import { choice, filters } from '../../shared/fields';
import { cursor, many, op } from '../../shared/operation/operation';
import { HISTORY_ENTITIES } from '../enums';
import { adsResource } from '../resource';

export const accountHistoryResource = adsResource('accountHistory', 'Account History', {
	getMany: op({
		route: 'GET /12/accounts/{account_id}/account_history',
		name: 'Get Many',
		action: 'Get the history of an entity',
		description: 'Get who changed an entity, when and how: beta, only for accounts that X has admitted',
		auth: reads,
		fields: {
			...inAccount,
			entity_type: choice(HISTORY_ENTITIES, { label: 'Entity Type', default: 'CAMPAIGN' }),
			entity_id: adId('Entity ID', '8wku2'),
			start_time: startTime({ description: 'A whole hour' }),
			end_time: endTime({ description: 'A whole hour' }),
			...filters({ user_id: userToPromote({ description: 'Only changes by this user' }) }),
			...pageOptions,
		},
		paging: cursor(),
		result: many(adsShape('entity entity_id change_type change_time change_by changes entity_data')),
		check: both(checkWindow, checkWholeHours),
	}),
});
