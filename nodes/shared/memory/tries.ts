/**
 * This file keeps what the tries of a node share. With Retry On Fail, n8n runs a node again with all of its items after
 * an error, or if the first returned item has one (n8n-core 2.41, workflow-execute). The tries share one execute data
 * object; a round of a loop, a sub-workflow, a resumed or repeated run has another one. A tool that an agent runs itself
 * has the agent's, and its tries share the values that the model gave (get-input-connection-data).
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { attached } from './process';

type Tried = Pick<IExecuteFunctions, 'getExecuteData' | 'getInputData' | 'getNode'>;

/** Returns what gives one thing for all tries of a node, and nothing if n8n tries once. */
export const overTries = <T>(name: string) => {
	const all = attached<object, T>({ name, of: 'execution' });
	return (context: Tried, make: () => T): T | undefined => {
		const { name: node, retryOnFail } = context.getNode();
		if (retryOnFail !== true) return undefined;
		const data = context.getExecuteData();
		const shared = data.node.name === node ? data : context.getInputData()[0]?.json;
		return shared && all.getOrMake(shared, make);
	};
};
