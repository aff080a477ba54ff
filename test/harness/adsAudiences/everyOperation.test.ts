/**
 * Every operation of the node once; the other files test each in detail.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsAudiences/spec';
import { adsAudiences } from '../../support/seeded/adsAudiences';
import { runsEveryOperation } from '../ads/operations';

runsEveryOperation('xAdsAudiences', {
	spec,
	seeded: adsAudiences,
	ownItems: ['audience', 'doNotReachList'].flatMap((list) => [`${list}.addUsers`, `${list}.removeUsers`]),
});
