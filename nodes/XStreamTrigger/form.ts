/** This file defines the node's form. Saved workflows contain its names and values, so these never change. */
import { mapValues } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';
import {
	ACTIVITY_FILTERS,
	eventTypesField,
	onUnpublishing,
	ruleText,
	skipDuplicates,
	userAuthentication,
	userIdsField,
} from '../shared/events/activityFields';
import { ANSWERING } from '../shared/events/answering';
import { unverifiedField } from '../shared/chat/unverified';
import { postSelection } from '../shared/core/postSelection';
import { collection, flag, number, oneOf, rows, text, when, whenSibling } from '../shared/fields';
import { STREAMS, streamsWhere } from './sources/streams';

const whileActivity = { events: ['activity'] };
const whileRules = { events: ['filteredStream'] };
/** Streams of what people say to the account, or about it. */
const whileWritten = { '/events': ['activity', 'filteredStream'] };
const whileParts = { events: streamsWhere(({ partitions }) => partitions !== undefined) };
const whilePosts = { events: streamsWhere(({ chooses }) => chooses === 'posts') };

/** The name is part of the rule's tag, together with the mark. */
const MAX_NAME = 100;

export const PARALLEL_RUNS = 20;

const events = oneOf(
	mapValues(STREAMS, ({ name, description }) => [name, description] as const),
	{ default: 'filteredStream', description: 'What starts the workflow' },
);

/** Puts the streams in their order, each with its sentence in n8n's list of triggers. */
const withActions = (options: readonly INodePropertyOptions[]): INodePropertyOptions[] =>
	Object.entries(STREAMS).flatMap(([value, { action }]) =>
		options.filter((option) => option.value === value).map((option) => ({ ...option, action })),
	);

export const FIELDS = {
	events: {
		...events,
		...(events.property && {
			property: {
				...events.property,
				noDataExpression: true,
				options: withActions(events.property.options as INodePropertyOptions[]),
			},
		}),
	},
	rules: when(
		whileRules,
		rows(
			{
				value: ruleText({ label: 'Rule' }),
				name: text({
					max: MAX_NAME,
					placeholder: 'e.g. brand',
					description: 'Your label, returned with every match',
				}),
			},
			{
				entry: 'rule',
				placeholder: 'Add Rule',
				description:
					'The node adds them to the app, and removes them when the workflow is unpublished. Other rules of the app stay as they are.',
			},
		),
	),
	eventTypes: when(
		whileActivity,
		eventTypesField({ label: 'Event Types', default: ['post.mention.create'] }),
	),
	authentication: userAuthentication(
		'oAuth2',
		'The stream is always read as the app: a user credential needs its part for streams',
	),
	userIds: when(whileActivity, userIdsField),
	filters: when(whileActivity, collection(ACTIVITY_FILTERS, { placeholder: 'Add Filter' })),
	partition: when(
		whileParts,
		number({
			min: 1,
			max: 20,
			default: 1,
			description:
				'Which part of the stream to read. One node reads one part; the description of the event says how many there are.',
		}),
	),
	fields: when(whilePosts, postSelection()),
	options: collection(
		{
			fillGaps: whenSibling(
				{ '/events': ['filteredStream'] },
				flag({
					default: true,
					description:
						'Whether to search for the Posts that were published while the connection was down, up to seven days back. They cost the same as on the stream.',
				}),
			),
			includeOwnPosts: whenSibling(
				{ '/events': ['activity'] },
				flag({
					description:
						'Whether Posts and messages of the account of the user credential start the workflow too, where the event is about what others do. A workflow that answers may then answer itself.',
				}),
			),
			maxCostPerDay: number({
				label: 'Max Cost per Day (USD)',
				min: 0,
				fraction: true,
				default: 5,
				description:
					'The most that the events of a day (UTC) may cost. The node then stops, says so, and resumes the next day. Events in between are not fetched.',
			}),
			mostRounds: whenSibling(whileWritten, ANSWERING.mostRounds),
			onDeactivation: onUnpublishing({
				delete: ['Delete What Was Created', 'Remove the rules or subscriptions of this node'],
				keep: ['Keep Everything', 'Keep the rules or subscriptions'],
			}),
			ownAccounts: whenSibling(whileWritten, ANSWERING.ownAccounts),
			parallelRuns: number({
				min: 1,
				max: 500,
				default: PARALLEL_RUNS,
				description: 'How many events to process at once. Up to 10,000 more wait for their turn.',
			}),
			passOnStops: whenSibling(whileWritten, ANSWERING.passOnStops),
			skipDuplicates,
			startWords: whenSibling(whileWritten, ANSWERING.startWords),
			stopWords: whenSibling(whileWritten, ANSWERING.stopWords),
			unverified: whenSibling({ '/events': ['activity'] }, unverifiedField),
		},
		{ placeholder: 'Add Option' },
	),
};
