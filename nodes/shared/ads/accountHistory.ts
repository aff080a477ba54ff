/** The changes of an advertising entity. X Ads Campaigns offers them as an operation, and X Trigger polls them. */
import { choice, filters, type Choices } from '../fields';
import { withQuery } from '../engine/request';
import { cursor, many, op, type Call } from '../operation/operation';
import { checkWindow } from '../operation/window';
import { asText } from '../util/text';
import { reads } from './children';
import { endTime, startTime } from './fields';
import { adId, inAccount, userToPromote } from './locators';
import { adsShape } from './micros';
import { inUtcHours } from './wholeHours';

const ENTITIES: Choices = {
	CAMPAIGN: 'Campaign',
	LINE_ITEM: 'Line Item',
	PROMOTED_ACCOUNT: 'Promoted Account',
	PROMOTED_TWEET: 'Promoted Post',
	TARGETING_CRITERIA: 'Targeting Criterion',
};

export const changedEntity = {
	entity_type: choice(ENTITIES, { default: 'CAMPAIGN' }),
	entity_id: adId('Entity ID', '8wku2'),
};

const WIDENED = 'X takes whole hours: other times are widened to whole hours of UTC';

export const accountHistory = op({
	route: 'GET /12/accounts/{account_id}/account_history',
	action: 'Get the history of an entity',
	description: 'Get who changed an entity, when and how: beta, only for accounts that X has admitted',
	auth: reads,
	fields: {
		...inAccount,
		...changedEntity,
		start_time: startTime({ description: WIDENED }),
		end_time: endTime({ description: WIDENED }),
		...filters({ user_id: userToPromote({ description: 'Only changes by this user' }) }),
	},
	paging: cursor(),
	result: many(adsShape('entity entity_id change_type change_time change_by changes entity_data')),
	check: checkWindow,
	run: inWholeHours,
});

/** Asks in whole hours, as reports do, and says where that is more than was asked for. */
async function inWholeHours(call: Call) {
	const [from, to] = [call.values.start_time, call.values.end_time].map((time) => Date.parse(asText(time)));
	if (!from || !to) return await call.sendAndOutput(call.request());
	const span = inUtcHours({ from, to });
	const times = { start_time: written(span.from), end_time: written(span.to) };
	if (span.from !== from || span.to !== to)
		call.hint(`The time was widened to whole hours: ${times.start_time} to ${times.end_time}`);
	return await call.sendAndOutput(withQuery(call.request(), times));
}

const written = (moment: number) => new Date(moment).toISOString().replace('.000', '');
