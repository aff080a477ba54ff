/** What the tests of X Ads Audiences share. */
import { createHash } from 'node:crypto';
import type { INodeParameters } from 'n8n-workflow';
import { ads as area } from '../../simulator/ads/area';
import { membersOf } from '../../simulator/ads/audienceUsers';
import type { Simulator } from '../../support/simulator';
import { account, byId, ids, items } from '../ads/support';

export { account, byId, ids, items, useAds } from '../ads/support';

/** A hash as another implementation of SHA-256 would be asked for it: over the normal form, written down by the test. */
export const hashOf = (normal: string): string => createHash('sha256').update(normal).digest('hex');

/** Input items with an address each. */
export const people = (count: number) =>
	items(Array.from({ length: count }, (_, index) => ({ email: `user${index}@example.com` })));

/** A form that adds users to the seeded audience, or removes them from it. */
export const users = (more: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	custom_audience_id: byId(ids.audience),
	users_from: 'columns',
	...more,
});

/** The same for the seeded Do Not Reach list. */
export const doNotReach = (more: INodeParameters = {}): INodeParameters => ({
	account_id: account,
	do_not_reach_list_id: byId(ids.doNotReachList),
	users_from: 'columns',
	...more,
});

export const stateOf = (sim: Simulator) => area.state(sim.platform).production.state;

/** The keys of the people of a list. */
export const keysIn = (sim: Simulator, list: string): string[][] =>
	membersOf(stateOf(sim), list).map(({ keys }) => [...keys].sort());

/** The path of the requests for users. */
export const USERS = `/12/accounts/${ids.account}/custom_audiences/${ids.audience}/users`;
