/** The few nodes besides ours that a workflow in a test needs, under the type names that saved workflows use. */
import type { IExecuteFunctions, INodeExecutionData, INodeType } from 'n8n-workflow';
import { describe } from './describe';
import { probe, probeAgent, probeTrigger } from './probes';

function passThrough(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	return Promise.resolve([this.getInputData()]);
}

/** n8n-core evaluates the conditions, as for n8n's own node. */
function filter(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const passes = (_item: INodeExecutionData, index: number): boolean =>
		this.getNodeParameter('conditions', index, false, { extractValue: true }) === true;
	return Promise.resolve([this.getInputData().filter(passes)]);
}

function stop(this: IExecuteFunctions): never {
	throw new Error(this.getNodeParameter('errorMessage', 0) as string);
}

const START = { group: ['trigger' as const], inputs: [] };

export const builtIns: Readonly<Record<string, INodeType>> = {
	'n8n-nodes-base.manualTrigger': {
		description: describe({ name: 'manualTrigger', displayName: 'Manual Trigger', ...START }),
		execute: passThrough,
	},
	'n8n-nodes-base.noOp': {
		description: describe({ name: 'noOp', displayName: 'No Operation, do nothing' }),
		execute: passThrough,
	},
	'n8n-nodes-base.filter': {
		description: describe({
			name: 'filter',
			displayName: 'Filter',
			properties: [{ displayName: 'Conditions', name: 'conditions', type: 'filter', default: {} }],
		}),
		execute: filter,
	},
	'n8n-nodes-base.stopAndError': {
		description: describe({
			name: 'stopAndError',
			displayName: 'Stop and Error',
			properties: [{ displayName: 'Error Message', name: 'errorMessage', type: 'string', default: '' }],
		}),
		execute: stop,
	},
	'harness.probe': probe,
	'harness.probeAgent': probeAgent,
	'harness.probeTrigger': probeTrigger,
};
