/** Workflows that people have with n8n's own X node, and what they send. */
import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import type { WorkflowJson } from '../../support';

const TYPES = {
	start: ['n8n-nodes-base.manualTrigger', 1],
	filter: ['n8n-nodes-base.filter', 2],
	x: ['n8n-nodes-base.twitter', 2],
} as const;

type Step = readonly [name: string, type: keyof typeof TYPES, parameters?: IDataObject];

/** A request: method and path, and the parameters of a search or the body of what writes. */
export type Sent = readonly [request: string, content?: unknown];

/** In the place of the ID of something that the workflow has created. */
export const NEW = 'new';

export interface Case {
	readonly name: string;
	/** What the trigger gives. */
	readonly items: INodeExecutionData[];
	readonly workflow: WorkflowJson;
	/** What it sends with n8n-nodes-base 2.39.10, recorded on 2026-11-23 against the simulated X. */
	readonly sent: readonly Sent[];
}

/** IDs and names that there are on the simulated X. */
export interface Known {
	readonly me: { id: string; username: string };
	readonly others: ReadonlyArray<{ id: string; username: string; name: string }>;
	readonly foreignPost: { id: string };
	/** A list of one's own. */
	readonly list: string;
	/** A word, and the Posts that a search for it finds, newest first. */
	readonly word: string;
	readonly found: ReadonlyArray<{ id: string; likes: number }>;
}

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });
const post = (operation: string, more: IDataObject): IDataObject => ({
	resource: 'tweet',
	operation,
	...more,
});
const byId = { tweetId: locator('id', '={{ $json.id }}') };

/** Nodes one after the other. */
function chain(...steps: Step[]): WorkflowJson {
	const nodes = steps.map(([name, type, parameters = {}], index): INode => {
		const [fullType, typeVersion] = TYPES[type];
		return {
			id: String(index),
			name,
			type: fullType,
			typeVersion,
			position: [220 * index, 0],
			parameters,
		} as INode;
	});
	const links = nodes.slice(1).map(({ name }, index) => {
		const main = [[{ node: name, type: 'main' as const, index: 0 }]];
		return [nodes[index]!.name, { main }] as const;
	});
	return { nodes, connections: Object.fromEntries(links) };
}

const items = (...all: IDataObject[]): INodeExecutionData[] => all.map((json) => ({ json }));
const popular = (value: string): IDataObject => ({
	conditions: {
		options: { caseSensitive: true, leftValue: '', typeValidation: 'strict', version: 2 },
		combinator: 'and',
		conditions: [
			{ id: '1', leftValue: value, rightValue: 10, operator: { type: 'number', operation: 'gte' } },
		],
	},
});

export const cases = (known: Known): Case[] => CASES.map((make) => make(known));

const START = ['Start', 'start'] as const;

const CASES: ReadonlyArray<(known: Known) => Case> = [
	({ me, word, found }) => ({
		name: 'likes what a search finds',
		items: items({}),
		workflow: chain(
			START,
			['Search', 'x', post('search', { searchText: word, limit: 10 })],
			['Like', 'x', post('like', byId)],
		),
		sent: [
			['GET /2/tweets/search/recent', { query: word, max_results: '10' }],
			...found
				.slice(0, 10)
				.flatMap(({ id }): Sent[] => [
					['GET /2/users/me'],
					[`POST /2/users/${me.id}/likes`, { tweet_id: id }],
				]),
		],
	}),
	({ me, word, found }) => ({
		name: 'reposts what many people like',
		items: items({}),
		workflow: chain(
			START,
			[
				'Search',
				'x',
				post('search', {
					searchText: word,
					limit: 100,
					additionalFields: { sortOrder: 'relevancy', tweetFieldsObject: ['public_metrics', 'created_at'] },
				}),
			],
			['Popular', 'filter', popular('={{ $json.public_metrics.like_count }}')],
			['Repost', 'x', post('retweet', byId)],
		),
		sent: [
			['GET /2/tweets/search/recent', { query: word, sort_order: 'relevancy', max_results: '100' }],
			...found
				.filter(({ likes }) => likes >= 10)
				.flatMap(({ id }): Sent[] => [
					['GET /2/users/me'],
					[`POST /2/users/${me.id}/retweets`, { tweet_id: id }],
				]),
		],
	}),
	() => ({
		name: 'publishes a Post and an answer to it',
		items: items({ text: 'The news', more: 'https://example.com' }),
		workflow: chain(
			START,
			['Publish', 'x', post('create', { text: '={{ $json.text }}' })],
			[
				'Answer',
				'x',
				post('create', {
					text: "=More: {{ $('Start').item.json.more }}",
					additionalFields: { inReplyToStatusId: locator('id', '={{ $json.id }}') },
				}),
			],
		),
		sent: [
			['POST /2/tweets', { text: 'The news' }],
			['POST /2/tweets', { text: 'More: https://example.com', reply: { in_reply_to_tweet_id: NEW } }],
		],
	}),
	({ others }) => ({
		name: 'welcomes a user by message',
		items: items({ handle: `@${others[0]!.username}` }),
		workflow: chain(
			START,
			[
				'Who',
				'x',
				{ resource: 'user', operation: 'searchUser', user: locator('username', '={{ $json.handle }}') },
			],
			[
				'Write',
				'x',
				{
					resource: 'directMessage',
					operation: 'create',
					user: locator('username', '={{ $json.username }}'),
					text: '=Welcome, {{ $json.name }}',
					additionalFields: {},
				},
			],
		),
		sent: [
			[`GET /2/users/by/username/${others[0]!.username}`],
			[`GET /2/users/by/username/${others[0]!.username}`],
			[`POST /2/dm_conversations/with/${others[0]!.id}/messages`, { text: `Welcome, ${others[0]!.name}` }],
		],
	}),
	({ me }) => ({
		name: 'signs with the own name',
		items: items({}),
		workflow: chain(
			START,
			['Me', 'x', { resource: 'user', operation: 'searchUser', me: true }],
			['Publish', 'x', post('create', { text: '=Hello from @{{ $json.username }}' })],
		),
		sent: [['GET /2/users/me'], ['POST /2/tweets', { text: `Hello from @${me.username}` }]],
	}),
	() => ({
		name: 'publishes and deletes again',
		items: items({ text: 'Not for long' }),
		workflow: chain(
			START,
			['Publish', 'x', { text: '={{ $json.text }}' }],
			['Delete', 'x', post('delete', { tweetDeleteId: locator('id', "={{ $('Publish').item.json.id }}") })],
		),
		sent: [['POST /2/tweets', { text: 'Not for long' }], [`DELETE /2/tweets/${NEW}`]],
	}),
	({ others, list }) => ({
		name: 'fills a list',
		items: items(...others.slice(0, 3).map(({ username }) => ({ username }))),
		workflow: chain(START, [
			'Add',
			'x',
			{
				resource: 'list',
				operation: 'add',
				list: locator('id', list),
				user: locator('username', '={{ $json.username }}'),
			},
		]),
		sent: others
			.slice(0, 3)
			.flatMap(({ id, username }): Sent[] => [
				[`GET /2/users/by/username/${username}`],
				[`POST /2/lists/${list}/members`, { user_id: id }],
			]),
	}),
	({ foreignPost, others }) => ({
		name: 'answers by address, with a place',
		items: items({ url: `https://x.com/${others[0]!.username}/status/${foreignPost.id}` }),
		workflow: chain(START, [
			'Answer',
			'x',
			post('create', {
				text: 'See here',
				additionalFields: {
					inReplyToStatusId: locator('url', '={{ $json.url }}'),
					location: '01a9a39529b27f36',
				},
			}),
		]),
		sent: [
			[
				'POST /2/tweets',
				{
					text: 'See here',
					geo: { place_id: '01a9a39529b27f36' },
					reply: { in_reply_to_tweet_id: foreignPost.id },
				},
			],
		],
	}),
];
