/** Pages through the followers of one account, the way that is asked for. */
import { entities } from '../../../nodes/shared/model/entities';
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { ME } from '../../simulator/identities';
import { memoryOf, type MemoryUse } from '../support/memory';
import { builtIn, openN8n, type Measured, type Step } from '../support/n8n';
import { serve } from '../support/serve';

export type Way = 'X Core' | 'HTTP Request, Split Out' | 'X Core, Raw' | 'HTTP Request';

export interface Paged {
	ms: number;
	cpu: number;
	items: number;
	/** Different users among all that came. */
	users: number;
	memory?: MemoryUse;
}

const FIELDS = entities.user.simplifiedFields;

const xCore = (output: string): Step => ({
	type: 'xCore',
	parameters: {
		authentication: 'app',
		resource: 'user',
		operation: 'getFollowers',
		id: { __rl: true, mode: 'id', value: ME.id },
		returnAll: true,
		output,
		options: { user_fields: [...FIELDS] },
	},
});

/** n8n's node as someone sets it up who knows the API: its largest page, its token, its end. */
const httpRequest = (baseUrl: string): Step => ({
	type: 'n8n-nodes-base.httpRequest',
	parameters: {
		url: `${baseUrl}/2/users/${ME.id}/followers`,
		authentication: 'predefinedCredentialType',
		nodeCredentialType: 'xAppApi',
		sendQuery: true,
		queryParameters: {
			parameters: [
				{ name: 'max_results', value: '1000' },
				{ name: 'user.fields', value: FIELDS.join(',') },
			],
		},
		options: {
			pagination: {
				pagination: {
					paginationMode: 'updateAParameterInEachRequest',
					parameters: {
						parameters: [
							{
								type: 'qs',
								name: 'pagination_token',
								value: '={{ $response.body?.meta?.next_token }}',
							},
						],
					},
					paginationCompleteWhen: 'other',
					completeExpression: '={{ !$response.body.meta.next_token }}',
				},
			},
		},
	},
});

const SPLIT_OUT: Step = {
	type: 'n8n-nodes-base.splitOut',
	parameters: { fieldToSplitOut: 'data' },
};

function stepsOf(way: Way, baseUrl: string): Step[] {
	switch (way) {
		case 'X Core':
			return [xCore('simplified')];
		case 'X Core, Raw':
			return [xCore('raw')];
		case 'HTTP Request':
			return [httpRequest(baseUrl)];
		case 'HTTP Request, Split Out':
			return [httpRequest(baseUrl), SPLIT_OUT];
	}
}

/** How many different users there are, be they an item each or a page of them. */
function distinctUsers({ items }: Measured): number {
	const users = items.flatMap(({ json }) =>
		Array.isArray(json['data']) ? (json['data'] as unknown[]) : json,
	);
	return new Set(users.map((user) => (user as { id?: string }).id)).size;
}

const n8n = openN8n({
	'n8n-nodes-base.httpRequest': builtIn('HttpRequest/HttpRequest'),
	'n8n-nodes-base.splitOut': builtIn('Transform/SplitOut/SplitOut'),
});

interface Paging {
	way: Way;
	sim: Addresses;
}

async function page({ way, sim }: Paging, isOneOfMany = false): Promise<Measured> {
	const { xAppApi = {} } = credentialsFor(sim);
	const steps = stepsOf(way, sim.baseUrl);
	return await (await n8n).run({ steps, credentials: { xAppApi }, isOneOfMany });
}

function described(measured: Measured): Paged {
	const { ms, cpu, items } = measured;
	return { ms, cpu, items: items.length, users: distinctUsers(measured) };
}

serve({
	page: async (request: Paging) => described(await page(request, true)),
	pageWithMemory: async (request: Paging): Promise<Paged> => {
		await n8n;
		const { result, memory } = await memoryOf(() => page(request));
		return { ...described(result), memory };
	},
});
