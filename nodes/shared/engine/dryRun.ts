/** This file outputs the requests of a Dry Run, each with its items, for operations whose items share requests. */
import type { INodeExecutionData } from 'n8n-workflow';
import { DryRunStop } from '../http/withGuard';
import type { BatchCall, Operation } from '../operation/operation';
import type { Session } from './execution';

/** Runs items that share requests. Returns the output; in a dry run the requests, then the items that failed before one. */
export async function runTogether(
	operation: Pick<Operation, 'runAll'>,
	batch: BatchCall,
	session: Pick<Session, 'guard'>,
): Promise<INodeExecutionData[]> {
	const failed: INodeExecutionData[] = [];
	const fail: BatchCall['fail'] = (error, itemIndex) => {
		const item = batch.fail(error, itemIndex);
		if (!(error instanceof DryRunStop)) failed.push(item);
		return item;
	};
	const output = (await operation.runAll?.({ ...batch, fail })) ?? [];
	const requests = session.guard?.rehearsed ?? [];
	return requests.length === 0 ? output : [...requests.map(itemOf), ...failed];
}

const itemOf = ({ output, items = [] }: DryRunStop): INodeExecutionData => ({
	json: output,
	pairedItem: items.map((item) => ({ item })),
});
