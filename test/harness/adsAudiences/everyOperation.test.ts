/**
 * Every operation of the node once with each kind of credential; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsAudiences/spec';
import { ads } from '../../simulator/ads/area';
import type { Simulator } from '../../support/simulator';
import { runsEveryOperation, type KnownValues } from '../ads/operations';
import { ids } from '../ads/support';

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

runsEveryOperation('xAdsAudiences', {
	spec,
	known,
	// Nothing targets the audience yet.
	empty: ['audience.getTargeted'],
	// An account can have one list.
	before: { 'doNotReachList.create': withoutDoNotReachList },
	ownItems: ['audience', 'doNotReachList'].flatMap((list) => [`${list}.addUsers`, `${list}.removeUsers`]),
});
