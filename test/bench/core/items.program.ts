/** A request or a look-up for each of many items, the way that is asked for. */
import { chunk } from 'lodash';
import type { IDataObject, INodeExecutionData, INodeParameters, INodeType } from 'n8n-workflow';
import { entities } from '../../../nodes/shared/model/entities';
import { asText } from '../../../nodes/shared/util/text';
import type { Addresses } from '../../support/credentials';
import { credentialsFor } from '../../support/credentials';
import { ME } from '../../simulator/identities';
import { describe } from '../../support/host/describe';
import { memoryOf, type MemoryUse } from '../support/memory';
import { builtIn, openN8n, type Measured, type Step } from '../support/n8n';
import { sender } from '../support/sender';
import { serve } from '../support/serve';

/** What each item asks for. */
export type Work = 'user.getFollowing' | 'user.get' | 'user.getMe';
/**
 * X Core with so many requests at once; n8n's node, which starts all at once; bare loops of n8n's helpers, one of which
 * knows no credential; a node that does nothing but ask for a hundred users at a time and give what comes.
 */
export type Way =
	| 'X Core, 1'
	| 'X Core, 10'
	| 'X Core, 50'
	| 'X Core, 300'
	| 'HTTP Request'
	| 'bare, 10'
	| 'httpRequestWithAuthentication'
	| 'httpRequest'
	| 'nothing but the output';

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
	/** Where it was asked for. */
	memory?: MemoryUse;
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
	'user.getMe': { form: {}, path: `/2/users/me?user.fields=${FIELDS}`, found: ['id', 'data.id'] },
};

const authenticated = (parallel: number) =>
	sender(
		'bare',
		CREDENTIAL,
		(context, request) => context.helpers.httpRequestWithAuthentication.call(context, CREDENTIAL, request),
		parallel,
	);

const unauthenticated = sender('bare', CREDENTIAL, (context, request) =>
	context.helpers.httpRequest({ ...request, headers: { Authorization: `Bearer ${ME.oauth2AccessToken}` } }),
);

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

const n8n = openN8n({
	'bench.plain': plain,
	'bench.bare': authenticated(10),
	'bench.authenticated': authenticated(1),
	'bench.unauthenticated': unauthenticated,
	'n8n-nodes-base.httpRequest': builtIn('HttpRequest/HttpRequest'),
});

function stepOf({ work, way, sim }: Job): Step {
	const { form, path } = WORKS[work];
	const url = `=${sim.baseUrl}${path}`;
	switch (way) {
		case 'bare, 10':
			return { type: 'bench.bare', parameters: { url } };
		case 'httpRequestWithAuthentication':
			return { type: 'bench.authenticated', parameters: { url } };
		case 'httpRequest':
			return { type: 'bench.unauthenticated', parameters: { url } };
		case 'nothing but the output':
			return { type: 'bench.plain', parameters: { url: `${sim.baseUrl}/2/users`, id: VALUE } };
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

function doneOf({ work }: Job, { items, ms, cpu }: Measured): Done {
	const { found } = WORKS[work];
	const results = items.map((item) => ({
		found: asText(found.map((path) => reach(item.json, path)).find((value) => value !== undefined)),
		from: from(item),
	}));
	return { ms, cpu, results };
}

serve({
	run: async (job: Job): Promise<Done> => doneOf(job, await run(job)),
	runWithMemory: async (job: Job): Promise<Done> => {
		await n8n;
		const { result, memory } = await memoryOf(() => run(job));
		return { ...doneOf(job, result), memory };
	},
});
