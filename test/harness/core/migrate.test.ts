/** What n8n's own X node becomes, and the notes about it; `migrateWorkflows.test.ts` runs it. */
import { migrate, type MigratedNode } from '../../../scripts/migrate/twitterNode';

const locator = (mode: string, value: string) => ({ __rl: true, mode, value });

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
	it.each([
		[{ attachments: '1790000000000000001' }, { attachment: 'media', media_id: '1790000000000000001' }],
		[
			{ inQuoteToStatusId: locator('id', '20') },
			{ attachment: 'quote', quote_tweet_id: locator('id', '20') },
		],
	])('attaches %j', (additionalFields, attached) => {
		const { workflow } = migrate(workflowOf(old({ text: 'See', additionalFields })));
		const post = { resource: 'post', operation: 'create', text: 'See' };
		expect(workflow.nodes[0]?.parameters).toMatchObject({ ...post, ...attached });
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
