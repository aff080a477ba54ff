import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { title } from '../shared/operation/labels';
import { DELIVERED_ONLY, EVENT_TYPES } from '../shared/model/eventTypes';

const byName = (options: INodePropertyOptions[]) => options.sort((a, b) => a.name.localeCompare(b.name));
const named = (values: readonly string[]): INodePropertyOptions[] =>
	values.map((value) => ({ name: title(value), value }));

const subscribable = byName(EVENT_TYPES.map(({ name, value }) => ({ name, value })));
const deliverable = byName([
	...EVENT_TYPES.map(({ name, value }) => ({ name, value })),
	...DELIVERED_ONLY.map(({ name, value }) => ({ name, value })),
]);

const webhook: INodeProperties[] = [
	{
		displayName: 'Webhook',
		name: 'webhook',
		type: 'options',
		options: [
			{
				name: 'Register Own',
				value: 'own',
				description: "Register this workflow's address with the app",
			},
			{
				name: 'Share Existing',
				value: 'existing',
				description: 'Receive through the webhook of another workflow, when the plan allows no more',
			},
		],
		default: 'own',
	},
	{
		displayName: 'Webhook to Share',
		name: 'webhookId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description:
			'The workflow that registered it must be active and have the option "Share With Other Workflows" on',
		displayOptions: { show: { webhook: ['existing'] } },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: 'searchWebhooks', searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 1146654567674912769',
				validation: [
					{ type: 'regex', properties: { regex: '^[0-9]{1,19}$', errorMessage: 'A webhook ID is a number' } },
				],
			},
		],
	},
];

const sources: INodeProperties[] = [
	{
		displayName: 'Authentication',
		name: 'authentication',
		type: 'options',
		options: [
			{ name: 'App Only', value: 'app', description: 'Enough for public events' },
			{ name: 'OAuth1', value: 'oAuth1', description: 'App and user, for private events' },
			{ name: 'OAuth2', value: 'oAuth2', description: 'App and user, for private events' },
		],
		default: 'app',
	},
	{
		displayName: 'Sources',
		name: 'sources',
		type: 'multiOptions',
		options: [
			{
				name: 'Account Activity',
				value: 'accountActivity',
				description: "Everything that happens around the credential's user, in the older form",
			},
			{ name: 'Activity', value: 'activity', description: 'Chosen event types of chosen users' },
			{
				name: 'Filtered Stream',
				value: 'filteredStream',
				description: 'Posts that match rules; Enterprise plans only',
			},
		],
		default: ['activity'],
		description: 'What to subscribe to. With none, the node only receives what is subscribed elsewhere.',
	},
];

const show = (source: string) => ({ show: { sources: [source] } });

const activity: INodeProperties[] = [
	{
		displayName: 'Event Types',
		name: 'eventTypes',
		type: 'multiOptions',
		options: subscribable,
		default: [],
		required: true,
		description:
			'All but the creation and deletion of Posts, profile changes, broadcasts, Spaces, follows and news are private: they need a user credential under Authentication',
		displayOptions: show('activity'),
	},
	{
		displayName: 'User IDs',
		name: 'userIds',
		type: 'string',
		default: '',
		placeholder: 'e.g. 2244994945, 6253282',
		description:
			'Whose events to receive, separated by commas. Empty: the user of the chosen credential, the only one whose private events it opens. News has no user.',
		displayOptions: show('activity'),
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		displayOptions: show('activity'),
		options: [
			{
				displayName: 'Direction',
				name: 'direction',
				type: 'options',
				options: [
					{ name: 'Inbound', value: 'inbound', description: 'What others do to the user' },
					{ name: 'Outbound', value: 'outbound', description: 'What the user does' },
				],
				default: 'inbound',
				description: 'Sent with likes, Direct Messages and chats; the platform delivers both without it',
			},
			{
				displayName: 'Keyword',
				name: 'keyword',
				type: 'string',
				default: '',
				description: 'Only events that contain this text. News stories need it.',
			},
			{
				displayName: 'Tag',
				name: 'tag',
				type: 'string',
				default: '',
				description: 'A label of your own that comes with every event',
			},
		],
	},
];

const stream: INodeProperties[] = [
	{
		displayName: 'Rules',
		name: 'rules',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true },
		placeholder: 'Add Rule',
		default: {},
		description:
			'They belong to the app: one that exists already is used and stays when the workflow is deactivated',
		displayOptions: show('filteredStream'),
		options: [
			{
				displayName: 'Rule',
				name: 'rule',
				values: [
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: 'e.g. n8n -is:retweet lang:en',
						description: 'A query with the operators of the filtered stream',
					},
					{
						displayName: 'Tag',
						name: 'tag',
						type: 'string',
						default: '',
						description: 'A label of your own that comes with every matching Post',
					},
				],
			},
		],
	},
	{
		displayName: 'Fields and Expansions',
		name: 'streamFields',
		type: 'collection',
		placeholder: 'Add Fields',
		default: {},
		displayOptions: show('filteredStream'),
		options: [
			{
				displayName: 'Expansions',
				name: 'expansions',
				type: 'multiOptions',
				options: named([
					'attachments.media_keys',
					'attachments.poll_ids',
					'author_id',
					'edit_history_tweet_ids',
					'entities.mentions.username',
					'geo.place_id',
					'in_reply_to_user_id',
					'referenced_tweets.id',
					'referenced_tweets.id.author_id',
				]),
				default: [],
				description: 'Objects to deliver beside the Post',
			},
			{
				displayName: 'Media Fields',
				name: 'mediaFields',
				type: 'multiOptions',
				options: named([
					'alt_text',
					'duration_ms',
					'height',
					'media_key',
					'preview_image_url',
					'public_metrics',
					'type',
					'url',
					'variants',
					'width',
				]),
				default: [],
			},
			{
				displayName: 'Place Fields',
				name: 'placeFields',
				type: 'multiOptions',
				options: named([
					'contained_within',
					'country',
					'country_code',
					'full_name',
					'geo',
					'id',
					'name',
					'place_type',
				]),
				default: [],
			},
			{
				displayName: 'Poll Fields',
				name: 'pollFields',
				type: 'multiOptions',
				options: named(['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status']),
				default: [],
			},
			{
				displayName: 'Post Fields',
				name: 'postFields',
				type: 'multiOptions',
				options: named([
					'attachments',
					'author_id',
					'context_annotations',
					'conversation_id',
					'created_at',
					'edit_controls',
					'entities',
					'geo',
					'id',
					'in_reply_to_user_id',
					'lang',
					'note_tweet',
					'possibly_sensitive',
					'public_metrics',
					'referenced_tweets',
					'reply_settings',
					'text',
					'withheld',
				]),
				default: [],
			},
			{
				displayName: 'User Fields',
				name: 'userFields',
				type: 'multiOptions',
				options: named([
					'created_at',
					'description',
					'entities',
					'id',
					'location',
					'name',
					'pinned_tweet_id',
					'profile_image_url',
					'protected',
					'public_metrics',
					'url',
					'username',
					'verified',
					'verified_type',
					'withheld',
				]),
				default: [],
			},
		],
	},
];

const options: INodeProperties = {
	displayName: 'Options',
	name: 'options',
	type: 'collection',
	placeholder: 'Add Option',
	default: {},
	options: [
		{
			displayName: 'Include Raw Body',
			name: 'rawBody',
			type: 'boolean',
			default: false,
			description: "Whether to add the delivery's text, byte for byte as it was signed",
		},
		{
			displayName: 'Internal Address',
			name: 'internalUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. http://localhost:5678',
			description: 'How n8n reaches itself, when it cannot do so by its public name',
			displayOptions: { show: { '/webhook': ['existing'] } },
		},
		{
			displayName: 'On Deactivation',
			name: 'onDeactivation',
			type: 'options',
			options: [
				{
					name: 'Delete What Was Created',
					value: 'delete',
					description: 'Remove the webhook and subscriptions that this node created',
				},
				{
					name: 'Delete What Was Created or Found',
					value: 'deleteAdopted',
					description: 'Remove the webhook of this address even if this node found it',
				},
				{
					name: 'Keep Everything',
					value: 'keepAll',
					description: 'Leave webhook and subscriptions; missed events can be replayed for a day',
				},
				{ name: 'Keep the Webhook', value: 'keepWebhook', description: 'Remove the subscriptions only' },
			],
			default: 'delete',
			description: 'What happens on the platform when the workflow is switched off',
		},
		{
			displayName: 'Only Event Types',
			name: 'onlyEventTypes',
			type: 'multiOptions',
			options: deliverable,
			default: [],
			description:
				'Start the workflow for these only. Account Activity delivers everything; this narrows it.',
		},
		{
			displayName: 'Replace Webhook',
			name: 'replaceWebhook',
			type: 'string',
			default: '',
			placeholder: 'e.g. 1146654567674912769',
			description:
				'ID of the webhook to delete when the app has no place left for this one. Never used in test runs.',
			displayOptions: { show: { '/webhook': ['own'] } },
		},
		{
			displayName: 'Share With Other Workflows',
			name: 'share',
			type: 'boolean',
			default: false,
			description: 'Whether other workflows of the same app may receive through this webhook',
			displayOptions: { show: { '/webhook': ['own'] } },
		},
		{
			displayName: 'Skip Duplicates',
			name: 'skipDuplicates',
			type: 'boolean',
			default: true,
			description: 'Whether to run once for an event that the platform delivers more than once',
		},
	],
};

/** The node's form. */
export const properties: INodeProperties[] = [...webhook, ...sources, ...activity, ...stream, options];
