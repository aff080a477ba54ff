import { accountHistory } from '../../shared/ads/accountHistory';
import { digestOf } from '../../shared/events/eventDigests';
import { asText } from '../../shared/util/text';
import { byTime } from '../cursor/byTime';
import type { TriggerEvent } from './event';

const PAGE = 1000;

export const entityChanged: TriggerEvent = {
	cursor: byTime(PAGE, () => Date.now()),
	reread: 0,
	noun: 'change',
	name: 'Ad Entity Changed',
	action: 'On change of an ad entity',
	description:
		'A campaign or another advertising entity is changed. Beta, only for accounts that X has admitted.',
	host: 'adsUrl',
	list: accountHistory,
	bounds: { since: 'start_time', until: 'end_time' },
	fields: ['account_id', 'entity_type', 'entity_id'],
	lists: ({ account_id, entity_type, entity_id }) => [{ account_id, entity_type, entity_id }],
	// A change has no ID.
	identify: (entity) => ({
		id: asText(entity.change_time),
		key: digestOf(JSON.stringify([entity.change_time, entity.change_type, entity.change_by, entity.changes])),
	}),
};
