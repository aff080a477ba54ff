/** Inside a program started with `startInN8n`: workflows of our nodes and n8n's own, run by that n8n's engine. */
import '../../support/host/instance';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
	IConnections,
	ICredentialDataDecryptedObject,
	INode,
	INodeCredentials,
	INodeExecutionData,
	INodeParameters,
	INodeType,
	IVersionedNodeType,
} from 'n8n-workflow';
import { NodeHelpers } from 'n8n-workflow';
import { CredentialStore } from '../../support/host/credentialStore';
import { Registry } from '../../support/host/registry';
import { build, execute } from '../../support/host/run';
import { ready } from '../../support/host/services';

type AnyNode = INodeType | IVersionedNodeType;

/** One of n8n's own nodes, e.g. `builtIn('HttpRequest/HttpRequest')`. */
export function builtIn(path: string): AnyNode {
	const file = join(
		process.env['BENCH_N8N'] ?? '',
		'node_modules/n8n-nodes-base/dist/nodes',
		`${path}.node.js`,
	);
	const exported = createRequire(__filename)(file) as Record<string, new () => AnyNode>;
	const Type = exported[path.split('/').at(-1) ?? ''];
	if (!Type) throw new Error(`n8n has no node ${path}`);
	return new Type();
}

export interface Step {
	/** Full type name, or the short name of one of our nodes. */
	type: string;
	parameters: INodeParameters;
}

const HTTP_REQUEST = 'n8n-nodes-base.httpRequest';
const SPLIT_OUT = 'n8n-nodes-base.splitOut';

/** n8n's own nodes that read page by page. */
export const PAGING_NODES = {
	[HTTP_REQUEST]: builtIn('HttpRequest/HttpRequest'),
	[SPLIT_OUT]: builtIn('Transform/SplitOut/SplitOut'),
};

/**
 * HTTP Request as someone sets it up who knows the API: its largest page, its token, its end.
 *
 * @param token The parameter that asks for the next page, and the path of its value in the answer.
 */
export function allPages(
	url: string,
	credential: string,
	query: Readonly<Record<string, string>>,
	token: readonly [parameter: string, path: string],
): Step {
	const [name, path] = token;
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: { parameters: [{ type: 'qs', name, value: `={{ $response.body?.${path} }}` }] },
		paginationCompleteWhen: 'other',
		completeExpression: `={{ !$response.body.${path} }}`,
	};
	const parameters = Object.entries(query).map(([parameter, value]) => ({ name: parameter, value }));
	return {
		type: HTTP_REQUEST,
		parameters: {
			url,
			authentication: 'predefinedCredentialType',
			nodeCredentialType: credential,
			sendQuery: true,
			queryParameters: { parameters },
			options: { pagination: { pagination } },
		},
	};
}

/** An item for each entry of what the pages have. */
export const EACH_ENTRY: Step = { type: SPLIT_OUT, parameters: { fieldToSplitOut: 'data' } };

interface RunRequest {
	/** The nodes, one after the other. */
	steps: readonly Step[];
	/** Credentials by type; every node gets all of them. */
	credentials: Record<string, ICredentialDataDecryptedObject>;
	/** What the first node gets; by default one empty item. */
	items?: INodeExecutionData[];
	/** Whether V8 collects the garbage of earlier runs when it likes, as in an n8n that runs for days. */
	isOneOfMany?: boolean;
}

export interface Measured {
	/** What the last node gave. */
	items: INodeExecutionData[];
	/** Wall time of the execution, in ms. */
	ms: number;
	/** Processor time of this process during the run, in ms. */
	cpu: number;
}

/** An n8n that knows our nodes and the given others. */
export async function openN8n(others: Readonly<Record<string, AnyNode>> = {}) {
	await ready();
	const registry = Registry.load(others);
	return {
		/** Runs a chain of nodes as one manual execution. Rejects when a node fails. */
		run: async (request: RunRequest): Promise<Measured> => await runChain(registry, request),
	};
}

async function runChain(registry: Registry, request: RunRequest): Promise<Measured> {
	const store = new CredentialStore(registry);
	const credentials: INodeCredentials = {};
	for (const [type, data] of Object.entries(request.credentials))
		credentials[type] = await store.add(type, data);
	const nodes = request.steps.map((step, at) => nodeOf(registry, step, at, credentials));
	const links = nodes.slice(1).map((node, at) => {
		const before = nodes[at] as INode;
		return [before.name, { main: [[{ node: node.name, type: 'main' as const, index: 0 }]] }];
	});
	const connections = Object.fromEntries(links) as IConnections;
	const workflow = build(registry, { nodes, connections });
	const first = workflow.getNode('Step 1');
	if (!first) throw new Error('A chain needs a step');

	// What ran before must not be cleaned up at the cost of this run.
	if (request.isOneOfMany !== true) globalThis.gc?.();
	const [startedAt, cpuBefore] = [performance.now(), process.cpuUsage()];
	const run = await execute(store, workflow, first, [request.items ?? [{ json: {} }]], 'manual').finished;
	const [ms, used] = [performance.now() - startedAt, process.cpuUsage(cpuBefore)];

	const { error, runData } = run.data.resultData;
	if (run.status !== 'success') throw new Error(`The workflow failed: ${error?.message ?? run.status}`);
	const items = runData[`Step ${nodes.length}`]?.[0]?.data?.main?.[0] ?? [];
	return { items, ms, cpu: (used.user + used.system) / 1000 };
}

function nodeOf(registry: Registry, step: Step, at: number, credentials: INodeCredentials): INode {
	const type = registry.typeName(step.type);
	const { version, defaultVersion } = NodeHelpers.getVersionedNodeType(registry.getByName(type)).description;
	return {
		id: `step-${at + 1}`,
		name: `Step ${at + 1}`,
		type,
		typeVersion: defaultVersion ?? [version].flat().at(-1) ?? 1,
		position: [200 * at, 0],
		parameters: step.parameters,
		credentials,
	};
}
