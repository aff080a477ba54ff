/** The fields of the node's form. Names and values stand in saved workflows: they never change. */
import { ACTIVITY_FILTERS, activityFields, menuOf, userAuthentication } from '../shared/core/activityFields';
import { postSelection } from '../shared/core/postSelection';
import {
	choice,
	choices,
	collection,
	flag,
	locator,
	oneOf,
	optional,
	rows,
	text,
	when,
	whenSibling,
} from '../shared/fields';
import { DELIVERED_ONLY, EVENT_TYPES } from '../shared/model/eventTypes';
import { MAX_TAG } from '../shared/model/events/mark';
import type { Fields } from '../shared/operation/operation';

const whileActivity = { sources: ['activity'] };
const whileStream = { sources: ['filteredStream'] };

/** Longest rule of plans with webhooks: https://docs.x.com/x-api/posts/filtered-stream/introduction#access-levels */
const MAX_RULE = 2048;

const WEBHOOK_ID = 'e.g. 1146654567674912769';

export const OPTIONS = {
	rawBody: flag({
		label: 'Include Raw Body',
		description: "Whether to add the delivery's text, byte for byte as it was signed",
	}),
	internalUrl: whenSibling(
		{ '/webhook': ['existing'] },
		text({
			label: 'Internal Address',
			placeholder: 'e.g. http://localhost:5678',
			description: 'How n8n reaches itself, when it cannot do so by its public name',
		}),
	),
	onDeactivation: choice(
		{
			delete: ['Delete What Was Created', 'Remove the webhook and subscriptions that this node created'],
			deleteAdopted: [
				'Delete What Was Created or Found',
				'Remove the webhook of this address even if this node found it, or others have subscriptions on it',
			],
			keepAll: [
				'Keep Everything',
				'Leave webhook and subscriptions; missed events can be replayed for a day',
			],
			keepWebhook: ['Keep the Webhook', 'Remove the subscriptions only'],
		},
		{ default: 'delete', description: 'What happens on X when the workflow is switched off' },
	),
	onlyEventTypes: choices(menuOf([...EVENT_TYPES, ...DELIVERED_ONLY]), {
		description: 'Start the workflow for these only. Account Activity delivers everything; this narrows it.',
	}),
	replaceWebhook: whenSibling(
		{ '/webhook': ['own'] },
		text({
			placeholder: WEBHOOK_ID,
			description: 'ID of the webhook to delete when the plan allows no more. Never used in test runs.',
		}),
	),
	replayMissed: whenSibling(
		{ '/webhook': ['own'] },
		flag({
			label: 'Replay Missed Events',
			default: true,
			description:
				'Whether to have delivered again, after n8n has started, what came while it was away. Where the plan has replay.',
		}),
	),
	share: whenSibling(
		{ '/webhook': ['own'] },
		flag({
			label: 'Share With Other Workflows',
			description: 'Whether other workflows of the same app may receive through this webhook',
		}),
	),
	skipDuplicates: flag({
		default: true,
		description: 'Whether to run once for an event that X delivers more than once',
	}),
};

/** The collection of options, with some of them or all. */
export const options = <F extends Fields>(members: F) => collection(members, { placeholder: 'Add Option' });

export const FIELDS = {
	webhook: oneOf(
		{
			own: ['Register Own', "Register this workflow's address with the app"],
			existing: [
				'Share Existing',
				'Receive through the webhook of another workflow, when the plan allows no more',
			],
		},
		{ default: 'own' },
	),
	webhookId: when(
		{ webhook: ['existing'] },
		locator(
			{
				name: 'Webhook',
				search: 'searchWebhooks',
				example: '1146654567674912769',
				typingError: 'A webhook ID is a number',
			},
			{
				label: 'Webhook to Share',
				description:
					'The workflow that registered it must be active and have the option "Share With Other Workflows" on',
			},
		),
	),
	authentication: userAuthentication(),
	sources: optional(
		choices(
			{
				accountActivity: [
					'Account Activity',
					"Everything that happens around the credential's user, in the older form",
				],
				activity: ['Activity', 'Chosen event types of chosen users'],
				filteredStream: ['Filtered Stream', 'Posts that match rules; Enterprise plans only'],
			},
			{
				default: ['activity'],
				description: 'What to subscribe to. With none, the node only receives what is subscribed elsewhere.',
			},
		),
	),
	...activityFields(whileActivity),
	filters: when(
		whileActivity,
		collection(
			{
				...ACTIVITY_FILTERS,
				tag: text({ max: MAX_TAG, description: 'A label of your own that comes with every event' }),
			},
			{ placeholder: 'Add Filter' },
		),
	),
	rules: when(
		whileStream,
		optional(
			rows(
				{
					value: text({
						max: MAX_RULE,
						placeholder: 'e.g. n8n -is:retweet lang:en',
						description: 'A query with the operators of the filtered stream',
					}),
					tag: text({ description: 'A label of your own that comes with every matching Post' }),
				},
				{
					entry: 'rule',
					placeholder: 'Add Rule',
					description:
						'They belong to the app: one that exists already is used and stays when the workflow is deactivated',
				},
			),
		),
	),
	streamFields: when(whileStream, postSelection()),
	options: options(OPTIONS),
};
