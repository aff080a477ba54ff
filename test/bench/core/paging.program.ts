/** Pages through the followers of one account, the way that is asked for. */
import { entities } from '../../../nodes/shared/model/entities';
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { ME } from '../../simulator/identities';
import { memoryOf, type MemoryUse } from '../support/memory';
import { allPages, EACH_ENTRY, openN8n, PAGING_NODES, type Measured, type Step } from '../support/n8n';
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

const httpRequest = (baseUrl: string): Step =>
	allPages(
		`${baseUrl}/2/users/${ME.id}/followers`,
		'xAppApi',
		{ max_results: '1000', 'user.fields': FIELDS.join(',') },
		['pagination_token', 'meta?.next_token'],
	);

function stepsOf(way: Way, baseUrl: string): Step[] {
	switch (way) {
		case 'X Core':
			return [xCore('simplified')];
		case 'X Core, Raw':
			return [xCore('raw')];
		case 'HTTP Request':
			return [httpRequest(baseUrl)];
		case 'HTTP Request, Split Out':
			return [httpRequest(baseUrl), EACH_ENTRY];
	}
}

/** How many different users there are, be they an item each or a page of them. */
function distinctUsers({ items }: Measured): number {
	const users = items.flatMap(({ json }) =>
		Array.isArray(json['data']) ? (json['data'] as unknown[]) : json,
	);
	return new Set(users.map((user) => (user as { id?: string }).id)).size;
}

const n8n = openN8n(PAGING_NODES);

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
