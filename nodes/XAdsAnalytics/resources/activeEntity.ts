import { inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { both } from '../../shared/ads/rules';
import { choice } from '../../shared/fields';
import { many, op } from '../../shared/operation/operation';
import { ACTIVE_ENTITIES } from '../enums';
import { activeFilters, rangeFields } from '../fields';
import { activeInRange } from '../operations/reach';
import { checkFilters, checkRange } from '../operations/subject';
import { adsResource } from '../../shared/ads/children';

export const activeEntityResource = adsResource('activeEntity', 'Active Entity', {
	getMany: op({
		route: 'GET /12/stats/accounts/{account_id}/active_entities',
		action: 'Get many active entities',
		description: 'Get the entities whose results changed in a range, and the time the changes are about',
		fields: {
			...inAccount,
			entity: choice(ACTIVE_ENTITIES, { default: 'CAMPAIGN' }),
			...rangeFields,
			...activeFilters,
		},
		result: many(adsShape('entity_id activity_start_time activity_end_time placements')),
		check: both(checkFilters, checkRange),
		run: activeInRange,
	}),
});
