/** Audiences, the accounts that share them, what targets them, and keyword insights. */
import { timeOf } from '../frame/formats';
import { isRecord, readObject } from '../frame/validate';
import { membersOf, usersHandler } from './audienceUsers';
import { eachOperation } from './batch';
import { textValue, type Context, type Handlers } from './context';
import { createEntity, entityHandlers, living, named, type EntityKind, type Scope } from './entities';
import { invalid, missing, refuse, refuseIssues } from './errors';
import { page } from './list';
import { begun, changed } from './samples';
import { dataOf, text, type AdsState, type Data, type Json } from './state';

/** Changes are worked off some hours later. */
const PROCESSING_HOURS = 8;
const LEAST_USERS = 100;
const HOUR = 3_600_000;

/** How large a list is, and why it cannot be targeted: while it is being processed, no one knows. */
function stateOf(state: AdsState, { id, updated_at: at }: Data) {
	const isProcessing = state.platform.clock.now() - (timeOf(at) ?? 0) < PROCESSING_HOURS * HOUR;
	const size = isProcessing ? null : membersOf(state, id).length;
	const reasons = [
		...(isProcessing ? ['PROCESSING'] : []),
		...((size ?? 0) < LEAST_USERS ? ['TOO_SMALL'] : []),
	];
	return { size, reasons_not_targetable: reasons, targetable: reasons.length === 0 };
}

function refuseTaken({ state, accountId }: Scope, name: Json | undefined, but?: string): void {
	const own = dataOf(state, 'customAudiences', accountId);
	if (own.some((data) => !data.deleted && data.name === name && data.id !== but))
		invalid('name', `An audience with the name "${text(name)}" exists`, name);
}

const customAudiences: EntityKind = {
	...named('custom_audience', 'customAudiences'),
	q: 'part',
	notFound: 'TAILORED_AUDIENCE_NOT_FOUND',
	listed: ({ is_owner: isOwner }, { values: { permission_scope: scope = 'OWNER' } }) =>
		isOwner === (scope === 'OWNER'),
	create: (scope, values) => {
		refuseTaken(scope, values.name);
		const { accountId: owner } = scope;
		const own = { is_owner: true, owner_account_id: owner, permission_level: 'READ_WRITE' };
		const type = values.audience_type ?? 'CRM';
		return {
			...begun('custom_audiences', values),
			...own,
			audience_type: type,
			targetable_types: [text(type), `EXCLUDED_${text(type)}`],
			partner_source: 'OTHER',
		};
	},
	update: (scope, { data }, values) => {
		if (values.name !== undefined) refuseTaken(scope, values.name, data.id);
		return changed(values);
	},
	view: (state, data) => {
		const { size, ...rest } = stateOf(state, data);
		return { ...data, ...rest, audience_size: size };
	},
};

const doNotReachLists: EntityKind = {
	...named('do_not_reach_list', 'doNotReachLists'),
	notFound: 'TAILORED_AUDIENCE_NOT_FOUND',
	create: ({ state, accountId }, values) => {
		if (dataOf(state, 'doNotReachLists', accountId).some(({ deleted }) => !deleted))
			refuse('ACTION_NOT_ALLOWED', 'The account has a Do Not Reach List already');
		return { ...begun('do_not_reach_lists', values), name: 'Do Not Reach List' };
	},
	view: (state, data) => {
		const { size, ...rest } = stateOf(state, data);
		return { ...data, ...rest, list_size: size };
	},
};

/** Who else may use an audience, by both of its names. */
function permissions(version: number, noun: 'custom_audience' | 'tailored_audience'): EntityKind {
	const audienceIn = ({ path }: Context) => path[`${noun}_id`] ?? '';
	return {
		kind: 'audiencePermissions',
		version,
		segment: `${noun}s/{${noun}_id}/permissions`,
		idParam: `${noun}_permission_id`,
		notFound: 'NOT_FOUND',
		filters: { granted_account_ids: 'granted_account_id', [`${noun}_permission_ids`]: 'id' },
		before: (context) => {
			living(customAudiences, context, audienceIn(context), `${noun}_id`);
		},
		listed: ({ audience_id: id }, context) => id === audienceIn(context),
		create: (context, values) => ({ ...changed(values), audience_id: audienceIn(context) }),
		view: (_state, { audience_id: id, ...rest }) => ({ [`${noun}_id`]: id, ...rest }) as unknown as Data,
	};
}

/** The campaigns and line items whose criteria name an audience. */
function targeted(context: Context) {
	const { state, accountId, path, values } = context;
	const { id } = living(customAudiences, context, path.custom_audience_id ?? '').data;
	const criteria = dataOf(state, 'targetingCriteria', accountId).filter(
		({ deleted, targeting_type: type, targeting_value: value }) =>
			!deleted && value === id && text(type).startsWith('CUSTOM_AUDIENCE'),
	);
	const rows = criteria.flatMap(({ line_item_id: itemId }): Json[] => {
		const item = state.of('lineItems').findAny(text(itemId))?.data;
		const campaign = state.of('campaigns').findAny(text(item?.campaign_id))?.data;
		const servable = [item, campaign].every((each) => !each?.deleted && each?.entity_status === 'ACTIVE');
		if (!item || !campaign || (!servable && values.with_active !== false)) return [];
		const line_items = [{ id: item.id, name: item.name ?? null, servable }];
		return [{ campaign_id: campaign.id, campaign_name: text(campaign.name), line_items }];
	});
	return page(context, rows);
}

const childrenOf = (tree: unknown): readonly unknown[] =>
	isRecord(tree) && Array.isArray(tree.child_segments) ? tree.child_segments : [];

/** What is wrong with a tree of segments, and the audiences at its leaves. */
function endsOf(scope: Scope, tree: unknown): string[] {
	const children = childrenOf(tree);
	if (!isRecord(tree)) return invalid('segments', 'Expected an object');
	if (children.length > 0) {
		if (tree.boolean_operator !== 'AND' && tree.boolean_operator !== 'OR')
			missing('boolean_operator', 'Segments with children need a boolean_operator');
		return children.flatMap((child) => endsOf(scope, child));
	}
	if (typeof tree.custom_audience_id !== 'string') return missing('custom_audience_id');
	if (![1, 7, 14, 30].includes(tree.lookback_window as number)) missing('lookback_window');
	return [living(customAudiences, scope, tree.custom_audience_id.toLowerCase()).data.id];
}

function createFlexible(context: Context, given: unknown): Data {
	const { operation_type: type, params } = isRecord(given) ? given : {};
	const facts = context.fact.body?.fields.find(({ name }) => name === 'params')?.fieldsBy?.operation_type;
	const { values, issues } = readObject(facts?.[text(type as Json)] ?? [], params, {
		contract: 'pages',
		isAds: true,
	});
	refuseIssues(issues);
	if (type !== 'Create') refuse('ACTION_NOT_ALLOWED', 'Flexible audiences are immutable', 'operation_type');
	const { segments } = params as { segments?: unknown };
	if (segments === undefined) missing('segments');
	if (endsOf(context, segments).length > 10)
		refuse('REQUEST_TOO_COMPLEX', 'A flexible audience can combine 10 audiences', 'segments');
	return createEntity(customAudiences, context, values);
}

/** Keywords of one country within a week. */
function insights({ values, state }: Context) {
	const end = textValue(values, 'end_time');
	const from = timeOf(text(values.start_time)) ?? NaN;
	const until = end === undefined ? state.platform.clock.now() : (timeOf(end) ?? NaN);
	if (!(from < until && until - from <= 7 * 24 * HOUR))
		refuse('INVALID_TIME_WINDOW', 'A window of at most 7 days can be asked for', 'end_time');
	const length = Math.ceil((until - from) / (values.granularity === 'HOUR' ? HOUR : 24 * HOUR));
	const related = Array.from({ length: 30 }, (_, index) => `related ${index + 1}`);
	return { data: { related_keywords: related, tweet_volume: Array<number>(length).fill(1_000) } };
}

const USERS_OF_AUDIENCE = '/12/accounts/{account_id}/custom_audiences/{custom_audience_id}/users';
const USERS_OF_LIST = '/12/batch/accounts/{account_id}/do_not_reach_lists/{do_not_reach_list_id}/users';

export const audienceHandlers: Handlers = {
	...entityHandlers(customAudiences),
	...entityHandlers(doNotReachLists),
	...entityHandlers(permissions(12, 'custom_audience')),
	...entityHandlers(permissions(5, 'tailored_audience')),
	'GET /12/accounts/{account_id}/custom_audiences/{custom_audience_id}/targeted': targeted,
	'GET /12/insights/keywords/search': insights,
	'POST /12/batch/accounts/{account_id}/custom_audiences': (context) => ({
		data: eachOperation(context, (given) => createFlexible(context, given)),
		echo: { batch: context.request.body },
	}),
	[`POST ${USERS_OF_AUDIENCE}`]: usersHandler(customAudiences, `POST ${USERS_OF_AUDIENCE}`),
	[`POST ${USERS_OF_LIST}`]: usersHandler(doNotReachLists, `POST ${USERS_OF_LIST}`, {
		isList: true,
		months: 13,
	}),
};
