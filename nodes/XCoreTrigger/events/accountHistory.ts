/** A change of an advertising entity. */
import { createHash } from 'crypto';
import { reads } from '../../shared/ads/children';
import { endTime, startTime } from '../../shared/ads/fields';
import { adId, inAccount } from '../../shared/ads/locators';
import { adsShape } from '../../shared/ads/shape';
import { choice } from '../../shared/fields';
import { cursor, many, op } from '../../shared/operation/operation';
import { asText } from '../../shared/util/text';
import { byTime } from '../cursor/byTime';
import type { TriggerEvent } from './event';

const PAGE = 1000;

export const accountHistory: TriggerEvent = {
	cursor: byTime(PAGE, () => Date.now()),
	reread: 0,
	noun: 'change',
	name: 'Ad Entity Changed',
	action: 'On change of an ad entity',
	description:
		'A campaign or another advertising entity is changed. Beta, only for accounts that X has admitted.',
	fields: ['account_id', 'entity_type', 'entity_id'],
	host: 'adsUrl',
	bounds: { since: 'start_time', until: 'end_time' },
	list: op({
		route: 'GET /12/accounts/{account_id}/account_history',
		name: 'Account History',
		action: 'Get the history of an entity',
		description: 'Who changed an entity, when and how',
		docs: 'https://docs.x.com/x-ads-api/campaign-management/reference#get-accounts/account_id/account_history',
		auth: reads,
		fields: {
			...inAccount,
			entity_type: choice({}),
			entity_id: adId('Entity ID', '8wku2'),
			start_time: startTime({}),
			end_time: endTime({}),
		},
		paging: cursor(PAGE),
		result: many(adsShape('entity entity_id change_type change_time change_by changes entity_data')),
	}),
	lists: ({ account_id, entity_type, entity_id }) => [{ account_id, entity_type, entity_id }],
	// A change has no ID.
	identify: (entity) => ({
		id: asText(entity.change_time),
		key: createHash('sha256')
			.update(JSON.stringify([entity.change_time, entity.change_type, entity.change_by, entity.changes]))
			.digest('base64')
			.slice(0, 22),
	}),
};
