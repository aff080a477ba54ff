/** What the benchmarks of the ads nodes run inside of n8n's own engine: our nodes, and n8n's HTTP Request node. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { Addresses } from '../support/credentials';
import { credentialsFor } from '../support/credentials';
import { memoryOf, type MemoryUse } from './support/memory';
import { allPages, EACH_ENTRY, openN8n, PAGING_NODES, type Measured, type Step } from './support/n8n';
import { serve } from './support/serve';

export type Reader = 'X Ads Campaigns' | 'HTTP Request, Split Out';
export type Writer = 'batch' | 'one by one';

export interface Read {
	ms: number;
	/** Processor time of the process of n8n, in ms. */
	cpu: number;
	/** Different line items among all that came. */
	different: number;
	memory?: MemoryUse;
}

export interface Downloaded {
	ms: number;
	/** Bytes of the files that came. */
	bytes: number;
	memory: MemoryUse;
}

interface Job {
	sim: Addresses;
	accountId: string;
}

const CREDENTIAL = 'xUserOAuth1Api';
/** What X sends of every line item, and both ways keep under the same name. */
const EXPECTED = ['id', 'name', 'campaign_id', 'objective', 'placements', 'entity_status', 'start_time'];
const locator = (value: string) => ({ __rl: true, mode: 'id', value });

const n8n = openN8n(PAGING_NODES);

/** A step of ours. */
const ours = (type: string, accountId: string, form: INodeParameters): Step => ({
	type,
	parameters: { authentication: 'oAuth1', account_id: locator(accountId), ...form },
});

async function run(sim: Addresses, steps: Step[], items?: INodeExecutionData[]): Promise<Measured> {
	const credentials = { [CREDENTIAL]: credentialsFor(sim)[CREDENTIAL] ?? {} };
	return await (await n8n).run({ steps, credentials, ...(items && { items }) });
}

function readingSteps({ way, sim, accountId }: Job & { way: Reader }): Step[] {
	if (way === 'X Ads Campaigns') {
		const form = { resource: 'lineItem', operation: 'getMany', returnAll: true };
		return [ours('xAdsCampaigns', accountId, form)];
	}
	const url = `${sim.adsUrl}/12/accounts/${accountId}/line_items`;
	return [allPages(url, CREDENTIAL, { count: '1000' }, ['cursor', 'next_cursor']), EACH_ENTRY];
}

const read = async (reading: Job & { way: Reader }): Promise<Read> => {
	const { ms, cpu, items } = await run(reading.sim, readingSteps(reading));
	const complete = items.filter(({ json }) => EXPECTED.every((name) => name in json));
	return { ms, cpu, different: new Set(complete.map(({ json }) => json['id'])).size };
};

/** Keywords, spread over the line items. */
async function write({
	way,
	lineItems,
	count,
	sim,
	accountId,
}: Job & { way: Writer; lineItems: string[]; count: number }): Promise<{ ms: number; made: number }> {
	const items = Array.from({ length: count }, (_, index) => ({
		json: { word: `keyword ${index}`, lineItem: lineItems[index % lineItems.length] ?? '' },
	}));
	const form = {
		resource: 'targetingCriterion',
		operation: way === 'batch' ? 'batch' : 'create',
		...(way === 'batch' && { operation_type: 'Create' }),
		line_item_id: locator('={{ $json.lineItem }}'),
		targeting_type: 'BROAD_KEYWORD',
		targeting_value: locator('={{ $json.word }}'),
		operator_type: 'EQ',
	};
	const { ms, items: made } = await run(sim, [ours('xAdsCampaigns', accountId, form)], items);
	return { ms, made: made.filter(({ json }) => typeof json['id'] === 'string').length };
}

async function download({ jobId, sim, accountId }: Job & { jobId: string }): Promise<Downloaded> {
	await n8n;
	const form = { resource: 'report', operation: 'download', job_ids: jobId, download_as: 'file' };
	const { result, memory } = await memoryOf(() => run(sim, [ours('xAdsAnalytics', accountId, form)]));
	const files = result.items.map(({ binary }) => binary?.['data']?.bytes ?? 0);
	return { ms: result.ms, bytes: files.reduce((sum, bytes) => sum + bytes, 0), memory };
}

serve({
	read,
	write,
	download,
	readWithMemory: async (reading: Job & { way: Reader }): Promise<Read> => {
		await n8n;
		const { result, memory } = await memoryOf(() => read(reading));
		return { ...result, memory };
	},
});
