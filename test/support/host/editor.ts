/** What the editor asks of a node while a form is open: option lists, searches, and whether a credential works. */
import { ExecuteContext, LoadOptionsContext, RoutingNode } from 'n8n-core';
import type {
	ICredentialDataDecryptedObject,
	ILoadOptionsFunctions,
	INode,
	INodeListSearchResult,
	INodeParameters,
	INodePropertyOptions,
	INodeType,
} from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { additionalData } from './additionalData';
import { CREDENTIAL_TEST_TYPE, CredentialStore } from './credentialStore';
import type { Registry } from './registry';
import type { CredentialSet } from './run';
import { attach, build, singleNode } from './run';

export interface EditorRequest {
	node: string;
	method: string;
	/** The form as it is, with defaults filled in. */
	parameters: INodeParameters;
	credentials: CredentialSet;
	/** Path of the property that asks, for methods that read a sibling. */
	path?: string;
}

/** Runs a `methods.listSearch` function as the editor does. `page` is the token that the page before gave. */
export async function listSearch(
	registry: Registry,
	request: EditorRequest & { filter?: string; page?: string },
): Promise<INodeListSearchResult> {
	const { type, context } = await open(registry, request);
	const search = type.methods?.listSearch?.[request.method];
	if (!search) throw new Error(`${request.node} has no list search ${request.method}`);
	return await search.call(context, request.filter, request.page);
}

/** Runs a `methods.loadOptions` function as the editor does. */
export async function loadOptions(
	registry: Registry,
	request: EditorRequest,
): Promise<INodePropertyOptions[]> {
	const { type, context } = await open(registry, request);
	const load = type.methods?.loadOptions?.[request.method];
	if (!load) throw new Error(`${request.node} has no load options ${request.method}`);
	return await load.call(context);
}

async function open(registry: Registry, request: EditorRequest) {
	const store = new CredentialStore(registry);
	const { node: type, parameters } = request;
	const { workflow: json } = singleNode(registry, 'Subject', { type, parameters });
	const { nodes } = await attach(registry, store, json.nodes, request.credentials);
	const workflow = build(registry, { ...json, nodes });
	const node = workflow.getNode('Subject') as INode;
	const data = additionalData({ credentials: store }, workflow, 'internal');
	data.currentNodeParameters = node.parameters;
	const context = new LoadOptionsContext(workflow, node, data, request.path ?? 'parameters');
	return {
		type: registry.getByNameAndVersion(node.type, node.typeVersion),
		context: context as unknown as ILoadOptionsFunctions,
	};
}

/** Sends a credential type's test request as the credential dialog does. Rejects with n8n's error when it fails. */
export async function testCredential(
	registry: Registry,
	name: string,
	entered: ICredentialDataDecryptedObject,
): Promise<void> {
	const { test } = registry.credential(name);
	if (!test) throw new Error(`Credential type ${name} has no test request`);
	const store = new CredentialStore(registry);
	const details = await store.add(name, entered);
	const type: INodeType = {
		description: {
			...registry.getByNameAndVersion('n8n-nodes-base.noOp').description,
			credentials: [{ name, required: true }],
			properties: [
				{
					name: 'temp',
					displayName: 'Temp',
					type: 'string',
					default: '',
					routing: { request: test.request },
				},
			],
			requestDefaults: {},
		},
	};
	const node: INode = {
		id: 'test',
		name: 'Credential Test',
		type: CREDENTIAL_TEST_TYPE,
		typeVersion: 1,
		position: [0, 0],
		parameters: { temp: '' },
		credentials: { [name]: details },
	};
	const nodeTypes = Object.assign(Object.create(registry) as Registry, { getByNameAndVersion: () => type });
	const workflow = build(nodeTypes, { nodes: [node], connections: {} });
	const data = additionalData({ credentials: store }, workflow, 'internal');
	const input = { main: [[{ json: {} }]] };
	const context = new ExecuteContext(
		workflow,
		node,
		data,
		'internal',
		createRunExecutionData(),
		0,
		input.main[0] ?? [],
		input,
		{ node, data: input, source: null },
		[],
	);
	const decrypted = {
		...details,
		id: details.id ?? '',
		type: name,
		data: store.complete(name, entered, 'internal'),
	};
	await new RoutingNode(context, type, decrypted).runNode();
}
