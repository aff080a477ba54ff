/** A/B tests: https://docs.x.com/x-ads-api/measurement/ab-testing */
import { isRecord } from '../frame';
import { listValue, textValue, type Context, type Handlers } from './context';
import {
	deleteEntity,
	entityHandlers,
	living,
	createEntity,
	type EntityKind,
	type Fields,
	named,
} from './entities';
import { invalid, missing, refuse } from './errors';
import { listPage } from './list';
import { text, type Data, type Json } from './state';

const DAY = 86_400_000;

interface Group {
	readonly [name: string]: Json;
}

const groupsIn = ({ request: { body } }: Pick<Context, 'request'>): readonly Group[] =>
	isRecord(body) && Array.isArray(body.user_groups) ? (body.user_groups as Group[]) : [];

const hundredths = (size: Json | undefined) => Math.round(Number(size) * 100);

function checkGroups(groups: readonly Group[]): void {
	for (const { size } of groups)
		if (typeof size !== 'string' || !/^\d{1,2}\.\d{2}$/.test(size) || Number(size) < 1)
			invalid('size', 'Expected a decimal with two places from 1.00 to 99.00', size ?? null);
	const sum = groups.reduce((all, { size }) => all + hundredths(size), 0);
	if (sum !== 10_000) invalid('user_groups', 'The sizes of the groups must add up to 100.00', sum / 100);
}

function checkTimes(now: number, start: string, end: string): void {
	if (Date.parse(start) <= now) invalid('start_time', 'start_time must be in the future', start);
	if (Date.parse(end) - Date.parse(start) < DAY)
		refuse('INVALID_TIME_WINDOW', 'An A/B test takes at least one day', 'end_time');
}

const statusOf = (now: number, { start_time: start, end_time: end }: Data): string =>
	now < Date.parse(text(start)) ? 'SCHEDULED' : now < Date.parse(text(end)) ? 'LIVE' : 'COMPLETED';

const abTests: EntityKind = {
	...named('ab_test', 'abTests'),
	notFound: 'NOT_FOUND',
	filters: { ab_test_ids: 'id' },
	q: 'part',
	view: (state, data) => ({ ...data, status: statusOf(state.platform.clock.now(), data) }),
};

const newGroup = (context: Context, group: Group): Group => ({
	name: null,
	description: null,
	...group,
	id: context.state.nextId(),
});

const create = (context: Context) => {
	const { state, values, userId } = context;
	const groups = groupsIn(context);
	checkGroups(groups);
	const [start, end] = [textValue(values, 'start_time') ?? '', textValue(values, 'end_time') ?? ''];
	checkTimes(state.platform.clock.now(), start, end);
	if (values.entity_type === 'LINE_ITEM' && (groups.length > 5 || groups.some(isNotSingle)))
		invalid('user_groups', 'A test of line items has at most five groups of one line item each');
	const fields: Fields = {
		name: textValue(values, 'name') ?? null,
		description: textValue(values, 'description') ?? null,
		start_time: start,
		end_time: end,
		entity_type: textValue(values, 'entity_type') ?? null,
		user_groups: groups.map((group) => newGroup(context, group)),
		created_by: { user_id: userId, username: 'acme_support' },
	};
	return { data: createEntity({ ...abTests, create: () => fields }, context, values) };
};

const isNotSingle = ({ entity_ids: entities }: Group) => !Array.isArray(entities) || entities.length !== 1;

/** Groups without IDs replace the old ones; those with IDs change them. */
const update = (context: Context) => {
	const { state, values, path } = context;
	const entity = living(abTests, context, path.ab_test_id ?? '');
	const now = state.platform.clock.now();
	const status = statusOf(now, entity.data);
	const groups = groupsIn(context);
	if (groups.length === 0) missing('user_groups');
	if (status === 'COMPLETED') invalid('ab_test_id', 'A completed test cannot be changed');
	const old = entity.data.user_groups as readonly Group[];
	const isPatch = groups.every(({ id }) => id !== undefined);
	for (const { id } of groups)
		if (id !== undefined && !old.some((group) => group.id === id))
			refuse('NOT_FOUND', `Group "${JSON.stringify(id)}" was not found`, 'id');
	const next = isPatch
		? old.map((group) => ({ ...group, ...groups.find(({ id }) => id === group.id) }))
		: groups.map((group) => newGroup(context, group));
	checkGroups(next.map((group) => ({ ...group, size: Number(group.size).toFixed(2) })));
	const change = Object.fromEntries(
		['name', 'description', 'start_time', 'end_time'].flatMap((name) =>
			values[name] === undefined ? [] : [[name, values[name] as Json]],
		),
	);
	state.of('abTests').patch(entity, { ...change, user_groups: next, updated_at: state.now() });
	return { data: abTests.view?.(state, entity.data) ?? entity.data };
};

const list = (context: Context) => {
	const { state, accountId, values } = context;
	if (values.user_id !== undefined && values.username !== undefined)
		refuse('EXCLUSIVE_PARAMETERS', '"user_id" and "username" exclude each other', 'username');
	const during = listValue(values, 'live_during');
	if (during && during.length !== 2) invalid('live_during', 'Expected two times');
	const [after = '', before = '~'] = during ?? [];
	const by = (values.user_id ?? values.username) as Json | undefined;
	const rows = state
		.of('abTests')
		.of(accountId)
		.map(({ data }) => abTests.view?.(state, data) ?? data)
		.filter(({ start_time: start, end_time: end }) => text(start) <= before && text(end) >= after)
		.filter(({ status }) => values.status === undefined || status === values.status)
		.filter(
			({ created_by: author }) =>
				by === undefined || Object.values((author ?? {}) as Group).includes(text(by)),
		);
	return listPage(context, rows, abTests);
};

export const abTestHandlers: Handlers = {
	...entityHandlers(abTests),
	'GET /12/accounts/{account_id}/ab_tests': list,
	'POST /12/accounts/{account_id}/ab_tests': create,
	'PUT /12/accounts/{account_id}/ab_tests/{ab_test_id}': update,
	'DELETE /12/accounts/{account_id}/ab_tests/{ab_test_id}': (context) => ({
		data: deleteEntity(abTests, context, context.path.ab_test_id ?? ''),
	}),
};
