import type { IDataObject } from 'n8n-workflow';
import { object } from '../../nodes/shared/util/lenient';
import { asText } from '../../nodes/shared/util/text';
import { runNode } from './index';
import type { Simulator } from './simulator';

/** What X Core Admin (Health: Check) says is missed, from what n8n has stored for a workflow, in another process. */
export async function missedEvents(sim: Simulator, { global }: IDataObject): Promise<string[]> {
	const fares = Object.values(object(object(global).triggers));
	const triggers = Object.fromEntries(
		fares.map((fare, n) => [`stored ${n}`, { ...object(fare), workflow: 'Stored' }]),
	);
	const { json } = await runNode({
		node: 'xCoreAdmin',
		sim,
		staticData: { global: { triggers } },
		parameters: { resource: 'health', operation: 'check', authentication: 'app', includeBilled: false },
	});
	const rows = json.filter(({ check }) => /^Missed Events.* of Stored$/.test(asText(check)));
	return rows.map(({ state, detail }) => `${asText(state)}: ${asText(detail)}`);
}
