import { ads } from '../../simulator/ads/area';
import { ids } from '../../simulator/ads/ids';
import type { Simulator } from '../../simulator/simulator';
import type { KnownValues, Seeded } from './types';

const known: KnownValues = {
	custom_audience_id: ids.audience,
	tailored_audience_id: ids.audience,
	do_not_reach_list_id: ids.doNotReachList,
	granted_account_id: ids.readOnlyAccount,
	custom_audience_permission_id: ids.audiencePermission,
	tailored_audience_permission_id: ids.audiencePermission,
	keywords: 'coffee',
	start_time: '2026-11-01T00:00:00Z',
	end_time: '2026-11-02T00:00:00Z',
	'audience.createFlexible.segments': {
		values: [{ custom_audience_id: ids.audience, lookback_window: '30', frequency: 1 }],
	},
};

/** An account can have one list. */
function withoutDoNotReachList({ platform }: Simulator): void {
	const lists = ads.state(platform).production.state.of('doNotReachLists');
	for (const list of lists.of(ids.account)) lists.patch(list, { deleted: true });
}

/** A line item that targets the audience. */
function withTargeting({ platform }: Simulator): void {
	const criteria = ads.state(platform).production.state.of('targetingCriteria');
	const { data } = criteria.findAny(ids.targetingCriterion)!;
	const targeting = { targeting_type: 'CUSTOM_AUDIENCE', targeting_value: ids.audience };
	criteria.add(ids.account, { ...data, ...targeting, id: 'c1', line_item_id: ids.lineItem });
}

export const adsAudiences: Seeded = {
	known,
	before: { 'doNotReachList.create': withoutDoNotReachList, 'audience.getTargeted': withTargeting },
};
