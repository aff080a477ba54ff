/**
 * The few nodes besides ours that a workflow in a test needs, under the type names that saved workflows use, and a
 * probe that does one authenticated request per item, so that the harness can be tested before and without our nodes.
 */
import type {
	IDataObject,
	IExecuteFunctions,
	IHttpRequestOptions,
	INodeExecutionData,
	INodeType,
	INodeTypeDescription,
} from 'n8n-workflow';

type Described = Pick<INodeTypeDescription, 'name' | 'displayName'> & Partial<INodeTypeDescription>;

function describe(node: Described): INodeTypeDescription {
	return {
		group: ['transform'],
		version: 1,
		description: node.displayName,
		defaults: { name: node.displayName },
		inputs: ['main'],
		outputs: ['main'],
		properties: [],
		...node,
	};
}

function passThrough(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return Promise.resolve([this.getInputData()]);
}

async function request(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const output: INodeExecutionData[] = [];
	for (const [item] of this.getInputData().entries()) {
		const credential = this.getNodeParameter('credential', item) as string;
		const options = this.getNodeParameter('request', item) as IDataObject & IHttpRequestOptions;
		const json = (await this.helpers.httpRequestWithAuthentication.call(this, credential, {
			...options,
		})) as IDataObject;
		output.push({ json, pairedItem: { item } });
	}
	return [output];
}

const probe: INodeType = {
	description: describe({
		name: 'probe',
		displayName: 'Probe',
		credentials: ['xAppApi', 'xUserOAuth2Api', 'xUserOAuth1Api'].map((name) => ({ name })),
		properties: [
			{ name: 'credential', displayName: 'Credential', type: 'string', default: 'xAppApi' },
			{ name: 'request', displayName: 'Request', type: 'json', default: {} },
		],
	}),
	execute: request,
};

export const builtIns: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-base.manualTrigger': {
		description: describe({
			name: 'manualTrigger',
			displayName: 'Manual Trigger',
			group: ['trigger'],
			inputs: [],
		}),
		execute: passThrough,
	},
	'n8n-nodes-base.noOp': {
		description: describe({ name: 'noOp', displayName: 'No Operation, do nothing' }),
		execute: passThrough,
	},
	'harness.probe': probe,
};
