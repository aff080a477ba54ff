/** The fields of the node's form. Names and values stand in saved workflows: they never change. */
import { mapValues } from 'lodash';
import type { INodePropertyOptions } from 'n8n-workflow';
import { CREDENTIALS } from '../shared/auth/credentialKinds';
import {
	choice,
	choices,
	choicesFrom,
	collection,
	flag,
	list,
	number,
	oneOf,
	optional,
	rows,
	text,
	when,
	whenSibling,
} from '../shared/fields';
import { entities, type EntityName } from '../shared/model/entities';
import { EVENT_TYPES } from '../shared/model/eventTypes';
import { title } from '../shared/operation/labels';
import { STREAMS, streamsWhere } from './sources/streams';

const whileActivity = { events: ['activity'] };
const whileRules = { events: ['filteredStream'] };
const whileParts = { events: streamsWhere(({ partitions }) => partitions !== undefined) };
const whilePosts = { events: streamsWhere(({ chooses }) => chooses === 'posts') };

/** Longest rule of any plan: https://docs.x.com/x-api/posts/filtered-stream/introduction#access-levels */
const MAX_RULE = 2048;
/** https://docs.x.com/x-api/activity/create-x-activity-subscription */
const MAX_KEYWORD = 150;
/** The name goes into the rule's tag, behind that of the workflow and the node. */
const MAX_NAME = 100;

/** Events that are worked on at once where the form does not say. */
export const PARALLEL_RUNS = 20;

const events = oneOf(
	mapValues(STREAMS, ({ name, description }) => [name, description] as const),
	{ default: 'filteredStream', description: 'What starts the workflow' },
);

/** Each with its sentence in n8n's list of what starts a workflow. */
const withActions = (options: readonly INodePropertyOptions[]): INodePropertyOptions[] =>
	options.map((option) => ({
		...option,
		...Object.entries(STREAMS)
			.filter(([value]) => value === option.value)
			.map(([, { action }]) => ({ action }))[0],
	}));

const fieldsOf = (name: EntityName) => choices(choicesFrom(entities[name].fields, title));
const expansionsOfPosts = (entities.post.expansions ?? []).map(({ name }) => name);

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
				value: text({
					label: 'Rule',
					max: MAX_RULE,
					placeholder: 'e.g. n8n -is:retweet lang:en',
					description: 'A query with the operators of the filtered stream',
				}),
				name: text({
					max: MAX_NAME,
					description: 'A name of your own that comes with every Post that matches the rule',
				}),
			},
			{
				entry: 'rule',
				placeholder: 'Add Rule',
				description:
					'The node adds them to the app and removes them when the workflow is unpublished. Rules that others made stay as they are.',
			},
		),
	),
	authentication: when(
		whileActivity,
		oneOf(
			{
				app: [CREDENTIALS.app.label, 'Enough for public events'],
				oAuth1: [CREDENTIALS.oAuth1.label, 'App and user, for private events'],
				oAuth2: [CREDENTIALS.oAuth2.label, 'App and user, for private events'],
			},
			{ default: 'app', description: 'The stream itself is always read as the app' },
		),
	),
	eventTypes: when(
		whileActivity,
		choices(Object.fromEntries(EVENT_TYPES.map(({ value, name }) => [value, name])), {
			description:
				'All but the creation and deletion of Posts, profile changes, broadcasts, Spaces, follows and news are private: they need a user credential under Authentication',
		}),
	),
	userIds: when(
		whileActivity,
		optional(
			list({
				label: 'User IDs',
				placeholder: 'e.g. 2244994945, 6253282',
				pattern: /^\d{1,19}$/,
				shape: 'an ID of 1 to 19 digits; X Core finds the ID of a username',
				description:
					'Whose events to receive, separated by commas. Empty: the user of the chosen credential, the only one whose private events it opens. News has no user.',
			}),
		),
	),
	filters: when(
		whileActivity,
		collection(
			{
				direction: choice(
					{
						inbound: ['Inbound', 'What others do to the user'],
						outbound: ['Outbound', 'What the user does'],
					},
					{ default: 'inbound', description: 'Sent with likes, Direct Messages and chats' },
				),
				keyword: text({
					max: MAX_KEYWORD,
					description: 'Only events that contain this text. News stories need it.',
				}),
			},
			{ placeholder: 'Add Filter' },
		),
	),
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
	fields: when(
		whilePosts,
		collection(
			{
				expansions: choices(choicesFrom(expansionsOfPosts, title), {
					description: 'Objects to deliver beside the Post. The platform may bill them.',
				}),
				mediaFields: fieldsOf('media'),
				placeFields: fieldsOf('place'),
				pollFields: fieldsOf('poll'),
				postFields: fieldsOf('post'),
				userFields: fieldsOf('user'),
			},
			{ label: 'Fields and Expansions', placeholder: 'Add Fields' },
		),
	),
	options: collection(
		{
			fillGaps: whenSibling(
				{ '/events': ['filteredStream'] },
				flag({
					default: true,
					description:
						'Whether to search for the Posts that were written while the connection was down, up to seven days back. They cost what they would have cost on the stream.',
				}),
			),
			maxCostPerDay: number({
				label: 'Max Cost per Day',
				min: 0,
				fraction: true,
				default: 5,
				description:
					'US dollars. When the events of a day (UTC) have cost so much, the node says so, stops, and goes on the next day. What is written meanwhile is not fetched.',
			}),
			onDeactivation: choice(
				{
					delete: ['Delete What Was Created', 'Remove the rules or subscriptions of this node'],
					keep: ['Keep Everything', 'Leave rules or subscriptions where they are'],
				},
				{ default: 'delete', description: 'What happens on the platform when the workflow is unpublished' },
			),
			parallelRuns: number({
				label: 'Parallel Runs',
				min: 1,
				max: 500,
				default: PARALLEL_RUNS,
				description: 'How many events are worked on at once. Up to 10,000 further ones wait for their turn.',
			}),
			skipDuplicates: flag({
				default: true,
				description: 'Whether to run once for an event that the platform delivers more than once',
			}),
		},
		{ placeholder: 'Add Option' },
	),
};
