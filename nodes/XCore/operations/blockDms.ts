/** This file blocks and unblocks Direct Messages of a user: https://docs.x.com/x-api/users/block-dms */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Call } from '../../shared/operation/operation';

const UNBLOCK = '/2/users/{id}/dm/unblock';

/** Blocks or unblocks, as the switch of the form says. X has an address for each. */
export async function blockDms(call: Call<{ readonly blocked: boolean }>): Promise<INodeExecutionData[]> {
	const request = call.request();
	if (call.values.blocked) return await call.sendAndOutput(request);
	const path = request.path.replace(/block$/, 'unblock');
	return await call.sendAndOutput({ ...request, path, template: UNBLOCK });
}
