/**
 * What n8n's own X node becomes. Whole workflows with it, and with X Core in its place: the same is written, the same is
 * searched for, and nothing is read more often.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { sortBy, uniq } from 'lodash';
import { asText } from '../../../nodes/shared/util/text';
import { CONVERTED, migrate, type MigratedNode } from '../../../scripts/migrate/twitterNode';
import { runWorkflow, type WorkflowJson } from '../../support';
import { cases, NEW, type Known, type Sent } from './migrateWorkflows';
import { useCore } from './support';

const { held, sim, world } = useCore();

const WORD = '#acme';
const WEEK = 7 * 86_400_000;

function known(): Known {
	const { me, others, foreignPost } = world();
	const { posts, lists } = held();
	const found = [...posts.values()]
		.filter(({ text, created_at: at }) => text.includes(WORD) && Date.parse(at) > Date.now() - WEEK)
		.sort((a, b) => (BigInt(b.id) > BigInt(a.id) ? 1 : -1))
		.map(({ id, public_metrics: { like_count: likes } }) => ({ id, likes }));
	const list = [...lists.values()].find(({ owner_id: owner }) => owner === me.id)!.id;
	return { me, others, foreignPost, list, word: WORD, found };
}

/** Requests as they are recorded; IDs that were not known before are new. */
function sentSince(start: number, before: string): Sent[] {
	const mark = (text: string) => text.replace(/\b\d{15,}\b/g, (id) => (before.includes(id) ? id : NEW));
	return sim()
		.requests.slice(start)
		.map(({ method, path, query, body }): Sent => {
			const content = method === 'GET' ? query : body;
			const request = `${method} ${mark(path)}`;
			return content === undefined ? [request] : [request, JSON.parse(mark(JSON.stringify(content)))];
		});
}

const isRead = ([request]: Sent) => request.startsWith('GET ');
const isSearch = ([request]: Sent) => request.includes('/search/');
const inOrder = (all: readonly Sent[]) =>
	sortBy(
		all,
		([request, content]) =>
			request +
			Object.values(content ?? {})
				.sort()
				.join(),
	);
/** The parameters that a search was recorded with: X Core asks for fields besides. */
const recorded = ([request, query]: Sent): Sent => {
	const { query: words, sort_order: order, max_results: most } = query as Record<string, string>;
	return [request, { query: words, ...(order !== undefined && { sort_order: order }), max_results: most }];
};

it('have each operation that is converted', () => {
	const nodes = cases(known()).flatMap(({ workflow }) => workflow.nodes);
	const old = nodes.filter(({ type }) => type === 'n8n-nodes-base.twitter');
	const operations = old.map(({ parameters: { resource = 'tweet', operation = 'create' } }) =>
		[resource, operation].map(asText).join('.'),
	);
	expect(uniq(operations).sort()).toEqual([...CONVERTED].sort());
});

it.each(Array.from({ length: 8 }, (_, index) => index))(
	'workflow %i sends what it sent before',
	async (index) => {
		const before = JSON.stringify([known(), [...held().posts.keys()]]);
		const { workflow: old, items, sent } = cases(known())[index]!;
		const { workflow, replaced } = migrate(old);
		expect(replaced).toBe(old.nodes.filter(({ type }) => type === 'n8n-nodes-base.twitter').length);
		const start = sim().requests.length;
		const { status, error } = await runWorkflow(workflow as unknown as WorkflowJson, { sim: sim(), items });
		expect({ status, error }).toEqual({ status: 'success', error: undefined });
		const now = sentSince(start, before);
		const writes = (all: readonly Sent[]) => inOrder(all.filter((one) => !isRead(one)));
		expect(writes(now)).toEqual(writes(sent));
		expect(inOrder(now.filter(isSearch).map(recorded))).toEqual(inOrder(sent.filter(isSearch)));
		expect(now.filter(isRead).length).toBeLessThanOrEqual(sent.filter(isRead).length);
		expect(now.length).toBeGreaterThan(0);
	},
);

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
