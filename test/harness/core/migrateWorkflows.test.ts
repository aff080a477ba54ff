/**
 * Whole workflows with n8n's own X node, and with X Core in its place: the same is written, the same is searched for, and
 * nothing is read more often.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { sortBy, uniq } from 'lodash';
import { asText } from '../../../nodes/shared/util/text';
import { CONVERTED, migrate } from '../../../scripts/migrate/twitterNode';
import { runWorkflow, type WorkflowJson } from '../../support';
import { cases, type Known, NEW, type Sent } from './migrateWorkflows';
import { useCore } from './support';

const { sim, world, held } = useCore();

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

it.each(Array.from({ length: 10 }, (_, index) => index))(
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
