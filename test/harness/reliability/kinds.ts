/** The kinds of operation that a run executes: an example of each, and what X holds after it. */
import { sum } from 'lodash';
import { ads as adsArea } from '../../simulator/ads/area';
import { ids } from '../../simulator/ads/ids';
import { statsOf } from '../../simulator/ads/stats';
import { catalogProduct } from '../../support/catalogProducts';
import { chat as chatArea } from '../../simulator/chat/area';
import { core } from '../../simulator/core/area';
import { ME } from '../../simulator/identities';
import { peopleOf } from '../../simulator/people';
import { runNode, type NodeRunOptions } from '../../support';
import { useSimulator } from '../../support/simulator';
import { useSkippedWaits } from '../../support/waits';
import { seenIn, type Kind, type Scene, type Seen } from './scene';

type Run = Omit<NodeRunOptions, 'sim' | 'continueOnFail'>;
type World = ReturnType<typeof worldOf>;

const byId = (value: string) => ({ __rl: true, mode: 'id', value });

function worldOf() {
	// Each cell begins with a new simulator: only as many users as are needed.
	const sim = useSimulator({ followers: 12 });
	const waits = useSkippedWaits(sim);
	return {
		sim,
		held: () => core.state(sim().platform),
		waited: () => sum(waits().taken),
		run: async (
			{ node, parameters, ...more }: Run,
			results?: Parameters<typeof seenIn>[1],
		): Promise<Seen> => {
			const form = { authentication: 'oAuth2', ...parameters };
			const run = await runNode({
				node,
				sim: sim(),
				parameters: form,
				continueOnFail: true,
				...more,
			});
			return seenIn(run, results);
		},
	};
}

/** A scene whose members see the world that is set up for it. */
const scene = (make: (world: World) => Omit<Scene, 'sim' | 'waited'>) => (): Scene => {
	const world = worldOf();
	return { sim: world.sim, waited: world.waited, ...make(world) };
};

const xCore = (resource: string, operation: string, parameters: Run['parameters'] = {}): Run => ({
	node: 'xCore',
	parameters: { resource, operation, ...parameters },
});
const ads = (node: string, resource: string, operation: string, parameters: Run['parameters']): Run => ({
	node,
	parameters: {
		resource,
		operation,
		authentication: 'oAuth1',
		environment: 'production',
		account_id: byId(ids.account),
		...parameters,
	},
});
const itemsOf = (...values: string[]) => values.map((value) => ({ json: { value } }));
const VALUE = '={{ $json.value }}';
const MENTIONS = 130;

const published = ({ held }: World, text: string) =>
	[...held().posts.values()].filter((post) => post.text === text).length;

const getMe = xCore('user', 'getMe');
const createPost = (text: string) => xCore('post', 'create', { text });

export const KINDS: readonly Kind[] = [
	{
		name: 'Read',
		example: 'X Core, User: Get Me',
		results: 1,
		at: { method: 'GET', path: '/2/users/me' },
		scene: scene(({ run }) => ({ run: async () => await run(getMe) })),
	},
	{
		name: 'Page of a list',
		example: 'X Core, User: Get Mentions with Return All, second page',
		results: MENTIONS,
		skip: 1,
		hasPages: true,
		at: { method: 'GET', path: '/2/users/{id}/mentions' },
		scene: scene(({ sim, run }) => ({
			prepare: () => {
				const people = peopleOf(sim().platform);
				people.state.posts.clear();
				for (let count = 0; count < MENTIONS; count++) people.mention();
			},
			run: async () => await run(xCore('user', 'getMentions', { id: byId(ME.id), returnAll: true })),
		})),
	},
	{
		name: 'Look-ups of several items in one request',
		example: 'X Core, User: Get for three items',
		results: 3,
		at: { method: 'GET', path: '/2/users' },
		scene: scene(({ held, run }) => ({
			run: async () => {
				const items = itemsOf(...[...held().users.keys()].slice(0, 3));
				return await run({ ...xCore('user', 'get', { id: byId(VALUE) }), items });
			},
		})),
	},
	{
		name: 'Create',
		example: 'X Core, Post: Create',
		results: 1,
		makes: 1,
		at: { method: 'POST', path: '/2/tweets' },
		isCreate: true,
		scene: scene((world) => ({
			run: async () => await world.run(createPost('Once')),
			state: () => published(world, 'Once'),
		})),
	},
	{
		name: 'Update',
		example: 'X Core, List: Update',
		results: 1,
		makes: 1,
		at: { method: 'PUT', path: '/2/lists/{id}' },
		scene: scene(({ held, run }) => {
			const own = () => [...held().lists.values()].find(({ owner_id: owner }) => owner === ME.id);
			return {
				run: async () =>
					await run(
						xCore('list', 'update', { id: byId(own()?.id ?? ''), updateFields: { name: 'Renamed' } }),
					),
				state: () => [...held().lists.values()].filter(({ name }) => name === 'Renamed').length,
			};
		}),
	},
	{
		name: 'Delete',
		example: 'X Core, Post: Delete',
		results: 1,
		makes: 1,
		at: { method: 'DELETE', path: '/2/tweets/{id}' },
		scene: scene(({ sim, held, run }) => {
			let id = '';
			return {
				prepare: () => (id = peopleOf(sim().platform).post('Mine', {}, ME.id).id),
				run: async () => await run(xCore('post', 'delete', { id: byId(id) })),
				state: () => (held().posts.has(id) ? 0 : 1),
			};
		}),
	},
	{
		name: 'Batch',
		example: 'X Ads Campaigns, Campaign: Batch for three items',
		results: 3,
		makes: 3,
		isCreate: true,
		at: { method: 'POST', path: '/12/batch/accounts/{account_id}/campaigns' },
		scene: scene(({ sim, run }) => ({
			run: async () => {
				const batch = ads('xAdsCampaigns', 'campaign', 'batch', {
					operation_type: 'Create',
					name: VALUE,
					entity_status: 'PAUSED',
					funding_instrument_id: byId(ids.fundingInstrument),
					additionalFields: { daily_budget_amount_local_micro: '5' },
				});
				return await run({ ...batch, items: itemsOf('Batch 1', 'Batch 2', 'Batch 3') });
			},
			state: () =>
				adsArea
					.state(sim().platform)
					.production.state.of('campaigns')
					.of(ids.account)
					.filter(({ data }) => JSON.stringify(data['name']).includes('Batch ')).length,
		})),
	},
	{
		name: 'Piece of an upload',
		example: 'X Core, Media: Upload, second of two pieces',
		results: 1,
		makes: 2,
		skip: 1,
		at: { method: 'POST', path: '/2/media/upload/{id}/append' },
		scene: scene(({ held, run }) => {
			const data = Buffer.alloc(4.5 * 1024 * 1024, 'x').toString('base64');
			const binary = { data: { data, mimeType: 'image/png', fileName: 'a.png' } };
			return {
				run: async () => await run({ ...xCore('media', 'upload'), items: [{ json: {}, binary }] }),
				state: () => sum([...held().uploads.values()].map(({ segments }) => segments.size)),
			};
		}),
	},
	{
		name: 'Step of a sync',
		example: 'X Catalog, Product: Sync of three new products',
		results: 3,
		makes: 3,
		at: { method: 'PUT', path: '/12/product_catalogs/{product_catalog_id}/products' },
		scene: scene(({ sim, run }) => {
			let product_catalog_id = '';
			return {
				prepare: async () => {
					const made = await sim().control('catalog', 'seed', { products: [] });
					product_catalog_id = (made as { id: string }).id;
				},
				run: async () => {
					const items = [1, 2, 3].map((index) => ({ json: { ...catalogProduct(index) } as never }));
					const mapping = { mappingMode: 'autoMapInputData', value: null };
					const form = { product_catalog_id, productsFrom: 'mapping', mapping };
					const parameters = { resource: 'product', operation: 'sync', ...form };
					// What arrived with an answer that was lost is unchanged when it is sent again.
					const stored = ['created', 'updated', 'unchanged'];
					return await run({ node: 'xCatalog', parameters, items }, (rows) =>
						sum(rows.flatMap((row) => stored.map((name) => Number(row[name] ?? 0)))),
					);
				},
				state: async () => ((await sim().control('catalog', 'products')) as unknown[]).length,
			};
		}),
	},
	{
		name: 'Report job',
		example: 'X Ads Analytics, Report: Get by a job',
		results: 2,
		makes: 1,
		hasOwnSteps: true,
		at: { method: 'POST', path: '/12/stats/jobs/accounts/{account_id}' },
		scene: scene(({ sim, run }) => {
			const jobs = () => statsOf(adsArea.state(sim().platform).production.state).jobs;
			let before = 0;
			return {
				prepare: () => (before = jobs().count),
				run: async () =>
					await run(
						ads('xAdsAnalytics', 'report', 'get', {
							entity: 'LINE_ITEM',
							range: 'custom',
							filters: { placement: ['ALL_ON_TWITTER'] },
							start_time: '2026-05-19',
							end_time: '2026-05-21',
							options: { names: false, way: 'jobs' },
						}),
					),
				state: () => jobs().count - before,
			};
		}),
	},
	{
		name: 'Encrypted message',
		example: 'X Chat, Message: Send',
		results: 1,
		makes: 1,
		at: { method: 'POST', path: '/2/chat/conversations/{id}/messages' },
		scene: scene(({ sim, run }) => {
			const ada = '4400000000000000001';
			const read = async () =>
				(await sim().control('chat', 'read', { user: ada, conversation: `${ME.id}:${ada}` })) as unknown[];
			return {
				prepare: async () => {
					chatArea.state(sim().platform);
					await sim().control('chat', 'say', { from: ada, to: ME.id, text: 'Hello' });
				},
				run: async () =>
					await run({
						node: 'xChat',
						parameters: { resource: 'message', operation: 'send', id: byId(ada), text: 'Answer' },
					}),
				state: async () => (await read()).length - 1,
			};
		}),
	},
	{
		name: 'Renewal of a token',
		example: 'X Core, Post: Create with an expired OAuth 2.0 token',
		results: 1,
		makes: 1,
		isCreate: true,
		isOfN8n: true,
		at: { method: 'POST', path: '/2/oauth2/token' },
		scene: scene((world) => ({
			prepare: () => world.sim().platform.credentials.expire(ME.oauth2AccessToken),
			run: async () => await world.run(createPost('Renewed')),
			state: () => published(world, 'Renewed'),
		})),
	},
	{
		name: 'Exchange of keys for a token',
		example: 'X Core, User: Get as the app, without a bearer token',
		results: 1,
		at: { method: 'POST', path: '/oauth2/token' },
		scene: scene(({ held, run }) => ({
			run: async () => {
				const get = xCore('user', 'get', {
					authentication: 'app',
					id: byId([...held().users.keys()][0] ?? ''),
				});
				return await run({ ...get, credentials: { xAppApi: { bearerToken: '', sessionToken: '' } } });
			},
		})),
	},
];
