/** A request for each of many items, the way that is asked for. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import { entities } from '../../../nodes/shared/model/entities';
import { asText } from '../../../nodes/shared/util/text';
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { builtIn, openN8n, type Measured, type Step } from '../support/n8n';
import { sender } from '../support/sender';
import { serve } from '../support/serve';

/** What each item asks for. */
export type Work = 'user.getFollowing' | 'user.get';
/** X Core with so many requests at once; n8n's node, which starts all at once; a bare loop of its helper. */
export type Way = 'X Core, 10' | 'X Core, 50' | 'X Core, 300' | 'HTTP Request' | 'bare, 10';

export interface Job {
	work: Work;
	way: Way;
	sim: Addresses;
	/** The ID that each item is about. */
	values: string[];
}

export interface Done {
	ms: number;
	cpu: number;
	/** For each output item: what it holds, and which input item it is paired with. */
	results: { found: string; from: number | undefined }[];
}

const CREDENTIAL = 'xUserOAuth2Api';
const VALUE = '={{ $json.value }}';
const FIELDS = entities.user.simplifiedFields.join(',');
const LOCATOR = { __rl: true, mode: 'id', value: VALUE };

/** The same request for our node, and for a node that knows nothing of X. */
const WORKS: Record<Work, { form: INodeParameters; path: string; found: readonly string[] }> = {
	'user.getFollowing': {
		form: { id: LOCATOR, limit: 10 },
		path: `/2/users/{{ $json.value }}/following?max_results=10&user.fields=${FIELDS}`,
		found: ['username', 'data.0.username'],
	},
	'user.get': {
		form: { id: LOCATOR },
		path: `/2/users/{{ $json.value }}?user.fields=${FIELDS}`,
		found: ['id', 'data.id'],
	},
};

const bare = sender(
	'bare',
	CREDENTIAL,
	(context, request) => context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request),
	10,
);

const n8n = openN8n({
	'bench.bare': bare,
	'n8n-nodes-base.httpRequest': builtIn('HttpRequest/HttpRequest'),
});

function stepOf({ work, way, sim }: Job): Step {
	const { form, path } = WORKS[work];
	const url = `=${sim.baseUrl}${path}`;
	switch (way) {
		case 'bare, 10':
			return { type: 'bench.bare', parameters: { url } };
		case 'HTTP Request':
			return {
				type: 'n8n-nodes-base.httpRequest',
				parameters: {
					url,
					authentication: 'predefinedCredentialType',
					nodeCredentialType: CREDENTIAL,
					options: {},
				},
			};
		default: {
			const [resource = '', operation = ''] = work.split('.');
			const parallelRequests = Number(way.replace('X Core, ', ''));
			const parameters = { authentication: 'oAuth2', resource, operation, ...form };
			return { type: 'xCore', parameters: { ...parameters, options: { parallelRequests } } };
		}
	}
}

async function run(job: Job): Promise<Measured> {
	const credential = credentialsFor(job.sim)[CREDENTIAL] ?? {};
	return await (
		await n8n
	).run({
		steps: [stepOf(job)],
		credentials: { [CREDENTIAL]: credential },
		items: job.values.map((value) => ({ json: { value } })),
	});
}

const reach = (json: unknown, path: string): unknown =>
	path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], json);

function from({ pairedItem }: INodeExecutionData): number | undefined {
	const first = Array.isArray(pairedItem) ? pairedItem[0] : pairedItem;
	return typeof first === 'object' ? first.item : first;
}

serve({
	run: async (job: Job): Promise<Done> => {
		const { items, ms, cpu } = await run(job);
		const { found } = WORKS[job.work];
		const results = items.map((item) => ({
			found: asText(found.map((path) => reach(item.json, path)).find((value) => value !== undefined)),
			from: from(item),
		}));
		return { ms, cpu, results };
	},
});
