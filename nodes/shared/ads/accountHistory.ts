/** The changes of an advertising entity. X Ads Campaigns offers them as an operation, and X Trigger polls them. */
import { choice, filters, type Choices } from '../fields';
import { cursor, many, op } from '../operation/operation';
import { checkWindow } from '../operation/window';
import { reads } from './children';
import { endTime, startTime } from './fields';
import { adId, inAccount, userToPromote } from './locators';
import { both, checkWholeHours } from './rules';
import { adsShape } from './shape';

const ENTITIES: Choices = {
	CAMPAIGN: 'Campaign',
	LINE_ITEM: 'Line Item',
	PROMOTED_ACCOUNT: 'Promoted Account',
	PROMOTED_TWEET: 'Promoted Post',
	TARGETING_CRITERIA: 'Targeting Criterion',
};

/** The entity to watch. */
export const changedEntity = {
	entity_type: choice(ENTITIES, { label: 'Entity Type', default: 'CAMPAIGN' }),
	entity_id: adId('Entity ID', '8wku2'),
};

export const accountHistory = op({
	route: 'GET /12/accounts/{account_id}/account_history',
	name: 'Get Many',
	action: 'Get the history of an entity',
	description: 'Get who changed an entity, when and how: beta, only for accounts that X has admitted',
	auth: reads,
	fields: {
		...inAccount,
		...changedEntity,
		start_time: startTime({ description: 'A whole hour' }),
		end_time: endTime({ description: 'A whole hour' }),
		...filters({ user_id: userToPromote({ description: 'Only changes by this user' }) }),
	},
	paging: cursor(),
	result: many(adsShape('entity entity_id change_type change_time change_by changes entity_data')),
	check: both(checkWindow, checkWholeHours),
});
