/** What the benchmarks of the ads node run inside of n8n's own engine: our node, and n8n's HTTP Request node. */
import type { INodeExecutionData } from 'n8n-workflow';
import type { Addresses } from '../support/credentials';
import { credentialsFor } from '../support/credentials';
import { memoryOf, type MemoryUse } from './support/memory';
import { builtIn, openN8n, type Measured, type Step } from './support/n8n';
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

interface Reading {
	way: Reader;
	sim: Addresses;
	accountId: string;
}

interface Writing {
	way: Writer;
	sim: Addresses;
	accountId: string;
	lineItems: string[];
	count: number;
}

const CREDENTIAL = 'xUserOAuth1Api';
/** What X sends of every line item, and both ways keep under the same name. */
const EXPECTED = ['id', 'name', 'campaign_id', 'objective', 'placements', 'entity_status', 'start_time'];
const locator = (value: string) => ({ __rl: true, mode: 'id', value });

const n8n = openN8n({
	'n8n-nodes-base.httpRequest': builtIn('HttpRequest/HttpRequest'),
	'n8n-nodes-base.splitOut': builtIn('Transform/SplitOut/SplitOut'),
});

function readingSteps({ way, sim, accountId }: Reading): Step[] {
	if (way === 'X Ads Campaigns') {
		const parameters = {
			authentication: 'oAuth1',
			resource: 'lineItem',
			operation: 'getMany',
			account_id: locator(accountId),
			returnAll: true,
		};
		return [{ type: 'xAdsCampaigns', parameters }];
	}
	const pagination = {
		paginationMode: 'updateAParameterInEachRequest',
		parameters: {
			parameters: [{ type: 'qs', name: 'cursor', value: '={{ $response.body?.next_cursor }}' }],
		},
		paginationCompleteWhen: 'other',
		completeExpression: '={{ !$response.body.next_cursor }}',
	};
	return [
		{
			type: 'n8n-nodes-base.httpRequest',
			parameters: {
				url: `${sim.adsUrl}/12/accounts/${accountId}/line_items`,
				authentication: 'predefinedCredentialType',
				nodeCredentialType: CREDENTIAL,
				sendQuery: true,
				queryParameters: { parameters: [{ name: 'count', value: '1000' }] },
				options: { pagination: { pagination } },
			},
		},
		{ type: 'n8n-nodes-base.splitOut', parameters: { fieldToSplitOut: 'data' } },
	];
}

async function run(sim: Addresses, steps: Step[], items?: INodeExecutionData[]): Promise<Measured> {
	const credentials = { [CREDENTIAL]: credentialsFor(sim)[CREDENTIAL] ?? {} };
	return await (await n8n).run({ steps, credentials, ...(items && { items }) });
}

const read = async (reading: Reading): Promise<Read> => {
	const { ms, cpu, items } = await run(reading.sim, readingSteps(reading));
	const complete = items.filter(({ json }) => EXPECTED.every((name) => name in json));
	return { ms, cpu, different: new Set(complete.map(({ json }) => json['id'])).size };
};

/** Keywords, spread over the line items. */
async function write({
	way,
	sim,
	accountId,
	lineItems,
	count,
}: Writing): Promise<{ ms: number; made: number }> {
	const items = Array.from({ length: count }, (_, index) => ({
		json: { word: `keyword ${index}`, lineItem: lineItems[index % lineItems.length] ?? '' },
	}));
	const parameters = {
		authentication: 'oAuth1',
		resource: 'targetingCriterion',
		operation: way === 'batch' ? 'batch' : 'create',
		...(way === 'batch' && { operation_type: 'Create' }),
		account_id: locator(accountId),
		line_item_id: locator('={{ $json.lineItem }}'),
		targeting_type: 'BROAD_KEYWORD',
		targeting_value: locator('={{ $json.word }}'),
		operator_type: 'EQ',
	};
	const { ms, items: made } = await run(sim, [{ type: 'xAdsCampaigns', parameters }], items);
	return { ms, made: made.filter(({ json }) => typeof json['id'] === 'string').length };
}

serve({
	read,
	write,
	readWithMemory: async (reading: Reading): Promise<Read> => {
		await n8n;
		const { result, memory } = await memoryOf(() => read(reading));
		return { ...result, memory };
	},
});
