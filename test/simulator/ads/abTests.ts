/** A/B tests: https://docs.x.com/x-ads-api/measurement/ab-testing */
import { pick, pickBy } from 'lodash';
import { isRecord } from '../frame';
import type { Values } from '../frame/validate';
import { listValue, textValue, type Context } from './context';
import { entityHandlers, named, type EntityKind, type Fields, type Scope } from './entities';
import { invalid, missing, refuse } from './errors';
import { text, type Data, type Entity, type Json } from './state';

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

const newGroup = ({ state }: Scope, group: Group): Group => ({
	name: null,
	description: null,
	...group,
	id: state.nextId(),
});

const isNotSingle = ({ entity_ids: entities }: Group) => !Array.isArray(entities) || entities.length !== 1;

function create(context: Context, values: Values): Fields {
	const groups = groupsIn(context);
	checkGroups(groups);
	const [start, end] = [textValue(values, 'start_time') ?? '', textValue(values, 'end_time') ?? ''];
	checkTimes(context.state.platform.clock.now(), start, end);
	if (values.entity_type === 'LINE_ITEM' && (groups.length > 5 || groups.some(isNotSingle)))
		invalid('user_groups', 'A test of line items has at most five groups of one line item each');
	return {
		name: textValue(values, 'name') ?? null,
		description: textValue(values, 'description') ?? null,
		start_time: start,
		end_time: end,
		entity_type: textValue(values, 'entity_type') ?? null,
		user_groups: groups.map((group) => newGroup(context, group)),
		created_by: { user_id: context.userId, username: 'acme_support' },
	};
}

/** Groups without IDs replace the old ones; those with IDs change them. */
function update(context: Context, { data }: Entity, values: Values): Fields {
	const groups = groupsIn(context);
	if (groups.length === 0) missing('user_groups');
	if (statusOf(context.state.platform.clock.now(), data) === 'COMPLETED')
		invalid('ab_test_id', 'A completed test cannot be changed');
	const old = data.user_groups as readonly Group[];
	const isPatch = groups.every(({ id }) => id !== undefined);
	for (const { id } of groups)
		if (id !== undefined && !old.some((group) => group.id === id))
			refuse('NOT_FOUND', `Group "${JSON.stringify(id)}" was not found`, 'id');
	const next = isPatch
		? old.map((group) => ({ ...group, ...groups.find(({ id }) => id === group.id) }))
		: groups.map((group) => newGroup(context, group));
	checkGroups(next.map((group) => ({ ...group, size: Number(group.size).toFixed(2) })));
	const change = pickBy(pick(values, ['name', 'description', 'start_time', 'end_time']), isGiven);
	return { ...change, user_groups: next };
}

const isGiven = (value: unknown) => value !== undefined;

/** What a list is asked for. */
function checkFilters({ values }: Context): void {
	if (values.user_id !== undefined && values.username !== undefined)
		refuse('EXCLUSIVE_PARAMETERS', '"user_id" and "username" exclude each other', 'username');
	if ((listValue(values, 'live_during') ?? [1, 2]).length !== 2) invalid('live_during', 'Expected two times');
}

function isListed(data: Data, { state, values }: Context): boolean {
	const [after = '', before = '~'] = listValue(values, 'live_during') ?? [];
	const by = (values.user_id ?? values.username) as Json | undefined;
	const isLive = text(data.start_time) <= before && text(data.end_time) >= after;
	const isOf = by === undefined || Object.values((data.created_by ?? {}) as Group).includes(text(by));
	const { status = statusOf(state.platform.clock.now(), data) } = values;
	return isLive && isOf && status === statusOf(state.platform.clock.now(), data);
}

const abTests: EntityKind = {
	...named('ab_test', 'abTests'),
	notFound: 'NOT_FOUND',
	filters: { ab_test_ids: 'id' },
	q: 'part',
	before: checkFilters,
	create,
	update,
	listed: isListed,
	view: (state, data) => ({ ...data, status: statusOf(state.platform.clock.now(), data) }),
};

export const abTestHandlers = entityHandlers(abTests);
