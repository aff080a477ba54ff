/** One of each kind that measures ads, with stable identifiers. */
import { PIXEL } from '../identities';
import { ids } from './ids';
import { seedLeads } from './leads';
import { shown, TIMES } from './samples';
import type { AdsState, Data, Kind } from './state';

/** Fills the account of `ME`. */
export function seedMeasurement(state: AdsState): void {
	const add = (kind: Kind, row: Data) => void state.of(kind).add(ids.account, { ...row, ...TIMES });
	add('webEventTags', {
		...shown('web_event_tags'),
		id: ids.webEventTag,
		name: 'Order in the shop',
		type: 'PURCHASE',
		website_tag_id: PIXEL.id,
	});
	add('appEventTags', { ...shown('app_event_tags'), id: ids.appEventTag });
	add('appLists', {
		...shown('app_lists'),
		id: ids.appList,
		apps: [{ app_store_identifier: 'com.example.shop', os_type: 'Android' }],
	});
	add('providerConfigurations', {
		...TIMES,
		id: ids.providerConfiguration,
		provider_name: 'API McTestface',
		provider_advertiser_id: '123',
		provider_advertiser_identifier: '123',
	});
	add('abTests', {
		...shown('ab_tests'),
		id: ids.abTest,
		start_time: '2099-05-25T01:00:00Z',
		end_time: '2099-05-30T01:00:00Z',
	});
	seedLeads(state);
}
