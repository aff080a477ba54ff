import { adsResource } from '../../shared/ads/children';
import { inAccount } from '../../shared/ads/locators';
import { both } from '../../shared/ads/rules';
import { adsShape } from '../../shared/ads/shape';
import { choice } from '../../shared/fields';
import { many, op } from '../../shared/operation/operation';
import { ACTIVE_ENTITIES } from '../enums';
import { anyIds, rangeFields, activeFilters } from '../fields';
import { reachOf, activeInRange } from '../operations/reach';
import { checkRange, checkFilters } from '../operations/subject';

const reach = (whose: 'campaigns' | 'funding_instruments', label: string, description: string) => {
	const key = whose === 'campaigns' ? 'campaign_ids' : 'funding_instrument_ids';
	return op({
		route: `GET /12/stats/accounts/{account_id}/reach/${whose}`,
		action: `Get the reach of ${whose.replace('_', ' ')}`,
		description,
		fields: { ...inAccount, [key]: anyIds(label), ...rangeFields },
		result: many(adsShape('id total_audience_reach average_frequency')),
		check: checkRange,
		run: async (call) => await reachOf(call, key),
	});
};

export const reachResource = adsResource('reach', 'Reach', {
	getForCampaigns: reach(
		'campaigns',
		'Campaign IDs',
		'Get how many people campaigns reached, and how often. Reach cannot be added up across campaigns.',
	),
	getForFundingInstruments: reach(
		'funding_instruments',
		'Funding Instrument IDs',
		'Get how many people were reached by the campaigns of funding instruments, and how often',
	),
});

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
