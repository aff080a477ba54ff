/** @jest-environment ./test/support/environment.ts */
import { CONVERTED, migrate, type MigratedNode } from '../../../scripts/migrate/twitterNode';
import { runWorkflow, type WorkflowJson } from '../../support';
import { useCore } from './support';

const { sim, world } = useCore();

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

interface Sent {
	request: string;
	query?: Readonly<Record<string, string>>;
	body?: unknown;
}

interface Case {
	name: string;
	parameters: Record<string, unknown>;
	/** What n8n's own node sends: recorded from n8n-nodes-base 2.39.10 on 22 November 2026. */
	sent: Sent[];
}

/** A node of n8n for each of its operations and options, with things that exist on the simulated X. */
function cases(): Case[] {
	const { me, other, foreignPost, ownPost } = world();
	const list = '1500000000000000001';
	const tweet = (operation: string, more: object) => ({ resource: 'tweet', operation, ...more });
	const post = foreignPost.id;
	const meAsked = { request: 'GET /2/users/me' };
	return [
		{
			name: 'a Post',
			parameters: tweet('create', { text: 'Hello', additionalFields: {} }),
			sent: [{ request: 'POST /2/tweets', body: { text: 'Hello' } }],
		},
		{
			name: 'a reply, by address',
			parameters: tweet('create', {
				text: 'Hello back',
				additionalFields: { inReplyToStatusId: locator('url', `https://x.com/someone/status/${post}`) },
			}),
			sent: [
				{ request: 'POST /2/tweets', body: { text: 'Hello back', reply: { in_reply_to_tweet_id: post } } },
			],
		},
		{
			name: 'a quote',
			parameters: tweet('create', {
				text: 'Look',
				additionalFields: { inQuoteToStatusId: locator('id', post) },
			}),
			sent: [{ request: 'POST /2/tweets', body: { text: 'Look', quote_tweet_id: post } }],
		},
		{
			name: 'a Post with a place',
			parameters: tweet('create', { text: 'Here', additionalFields: { location: '01a9a39529b27f36' } }),
			sent: [{ request: 'POST /2/tweets', body: { text: 'Here', geo: { place_id: '01a9a39529b27f36' } } }],
		},
		{
			name: 'a Post with media',
			parameters: tweet('create', { text: 'See', additionalFields: { attachments: '1790000000000000001' } }),
			sent: [
				{
					request: 'POST /2/tweets',
					body: { text: 'See', media: { media_ids: ['1790000000000000001'] } },
				},
			],
		},
		{
			name: 'a deletion',
			parameters: tweet('delete', { tweetDeleteId: locator('id', ownPost.id) }),
			sent: [{ request: `DELETE /2/tweets/${ownPost.id}` }],
		},
		{
			name: 'a like',
			parameters: tweet('like', { tweetId: locator('id', post) }),
			sent: [meAsked, { request: `POST /2/users/${me.id}/likes`, body: { tweet_id: post } }],
		},
		{
			name: 'a repost',
			parameters: tweet('retweet', { tweetId: locator('id', post) }),
			sent: [meAsked, { request: `POST /2/users/${me.id}/retweets`, body: { tweet_id: post } }],
		},
		{
			name: 'a search',
			parameters: tweet('search', {
				searchText: 'parcel',
				returnAll: false,
				limit: 20,
				additionalFields: { sortOrder: 'relevancy' },
			}),
			sent: [
				{
					request: 'GET /2/tweets/search/recent',
					query: { query: 'parcel', sort_order: 'relevancy', max_results: '20' },
				},
			],
		},
		{ name: 'me', parameters: { resource: 'user', operation: 'searchUser', me: true }, sent: [meAsked] },
		{
			name: 'a user by name',
			parameters: {
				resource: 'user',
				operation: 'searchUser',
				me: false,
				user: locator('username', `@${other.username}`),
			},
			sent: [{ request: `GET /2/users/by/username/${other.username}` }],
		},
		{
			name: 'a user by ID',
			parameters: { resource: 'user', operation: 'searchUser', me: false, user: locator('id', other.id) },
			sent: [{ request: `GET /2/users/${other.id}` }],
		},
		{
			name: 'a member of a list',
			parameters: {
				resource: 'list',
				operation: 'add',
				list: locator('id', list),
				user: locator('username', other.username),
			},
			sent: [
				{ request: `GET /2/users/by/username/${other.username}` },
				{ request: `POST /2/lists/${list}/members`, body: { user_id: other.id } },
			],
		},
		{
			name: 'a message',
			parameters: {
				resource: 'directMessage',
				operation: 'create',
				user: locator('username', other.username),
				text: 'Hi',
				additionalFields: {},
			},
			sent: [
				{ request: `GET /2/users/by/username/${other.username}` },
				{ request: `POST /2/dm_conversations/with/${other.id}/messages`, body: { text: 'Hi' } },
			],
		},
	];
}

const workflowOf = (...nodes: Array<Partial<MigratedNode> & { name: string; type: string }>) => ({
	nodes: nodes.map((node, index) => ({ id: String(index), typeVersion: 2, position: [0, 0], ...node })),
	connections: Object.fromEntries(
		nodes
			.slice(0, -1)
			.map(({ name }, index) => [
				name,
				{ main: [[{ node: nodes[index + 1]!.name, type: 'main', index: 0 }]] },
			]),
	),
});

const START = { name: 'Start', type: 'n8n-nodes-base.manualTrigger', typeVersion: 1 };
const old = (parameters: Record<string, unknown>, name = 'Old') => ({
	name,
	type: 'n8n-nodes-base.twitter',
	parameters,
});

describe("a workflow with n8n's X node", () => {
	it('has a case here for each operation that is converted', () => {
		const operations = cases().map(
			({ parameters }) => `${String(parameters.resource)}.${String(parameters.operation)}`,
		);
		expect([...new Set(operations)].sort()).toEqual([...CONVERTED].sort());
	});

	it('sends what it sent before', async () => {
		for (const { name, parameters, sent } of cases()) {
			const { workflow, replaced } = migrate(workflowOf(START, old(parameters)));
			expect(replaced).toBe(1);
			const before = sim().requests.length;
			await runWorkflow(workflow as unknown as WorkflowJson, { sim: sim() });
			const requests = sim().requests.slice(before);
			expect({ name, sent: requests.map(({ method, path }) => `${method} ${path}`) }).toEqual({
				name,
				sent: sent.map(({ request }) => request),
			});
			for (const [index, { query, body }] of sent.entries()) {
				if (query) expect(requests[index]).toMatchObject({ query });
				if (body) expect(requests[index]?.body).toEqual(body);
			}
		}
	});

	it('keeps names, connections and other nodes, and leaves the old credential out', () => {
		const credentials = { twitterOAuth2Api: { id: '1', name: 'Mine' } };
		const before = workflowOf(
			START,
			{ ...old({ text: '={{ $json.text }}' }), credentials },
			{
				name: 'After',
				type: 'n8n-nodes-base.noOp',
				typeVersion: 1,
			},
		);
		const { workflow, notes } = migrate(before);
		expect(workflow.connections).toEqual(before.connections);
		expect(workflow.nodes.map(({ name }) => name)).toEqual(['Start', 'Old', 'After']);
		expect(workflow.nodes[1]).toMatchObject({
			type: 'n8n-nodes-x-platform.xCore',
			typeVersion: 1,
			parameters: { resource: 'post', operation: 'create', text: '={{ $json.text }}' },
		});
		expect(workflow.nodes[1]).not.toHaveProperty('credentials');
		expect(notes).toEqual([{ node: 'Old', text: expect.stringContaining('credential') as string }]);
	});

	it('writes users and Posts as text in a tool, whose form has no modes', () => {
		const tool = (user: unknown) => {
			const node = old({ resource: 'user', operation: 'searchUser', user });
			return migrate(workflowOf({ ...node, type: `${node.type}Tool` })).workflow.nodes[0];
		};
		const byModel = "={{ $fromAI('User') }}";
		expect(tool(locator('username', 'acme'))).toMatchObject({ parameters: { id: '@acme' } });
		expect(tool(locator('username', '@acme'))).toMatchObject({ parameters: { id: '@acme' } });
		expect(tool(locator('id', '12345'))).toMatchObject({ parameters: { id: '12345' } });
		expect(tool(locator('username', byModel))).toMatchObject({
			type: 'n8n-nodes-x-platform.xCoreTool',
			parameters: { id: byModel },
		});
	});

	it('reads figures where X Core has them', () => {
		const set = (name: string, value: string) => ({
			name,
			type: 'n8n-nodes-base.set',
			typeVersion: 3,
			parameters: { value },
		});
		const search = old({ resource: 'tweet', operation: 'search', searchText: 'parcel' });
		const { workflow } = migrate(
			workflowOf(
				START,
				search,
				set('Behind', '={{ $json.public_metrics.like_count }}'),
				set('Far', "={{ $('Old').item.json.public_metrics.like_count }} {{ $json.public_metrics.x }}"),
			),
		);
		expect(workflow.nodes[2]?.parameters).toEqual({ value: '={{ $json.like_count }}' });
		expect(workflow.nodes[3]?.parameters).toEqual({
			value: "={{ $('Old').item.json.like_count }} {{ $json.public_metrics.x }}",
		});
	});

	it('names what has no counterpart', () => {
		const both = {
			attachments: '1790000000000000001',
			inQuoteToStatusId: locator('id', '1800000000000000001'),
		};
		const notesOf = (node: Partial<MigratedNode>) =>
			migrate(workflowOf({ ...old({}), ...node })).notes.map(({ text }) => text);
		expect(notesOf({ parameters: { text: 'x', additionalFields: both } }).join()).toContain(
			'quoted Post is left out',
		);
		const message = { resource: 'directMessage', operation: 'create', text: 'x' };
		const attached = { ...message, additionalFields: { attachments: '1790000000000000001' } };
		expect(notesOf({ parameters: attached }).join()).toContain('attachment is left out');
		expect(notesOf({ typeVersion: 1 })[0]).toContain('Version 1');
		expect(notesOf({ parameters: { resource: 'tweet', operation: 'pin' } })[0]).toContain('not known');
		expect(() => migrate([])).toThrow('This is no workflow');
	});
});
