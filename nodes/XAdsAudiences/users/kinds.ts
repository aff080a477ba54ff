/** The records of adding and removing users. */
import { pick } from 'lodash';
import { DateTime } from 'luxon';
import { writes } from '../../shared/ads/children';
import { defined } from '../../shared/util/lenient';
import { broken, op, type Field, type Operation } from '../../shared/operation/operation';
import { endsAfter } from '../../shared/operation/window';
import {
	AUDIENCE_KINDS,
	DO_NOT_REACH_KINDS,
	effectiveAt,
	expiresAt,
	noEnd,
	onlyNew,
	usersFields,
	warnExample,
} from './fields';
import type { UsersOperationType, MembershipPeriod } from './requests';
import { runUsers } from './run';

type Texts = Pick<Operation, 'name' | 'action' | 'description'>;

const AUDIENCE = 'custom_audience_id';
const LIST = 'do_not_reach_list_id';

/** The longest time of users on the list: https://docs.x.com/x-ads-api/audiences/reference#do-not-reach-lists */
const LONGEST = { months: 13 };

/** The end that is sent by default. X may require one, and it must be less than 13 months ahead. */
const latestDay = () =>
	DateTime.utc().plus(LONGEST).minus({ days: 1 }).startOf('day').toISO({ suppressMilliseconds: true });

const checkPeriod = endsAfter('effective_at', 'expires_at');

/** Returns the record for adding users to an audience, or for removing them. */
export const audienceUsers = (
	type: UsersOperationType,
	fields: Readonly<Record<'account_id' | typeof AUDIENCE, Field<string>>>,
	texts: Texts,
): Operation =>
	op({
		route: 'POST /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/users',
		...texts,
		auth: writes,
		fields: {
			...fields,
			...usersFields(AUDIENCE_KINDS),
			...effectiveAt(
				`When the users ${type === 'Update' ? 'join' : 'leave'} the audience; by default right away`,
			),
			...(type === 'Update'
				? {
						...expiresAt('When the users leave the audience; by default after 13 months'),
						...onlyNew,
					}
				: noEnd),
		},
		check: checkPeriod,
		warn: warnExample,
		resumes: 'items',
		runAll: (batch) =>
			runUsers(batch, {
				type,
				kinds: AUDIENCE_KINDS,
				listOf: (values) => pick(values, AUDIENCE),
				periodOf: (values) => defined(pick(values, 'effective_at', 'expires_at')),
			}),
	});

function* checkEnd({ expires_at: end }: MembershipPeriod) {
	if (end === undefined) return;
	const moment = DateTime.fromISO(end);
	const now = DateTime.utc();
	if (moment <= now || moment >= now.plus(LONGEST))
		yield broken('expires_at', 'range', `must be within the next 13 months, and is ${end}`);
}

/** Returns the record for adding users to a Do Not Reach list, or for removing them. */
export const doNotReachUsers = (
	type: UsersOperationType,
	fields: Readonly<Record<'account_id' | typeof LIST, Field<string>>>,
	texts: Texts,
): Operation =>
	op({
		route: 'POST /12/batch/accounts/{account_id}/do_not_reach_lists/{do_not_reach_list_id}/users',
		...texts,
		auth: writes,
		fields: {
			...fields,
			...usersFields(DO_NOT_REACH_KINDS),
			...(type === 'Update'
				? {
						...expiresAt(
							'When the users leave the list; by default after nearly 13 months, the longest possible',
						),
						...onlyNew,
					}
				: noEnd),
		},
		check: checkEnd,
		warn: warnExample,
		resumes: 'items',
		runAll: (batch) =>
			runUsers(batch, {
				type,
				kinds: DO_NOT_REACH_KINDS,
				listOf: (values) => pick(values, LIST),
				periodOf: (values) => defined(pick(values, 'expires_at')),
				defaults: { expires_at: latestDay() },
			}),
	});
