import { uniq, uniqBy } from 'lodash';
import type { ITriggerFunctions } from 'n8n-workflow';
import { brokenActivityRules, chosenActivity } from '../shared/events/activityFields';
import { chosenAnswering } from '../shared/events/answering';
import { chosenUnverified } from '../shared/chat/unverified';
import { chosenSelection } from '../shared/core/postSelection';
import { brokenOwnAccounts } from '../shared/events/ownAccounts';
import { failIfBroken, readForm } from '../shared/events/settings';
import { brokenRows } from '../shared/events/streamRules';
import { broken, type BrokenRule, type ValuesOf } from '../shared/operation/operation';
import { entities } from '../shared/model/entities';
import { FIELDS, PARALLEL_RUNS } from './form';
import type { StreamSelection } from './sharing/sharedStream';
import { defaultSelection, streamNamed } from './sources/streams';

export type StreamSettings = ReturnType<typeof toSettings>;

/**
 * Reads and checks the form before anything is sent.
 *
 * @throws NodeOperationError that lists all mistakes, with the names of the form.
 */
export function readSettings(context: ITriggerFunctions): StreamSettings {
	const values = readForm(context, FIELDS);
	const settings = toSettings(values);
	failIfBroken(context, FIELDS, [
		...(values.events === 'filteredStream' ? brokenRows(values.rules ?? [], 'name') : []),
		...brokenRules(settings),
	]);
	return settings;
}

function toSettings(values: ValuesOf<typeof FIELDS>) {
	const { events, fields, rules = [], options } = values;
	const stream = streamNamed(events);
	const { ownAccounts = [] } = options ?? {};
	const answering = chosenAnswering(options ?? {});
	return {
		events,
		stream,
		partition: stream.partitions === undefined ? undefined : (values.partition ?? 1),
		holder: values.authentication ?? 'oAuth2',
		/** The kind of user that the events are for, if for one. */
		authentication: events === 'activity' ? (values.authentication ?? 'oAuth2') : 'app',
		rules: uniqBy(
			rules.flatMap(({ value = '', name }) => (value.trim() === '' ? [] : [{ value: value.trim(), name }])),
			'value',
		),
		activity: chosenActivity(values),
		selection: withAuthor(
			{ ...defaultSelection(stream), ...chosenSelection(fields) },
			events === 'filteredStream' && (ownAccounts.length > 0 || answering.stopWords.size > 0),
		),
		ownAccounts,
		answering,
		includesOwnPosts: options?.includeOwnPosts ?? false,
		fillGaps: options?.fillGaps ?? true,
		maxCostPerDay: options?.maxCostPerDay,
		keepsEverything: options?.onDeactivation === 'keep',
		parallelRuns: options?.parallelRuns ?? PARALLEL_RUNS,
		skipDuplicates: options?.skipDuplicates ?? true,
		unverified: chosenUnverified(options?.unverified),
	};
}

/** Adds the author, without which the node cannot leave out Posts of a person or an account. */
function withAuthor(selection: StreamSelection, isNeeded: boolean): StreamSelection {
	const { fieldsParam } = entities.post;
	const chosen = selection[fieldsParam] ?? [];
	return isNeeded ? { ...selection, [fieldsParam]: uniq([...chosen, 'author_id']) } : selection;
}

function* brokenRules(settings: StreamSettings): Generator<BrokenRule> {
	const { events, stream, partition, rules, ownAccounts } = settings;
	if (stream.partitions !== undefined && partition !== undefined && partition > stream.partitions)
		yield broken('partition', 'maximum', `must be from 1 to ${stream.partitions}, and is ${partition}`);
	if (events === 'filteredStream' && rules.length === 0) yield broken('rules', 'required', 'needs a rule');
	yield* brokenOwnAccounts(ownAccounts, settings.authentication === 'app');
	if (events === 'activity') yield* brokenActivityRules(settings.activity, settings.authentication === 'app');
}
