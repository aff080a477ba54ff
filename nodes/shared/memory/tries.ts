/**
 * This file keeps what the tries of a node share. With Retry On Fail, n8n runs a node again with all of its items after
 * an error, or if the first returned item has one (n8n-core 2.41, workflow-execute). The tries share a process and one
 * execute data object; a round of a loop, a sub-workflow, a resumed or repeated run has another one. So the memory is
 * attached to that object, and is forgotten with it.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { attached } from './process';

/** Returns one thing for all tries of a node. */
export const overTries = <T>(name: string) => {
	const all = attached<object, T>({ name, of: 'execution' });
	return {
		/**
		 * Returns the memory that the tries share. Is undefined if n8n tries once. A tool that an agent runs with its own
		 * execute data is not tried again: a second call is intended.
		 */
		of(context: Pick<IExecuteFunctions, 'getExecuteData' | 'getNode'>, make: () => T): T | undefined {
			const { name: node, retryOnFail } = context.getNode();
			if (retryOnFail !== true) return undefined;
			const data = context.getExecuteData();
			return data.node.name === node ? all.getOrMake(data, make) : undefined;
		},
	};
};
