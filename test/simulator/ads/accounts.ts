/** The account itself, its users and its history. */
import { omit, pick } from 'lodash';
import { textValue, type Context, type Handlers, type Payload } from './context';
import { addEntity, deleteEntity, updateEntity, type EntityKind, named } from './entities';
import { refuse } from './errors';
import { listPage, page } from './list';
import { changed, shown } from './samples';
import type { Data, Json } from './state';

const accounts: EntityKind = {
	...named('account', 'accounts'),
	q: 'prefix',
	update: (_scope, _entity, values) => changed(pick(values, ['name', 'industry_type'])),
};

/** Lists do not show what kind of business an account is. */
function inList(data: Data): Json {
	return omit(data, 'industry_type');
}

function mine({ state, userId }: Context): Data[] {
	return [...state.of('accounts').all()]
		.filter(({ data }) => state.access.get(data.id)?.[userId] !== undefined)
		.map(({ data }) => data);
}

function createAccount(context: Context): Payload {
	const { state, userId } = context;
	const id = state.nextId();
	const data = {
		...shown('accounts'),
		id,
		name: 'Sandbox account',
		timezone_switch_at: null,
		industry_type: null,
	};
	const { data: made } = addEntity({ state, accountId: id }, 'accounts', data);
	state.access.set(id, { [userId]: ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'] });
	const user = { user_id: userId, promotable_user_type: 'FULL' };
	addEntity({ state, accountId: id }, 'promotableUsers', user);
	return { data: [inList(made)], next_cursor: null };
}

function history(context: Context): Payload {
	const { state, accountId, values } = context;
	const start = textValue(values, 'start_time') ?? '';
	const end = textValue(values, 'end_time') ?? '';
	if (end <= start) refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
	const entries = state.history
		.filter(
			({ accountId: owner, entry }) =>
				owner === accountId &&
				entry.entity === values.entity_type &&
				entry.entity_id === values.entity_id &&
				entry.change_time >= start &&
				entry.change_time < end,
		)
		.map(({ entry }) => entry)
		.reverse();
	return page(context, entries);
}

export const accountHandlers: Handlers = {
	'GET /12/accounts': (context) => {
		const found = listPage(context, mine(context), accounts);
		return { ...found, data: (found.data as readonly Data[]).map(inList) };
	},
	'GET /12/accounts/{account_id}': (context) => ({
		data: context.state.of('accounts').findAny(context.accountId)?.data ?? null,
	}),
	'POST /12/accounts': createAccount,
	'PUT /12/accounts/{account_id}': (context) => ({
		data: updateEntity(accounts, context, context.accountId, context.values),
	}),
	'DELETE /12/accounts/{account_id}': (context) => ({
		data: deleteEntity(accounts, context, context.accountId),
	}),
	'GET /12/accounts/{account_id}/account_history': history,
	'GET /12/accounts/{account_id}/authenticated_user_access': ({ state, accountId, userId }) => ({
		data: { user_id: userId, permissions: state.access.get(accountId)?.[userId] ?? [] },
	}),
};
