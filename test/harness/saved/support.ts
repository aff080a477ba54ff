/**
 * Workflows as the editor stored them with version 0.1.0 (what equals a default is not stored) still do what they did:
 * the requests that change something reach X unchanged, and what the user chose to read is asked for.
 * What the node adds by itself (look-ups, default fields, page sizes) may differ.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeExecutionData } from 'n8n-workflow';
import { runWorkflow, type Finished, type WorkflowJson } from '../../support';
import type { Simulator } from '../../support/simulator';

type Saved = WorkflowJson & { pinData: Record<string, INodeExecutionData[]> };

/** A request: method, path in which `*` is any identifier, and its query or body. */
type Expected = [method: string, path: string, content?: unknown];

export const any = expect.any(String) as string;

const LISTS = /fields$|^expansions$|^exclude$|^ids$|^usernames$/;

/**
 * Reads a fixture.
 * @param path Where it is in the folder of the fixtures.
 */
export function fixture(...path: string[]): unknown {
	return JSON.parse(readFileSync(join(__dirname, '..', '..', 'fixtures', ...path), 'utf8'));
}

/**
 * Reads a workflow that version 0.1.0 stored.
 * @param name Name of its file without the ending.
 */
export const load = (name: string): Saved => fixture('workflows-0.1.0', `${name}.json`) as Saved;

/**
 * Runs a stored workflow to its end, which has to be a good one.
 * @param items What its start gives; the pinned data when left out.
 */
export async function run(sim: Simulator, name: string, items?: INodeExecutionData[]): Promise<Finished> {
	const workflow = load(name);
	const given = items ?? Object.values(workflow.pinData)[0];
	const finished = await runWorkflow(workflow, { sim, ...(given ? { items: given } : {}) });
	expect(finished.error?.message).toBeUndefined();
	expect(finished.status).toBe('success');
	return finished;
}

/** What a node of the workflow gave. */
export const output = (finished: Finished | undefined, node: string) =>
	(finished?.nodes[node]?.[0]?.data?.main?.[0] ?? []).map(({ json }) => json);

/** Expects these requests, and no others, to have changed something on X, in this order. */
export function expectWrites({ requests }: Simulator, ...expected: Expected[]): void {
	const writes = requests.filter(({ method }) => method !== 'GET');
	expect(writes.map(asExpected)).toEqual(expected.map(matching));
}

/** A request with its body, or with its query where it has no body. */
function asExpected({ method, path, body, query }: Simulator['requests'][number]): Expected {
	const content = body ?? (Object.keys(query).length > 0 ? query : undefined);
	return content === undefined ? [method, path] : [method, path, content];
}

function matching([method, path, content]: Expected): unknown[] {
	const pattern = path.replace(/[.\\+?^${}()|[\]]/g, '\\$&').replaceAll('*', '[^/]+');
	const wanted = [method, expect.stringMatching(new RegExp(`^${pattern}$`)) as unknown];
	return content === undefined ? wanted : [...wanted, content];
}

/** The queries of all GET requests to a path; comma lists come as lists. */
export function queries({ requests }: Simulator, path: string): Array<Record<string, unknown>> {
	return requests
		.filter((request) => request.method === 'GET' && request.path === path)
		.map(({ query }) =>
			Object.fromEntries(
				Object.entries(query).map(([key, value]) => [key, LISTS.test(key) ? value.split(',') : value]),
			),
		);
}

/** A list that holds these values and maybe more. */
export const containing = (...values: string[]) => expect.arrayContaining(values) as unknown;
