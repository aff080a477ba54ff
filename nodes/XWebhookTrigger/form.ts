/** Defines the fields of the node's form. Saved workflows contain their names and values, so these never change. */
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
import { choices, collection, flag, locator, optional, rows, text, when } from '../shared/fields';
import { DELIVERED_ONLY, EVENT_TYPES, menuOf } from '../shared/model/eventTypes';
import { MAX_TAG } from '../shared/events/mark';
import type { Fields } from '../shared/operation/operation';

/** The collection of options, or a part of it. */
export const options = <F extends Fields>(members: F) => collection(members, { placeholder: 'Add Option' });

export const OPTIONS = {
	...ANSWERING,
	includeOwnPosts: flag({
		description:
			'Whether Posts and messages of the account itself start the workflow too. A workflow that answers may then answer itself.',
	}),
	rawBody: flag({
		label: 'Include Raw Body',
		description: "Whether to add the delivery's text, byte for byte as it was signed",
	}),
	internalUrl: text({
		label: 'Internal Address',
		placeholder: 'e.g. http://localhost:5678',
		description:
			'For a shared webhook: the address at which n8n reaches itself, if its public one does not work from inside',
	}),
	onDeactivation: onUnpublishing({
		delete: ['Delete What Was Created', 'Remove the webhook and subscriptions that this node created'],
		deleteAdopted: [
			'Delete What Was Created or Found',
			'Remove the webhook of this address even if this node found it, or others have subscriptions on it',
		],
		keepAll: [
			'Keep Everything',
			'Keep the webhook and subscriptions; missed events can be replayed for a day',
		],
		keepWebhook: ['Keep the Webhook', 'Remove the subscriptions only'],
	}),
	onlyEventTypes: choices(
		menuOf([...EVENT_TYPES, ...DELIVERED_ONLY]),
		{
			description:
				'Start the workflow for these only. Account Activity delivers everything; this narrows it.',
		},
		true,
	),
	replaceWebhook: text({
		placeholder: 'e.g. 1146654567674912769',
		description: 'ID of the webhook to delete when the plan allows no more. Never used in test runs.',
	}),
	replayMissed: flag({
		label: 'Replay Missed Events',
		default: true,
		description:
			'Whether X delivers again, after n8n has started, what came while it was down. Needs a plan with replay.',
	}),
	share: flag({
		label: 'Share With Other Workflows',
		description: 'Whether other workflows of the same app may receive through this webhook',
	}),
	skipDuplicates,
	unverified: unverifiedField,
	webhookId: locator(
		{
			name: 'Webhook',
			search: 'searchWebhooks',
			example: '1146654567674912769',
			typingError: 'A webhook ID is a number',
		},
		{
			label: 'Webhook to Share',
			description:
				'Receive through the webhook of another workflow, when the plan allows no more. That workflow must be published and have the option "Share With Other Workflows" on.',
		},
	),
};

const FILTERS = {
	...ACTIVITY_FILTERS,
	tag: text({ max: MAX_TAG, description: 'Your label, returned with every event' }),
};

const streamRules = optional(
	rows(
		{
			value: ruleText(),
			tag: text({ description: 'Your label, returned with every match' }),
		},
		{
			entry: 'rule',
			placeholder: 'Add Rule',
			description:
				'Rules belong to the app: one that exists already is used, and stays when the workflow is unpublished',
		},
	),
);

const whileStream = { otherSources: ['filteredStream'] };

const otherSources = {
	accountActivity: [
		'Account Activity',
		"All activity of the credential's user, in the older format. X ends it on January 1, 2027; choose events instead.",
	],
	filteredStream: ['Filtered Stream', 'Posts that match rules; Enterprise plans only'],
	notices: [
		'Notices of This Node',
		'What a person should know, as an item of the type x.notice with the next delivery: a loop, another account, missed events',
	],
	elsewhere: ['What Is Subscribed Elsewhere', 'Also events that others have subscribed to on this webhook'],
} as const;

export const OTHER_SOURCES = Object.keys(otherSources);

export const FIELDS = {
	eventTypes: optional(eventTypesField({ label: 'Events', default: ['post.mention.create'] })),
	authentication: userAuthentication(
		'oAuth2',
		'X registers the webhook for the app; private events belong to a user, who has to agree',
	),
	userIds: userIdsField,
	filters: collection(FILTERS, { placeholder: 'Add Filter' }),
	otherSources: optional(choices(otherSources, { description: 'What to receive besides the chosen events' })),
	rules: when(whileStream, streamRules),
	streamFields: when(whileStream, postSelection()),
	options: options(OPTIONS),
};
