/** The account itself and what belongs to it as a whole: users, features, apps, taxes, settings, history, estimates. */
import { createHash } from 'crypto';
import { readObject } from '../frame/validate';
import { listValue, textValue, type Context, type Handlers, type Payload } from './context';
import { mapValues, omit } from 'lodash';
import { deleteEntity, updateEntity, type EntityKind } from './entities';
import { invalid, missing, refuse } from './errors';
import { listPage, page } from './list';
import { shown } from './samples';
import { promotableUser, sandboxFeatures } from './seed';
import type { Data, Json } from './state';
import { checkValue } from './targeting';

const accounts: EntityKind = {
	kind: 'accounts',
	segment: 'accounts',
	idParam: 'account_id',
	notFound: 'ACCOUNT_NOT_FOUND',
	filters: { account_ids: 'id' },
	q: 'prefix',
	update: (_scope, _entity, { name, industry_type: industry }) => {
		if (name === null) missing('name', 'An account cannot be without a name');
		return {
			...(name !== undefined && { name }),
			...(industry !== undefined && { industry_type: industry }),
		};
	},
};

export const promotableUsers: EntityKind = {
	kind: 'promotableUsers',
	segment: 'promotable_users',
	idParam: 'promotable_user_id',
	notFound: 'PROMOTABLE_USER_NOT_FOUND',
	filters: { promotable_user_ids: 'id' },
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
	const now = state.now();
	const id = state.nextId();
	const data = {
		...shown('accounts'),
		...{ id, name: 'Sandbox account', timezone_switch_at: null, industry_type: null },
		...{ created_at: now, updated_at: now, deleted: false },
	};
	state.of('accounts').add(id, data);
	state.access.set(id, { [userId]: ['ACCOUNT_ADMIN', 'TWEET_COMPOSER'] });
	state.of('promotableUsers').add(id, promotableUser(state.nextId(), userId, 'FULL', now));
	state.features.set(id, new Set(sandboxFeatures));
	return { data: [inList(data)], next_cursor: null };
}

const features = ({ state, accountId }: Context): Set<string> => {
	const known = state.features.get(accountId) ?? new Set<string>();
	state.features.set(accountId, known);
	return known;
};

function changeFeatures(context: Context, change: (known: Set<string>, key: string) => void): Payload {
	const known = features(context);
	for (const key of listValue(context.values, 'feature_keys') ?? []) change(known, key);
	return { data: [...known].sort() };
}

/** Addresses have their own name for the company, and only agencies have clients. */
function updateTaxes(context: Context): Payload {
	const { state, accountId, values } = context;
	const settings = state.taxSettings.get(accountId) ?? emptyTaxes();
	const relationship = values.business_relationship ?? settings.business_relationship;
	for (const [name, value] of Object.entries(values)) {
		if (name.startsWith('client_') && relationship !== 'AGENCY') {
			invalid(name, `${name} needs an account that is owned by an agency`);
		}
		settings[name === 'address_name' ? 'address_company' : name] = value ?? null;
	}
	state.taxSettings.set(accountId, settings);
	return { data: { ...settings } };
}

const emptyTaxes = (): Record<string, Json> => ({
	...mapValues(shown('tax_settings'), () => null),
	...{ bill_to: 'NOT_SET', business_relationship: 'SELF', invoice_jurisdiction: 'NOT_SET' },
});

/** Settings are personal: not even the admin of an account sees those of another user. */
function userSettings({ state, path, userId, accountId }: Context): Record<string, Json> {
	if (path.user_id !== userId) refuse('ACTION_NOT_ALLOWED', 'Only the user can do that', 'user_id');
	const key = `${accountId}/${userId}`;
	const known = state.userSettings.get(key) ?? {
		notification_email: 'user@example.com',
		contact_phone: '',
		contact_phone_extension: '',
	};
	state.userSettings.set(key, known);
	return known;
}

function history(context: Context): Payload {
	const { state, accountId, values } = context;
	const start = textValue(values, 'start_time') ?? '';
	const end = textValue(values, 'end_time') ?? '';
	if (end <= start) refuse('INVALID_TIME_WINDOW', 'end_time has to be after start_time', 'end_time');
	const user = textValue(values, 'user_id');
	const entries = state.history
		.filter(({ accountId: owner, entry }) => {
			const { change_by: by } = entry;
			return (
				owner === accountId &&
				entry.entity === values.entity_type &&
				entry.entity_id === values.entity_id &&
				entry.change_time >= start &&
				entry.change_time < end &&
				(user === undefined || JSON.stringify(by).includes(`"user_id":"${user}"`))
			);
		})
		.map(({ entry }) => entry)
		.reverse();
	return page(context, entries);
}

/** Sizes are made up, but the same question always has the same answer. */
function estimate(context: Context): Payload {
	const facts = context.fact.body?.fields.find(({ name }) => name === 'targeting_criteria')?.fields ?? [];
	const { targeting_criteria: given } = context.request.body as { targeting_criteria: unknown[] };
	const criteria = given.map((each) => readObject(facts, each, { contract: 'pages', isAds: true }).values);
	for (const each of criteria)
		checkValue(textValue(each, 'targeting_type') ?? '', textValue(each, 'targeting_value') ?? '');
	const seed = createHash('sha256').update(JSON.stringify(criteria)).digest().readUInt32BE(0);
	const min = 100_000 + (seed % 50_000_000);
	return {
		data: { audience_size: { min, max: Math.round(min * 1.1) } },
		echo: { targeting_criteria: null, account_id: context.accountId },
	};
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
	'POST /12/accounts/{account_id}/audience_estimate': estimate,
	'GET /12/accounts/{account_id}/authenticated_user_access': ({ state, accountId, userId }) => ({
		data: { user_id: userId, permissions: state.access.get(accountId)?.[userId] ?? [] },
	}),
	'GET /12/accounts/{account_id}/features': (context) => {
		const wanted = listValue(context.values, 'feature_keys');
		return { data: [...features(context)].filter((key) => wanted?.includes(key) ?? true).sort() };
	},
	'POST /12/accounts/{account_id}/features': (context) =>
		changeFeatures(context, (known, key) => known.add(key)),
	'DELETE /12/accounts/{account_id}/features': (context) =>
		changeFeatures(context, (known, key) => known.delete(key)),
	'GET /12/accounts/{account_id}/tax_settings': ({ state, accountId }) => ({
		data: { ...(state.taxSettings.get(accountId) ?? emptyTaxes()) },
	}),
	'PUT /12/accounts/{account_id}/tax_settings': updateTaxes,
	'GET /12/accounts/{account_id}/user_settings/{user_id}': (context) => {
		return { data: omit(userSettings(context), 'subscribed_email_types') };
	},
	'PUT /12/accounts/{account_id}/user_settings/{user_id}': (context) => {
		const types = listValue(context.values, 'subscribed_email_types') ?? [];
		const unknown = types.find(
			(type) => type !== 'ACCOUNT_PERFORMANCE' && type !== 'PERFORMANCE_IMPROVEMENT',
		);
		if (unknown !== undefined) invalid('subscribed_email_types', `Unknown kind of mail ${unknown}`, unknown);
		return { data: omit(Object.assign(userSettings(context), changed(context)), 'subscribed_email_types') };
	},
};

const changed = ({ values }: Context): Record<string, Json> =>
	Object.fromEntries(Object.entries(values).map(([name, value]) => [name, value ?? '']));
