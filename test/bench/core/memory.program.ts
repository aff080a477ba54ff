/** Looks up the user of every input item, the way that is asked for, and says how much memory it took. */
import { chunk } from 'lodash';
import type { IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { entities } from '../../../nodes/shared/model/entities';
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { describe } from '../../support/host/describe';
import { memoryOf, type MemoryUse } from '../support/memory';
import { openN8n, type Step } from '../support/n8n';
import { serve } from '../support/serve';

/** Our node; a node that does nothing but ask for a hundred users at a time and give what comes. */
export type Way = 'X Core' | 'nothing but the output';

export interface LookedUp {
	ms: number;
	/** Items with the user that their input item asks for. */
	right: number;
	items: number;
	memory: MemoryUse;
}

interface Job {
	way: Way;
	sim: Addresses;
	ids: string[];
}

const CREDENTIAL = 'xAppApi';
const VALUE = '={{ $json.value }}';
const FIELDS = entities.user.simplifiedFields.join(',');

const plain: INodeType = {
	description: describe({
		name: 'plain',
		displayName: 'Plain',
		credentials: [{ name: CREDENTIAL }],
		properties: ['url', 'id'].map((name) => ({ displayName: name, name, type: 'string', default: '' })),
	}),
	async execute() {
		const output: INodeExecutionData[] = [];
		for (const places of chunk([...this.getInputData().keys()], 100)) {
			const ids = places.map((place) => this.getNodeParameter('id', place) as string);
			const url = `${this.getNodeParameter('url', 0) as string}?ids=${ids.join(',')}&user.fields=${FIELDS}`;
			const answer: unknown = await this.helpers.httpRequestWithAuthentication.call(this, CREDENTIAL, {
				url,
			});
			const { data } = answer as { data: IDataObject[] };
			for (const [at, json] of data.entries()) output.push({ json, pairedItem: { item: places[at] ?? NaN } });
		}
		return [output];
	},
};

const n8n = openN8n({ 'bench.plain': plain });

const stepOf = ({ way, sim }: Job): Step =>
	way === 'X Core'
		? {
				type: 'xCore',
				parameters: {
					authentication: 'app',
					resource: 'user',
					operation: 'get',
					id: { __rl: true, mode: 'id', value: VALUE },
					options: { user_fields: [...entities.user.simplifiedFields] },
				},
			}
		: { type: 'bench.plain', parameters: { url: `${sim.baseUrl}/2/users`, id: VALUE } };

serve({
	lookUp: async (job: Job): Promise<LookedUp> => {
		const { run } = await n8n;
		const credentials = { [CREDENTIAL]: credentialsFor(job.sim)[CREDENTIAL] ?? {} };
		const steps = [stepOf(job)];
		const items = job.ids.map((value) => ({ json: { value } }));
		const { result, memory } = await memoryOf(() => run({ steps, credentials, items }));
		const right = result.items.filter(({ json, pairedItem }, at) => {
			const paired = pairedItem as { item: number };
			return json['id'] === job.ids[at] && paired.item === at;
		}).length;
		return { ms: result.ms, right, items: result.items.length, memory };
	},
});
