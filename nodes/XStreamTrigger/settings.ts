import { uniq } from 'lodash';
import { NodeOperationError, type ITriggerFunctions } from 'n8n-workflow';
import { nodeParameters } from '../shared/engine/parameters';
import { describeRules, readFields } from '../shared/engine/values';
import { entities } from '../shared/model/entities';
import { canonicalEventType, eventTypeFact, isNews } from '../shared/model/eventTypes';
import { broken, type BrokenRule, type ValuesOf } from '../shared/operation/operation';
import { FIELDS, PARALLEL_RUNS } from './form';
import type { Selection } from './sharing/sharedStream';
import { defaultSelection, streamNamed } from './sources/streams';

/** What the node's form says. */
export type Settings = ReturnType<typeof toSettings>;

/**
 * Reads and checks what the form says, before anything is sent.
 *
 * @throws NodeOperationError that says everything that is wrong, by the names of the form.
 */
export function readSettings(context: ITriggerFunctions): Settings {
	const { values, invalid } = readFields(FIELDS, nodeParameters(context), {
		timezone: context.getTimezone(),
	});
	if (invalid) throw invalidSettings(context, invalid);
	const settings = toSettings(values);
	const rules = [...brokenRules(settings)];
	if (rules.length > 0) throw invalidSettings(context, rules);
	return settings;
}

function invalidSettings(context: ITriggerFunctions, rules: readonly BrokenRule[]): NodeOperationError {
	const { lines, invalid } = describeRules(FIELDS, rules);
	const error = new NodeOperationError(context.getNode(), lines.join('; '), {
		description: 'Nothing was sent. Change the settings and try again.',
	});
	error.context.data = { invalid };
	return error;
}

function toSettings(values: ValuesOf<typeof FIELDS>) {
	const { events, filters, fields, rules = [], options } = values;
	const stream = streamNamed(events);
	const names = ['post', 'user', 'media', 'poll', 'place'] as const;
	const chosen: Selection = Object.fromEntries(
		[
			['expansions', fields?.expansions] as const,
			...names.map((name) => [entities[name].fieldsParam, fields?.[`${name}Fields`]] as const),
		].flatMap(([parameter, list]) => (list ? [[parameter, uniq(list)]] : [])),
	);
	return {
		events,
		stream,
		partition: stream.partitions === undefined ? undefined : (values.partition ?? 1),
		authentication: events === 'activity' ? (values.authentication ?? 'app') : 'app',
		/** Rules of the filtered stream, each value once. */
		rules: uniqByValue(
			rules.flatMap(({ value = '', name }) => (value.trim() === '' ? [] : [{ value: value.trim(), name }])),
		),
		eventTypes: uniq((values.eventTypes ?? []).map(canonicalEventType)),
		userIds: uniq(values.userIds ?? []),
		keyword: filters?.keyword,
		direction: filters?.direction,
		selection: { ...defaultSelection(stream), ...chosen },
		fillGaps: options?.fillGaps ?? true,
		maxCostPerDay: options?.maxCostPerDay,
		keepsEverything: options?.onDeactivation === 'keep',
		parallelRuns: options?.parallelRuns ?? PARALLEL_RUNS,
		skipDuplicates: options?.skipDuplicates ?? true,
	};
}

const uniqByValue = <T extends { value: string }>(entries: readonly T[]): T[] =>
	entries.filter(({ value }, place) => entries.findIndex((other) => other.value === value) === place);

/** Rules across fields. */
function* brokenRules(settings: Settings): Generator<BrokenRule> {
	const { events, stream, partition, rules } = settings;
	if (stream.partitions !== undefined && partition !== undefined && partition > stream.partitions)
		yield broken('partition', 'maximum', `must be from 1 to ${stream.partitions}, and is ${partition}`);
	if (events === 'filteredStream' && rules.length === 0) yield broken('rules', 'required', 'needs a rule');
	if (events !== 'activity') return;
	const { authentication, eventTypes, userIds, keyword } = settings;
	const hidden = eventTypes.filter((type) => eventTypeFact(type)?.isPrivate === true);
	if (authentication === 'app' && hidden.length > 0)
		yield broken(
			'authentication',
			'userNeeded',
			`must name a user for private event types: ${hidden.join(', ')}`,
		);
	if (authentication === 'app' && userIds.length === 0 && !eventTypes.every(isNews))
		yield broken(
			'userIds',
			'required',
			'is required, unless {authentication} names a user: it is that user then',
		);
	if (eventTypes.some(isNews) && keyword === undefined)
		yield broken('filters.keyword', 'required', 'is required for news stories');
}
