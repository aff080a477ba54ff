import { NodeOperationError, type ITriggerFunctions } from 'n8n-workflow';
import { brokenActivityRules, chosenActivity } from '../shared/events/activityFields';
import { chosenSelection } from '../shared/core/postSelection';
import { nodeParameters } from '../shared/engine/parameters';
import { describeRules, readFields } from '../shared/engine/values';
import { broken, type BrokenRule, type ValuesOf } from '../shared/operation/operation';
import { FIELDS, PARALLEL_RUNS } from './form';
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
	const { events, fields, rules = [], options } = values;
	const stream = streamNamed(events);
	return {
		events,
		stream,
		partition: stream.partitions === undefined ? undefined : (values.partition ?? 1),
		authentication: events === 'activity' ? (values.authentication ?? 'oAuth2') : 'app',
		/** Rules of the filtered stream, each value once. */
		rules: uniqByValue(
			rules.flatMap(({ value = '', name }) => (value.trim() === '' ? [] : [{ value: value.trim(), name }])),
		),
		activity: chosenActivity(values),
		selection: { ...defaultSelection(stream), ...chosenSelection(fields) },
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
	if (events === 'activity') yield* brokenActivityRules(settings.activity, settings.authentication === 'app');
}
