/** What the benchmarks of reports run inside of n8n's own engine. */
import type { INodeParameters } from 'n8n-workflow';
import type { Addresses } from '../support/credentials';
import { credentialsFor } from '../support/credentials';
import { memoryOf, type MemoryUse } from './support/memory';
import { openN8n } from './support/n8n';
import { serve } from './support/serve';

export interface Downloaded {
	ms: number;
	/** Bytes of the files that came. */
	bytes: number;
	memory: MemoryUse;
}

interface Job {
	sim: Addresses;
	parameters: INodeParameters;
}

const CREDENTIAL = 'xUserOAuth1Api';
const n8n = openN8n();

async function run({ sim, parameters }: Job) {
	const credentials = { [CREDENTIAL]: credentialsFor(sim)[CREDENTIAL] ?? {} };
	const form = { authentication: 'oAuth1', resource: 'report', ...parameters };
	return await (await n8n).run({ steps: [{ type: 'xAdsAnalytics', parameters: form }], credentials });
}

serve({
	download: async (job: Job): Promise<Downloaded> => {
		await n8n;
		const { result, memory } = await memoryOf(() => run(job));
		const files = result.items.map(({ binary }) => binary?.['data']?.bytes ?? 0);
		return { ms: result.ms, bytes: files.reduce((sum, bytes) => sum + bytes, 0), memory };
	},
});
