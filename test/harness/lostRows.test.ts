/**
 * Rows that share a request whose answer never came, where X has a state for each of them: the next run sends them again,
 * and X has each once.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { get, range } from 'lodash';
import type { IDataObject, INodeParameters } from 'n8n-workflow';
import { ads as area } from '../simulator/ads/area';
import { membersOf, setMembers } from '../simulator/ads/audienceUsers';
import { conversionsOf } from '../simulator/ads/conversions';
import { ids } from '../simulator/ads/ids';
import { catalog as catalogArea } from '../simulator/catalog/area';
import { ME, PIXEL } from '../simulator/identities';
import { runNode } from '../support';
import { byId } from '../support/seeded/types';
import { IDS, product, withCatalog } from '../support/seeded/catalog';
import { useSimulator } from '../support/simulator';
import { useSkippedWaits } from '../support/waits';
import { account } from './ads/support';

const sim = useSimulator({ followers: 0 });
useSkippedWaits(sim);

const ads = () => area.state(sim().platform).production.state;

interface Kind {
	readonly node: string;
	readonly form: INodeParameters;
	readonly rows: readonly IDataObject[];
	readonly path: string;
	readonly prepare?: () => unknown;
	readonly onX: () => number;
}

const KINDS: Readonly<Record<string, Kind>> = {
	'people of an audience': {
		node: 'xAdsAudiences',
		form: {
			authentication: 'oAuth1',
			resource: 'audience',
			operation: 'addUsers',
			account_id: account,
			custom_audience_id: byId(ids.audience),
			users_from: 'columns',
		},
		rows: range(3).map((index) => ({ email: `user${index}@example.com` })),
		path: `/12/accounts/${ids.account}/custom_audiences/${ids.audience}/users`,
		prepare: () => setMembers(ads(), ids.audience, []),
		onX: () => membersOf(ads(), ids.audience).length,
	},
	conversions: {
		node: 'xAdsMeasurement',
		form: {
			authentication: 'pixelToken',
			environment: 'production',
			resource: 'conversion',
			operation: 'send',
			event_id: byId(`tw-${PIXEL.id}-${ids.webEventTag}`),
			conversion_time: '2026-11-20T10:15:30.125Z',
			identifiers: { values: [{ kind: 'email', value: '={{ $json.email }}' }] },
		},
		rows: range(3).map((index) => ({ email: `user${index}@example.com` })),
		path: `/12/measurement/conversions/${PIXEL.id}`,
		onX: () => new Set(conversionsOf(ads()).map(({ conversion_id }) => conversion_id)).size,
	},
	products: {
		node: 'xCatalog',
		form: {
			resource: 'product',
			operation: 'upsert',
			product_catalog_id: byId(IDS.catalog),
			productsFrom: 'mapping',
			mapping: { mappingMode: 'autoMapInputData', value: null },
		},
		rows: range(3).map((index) => product(`lost${index}`) as IDataObject),
		path: '/12/product_catalogs/{product_catalog_id}/products',
		prepare: () => withCatalog(sim()),
		onX: () =>
			[...(catalogArea.state(sim().platform).byUser.get(ME.id)?.products.keys() ?? [])].filter((id) =>
				id.startsWith('lost'),
			).length,
	},
};

it.each(Object.entries(KINDS))('%s', async (_name, { node, form, rows, path, prepare, onX }) => {
	await prepare?.();
	const run = async (continueOnFail = false) =>
		await runNode({
			node,
			sim: sim(),
			parameters: form,
			items: rows.map((json) => ({ json })),
			continueOnFail,
		});
	sim().fail({ match: { path }, kind: 'unavailable', after: true, times: 60 });
	const broken = await run();
	const items = await run(true);
	sim().repair();
	expect(broken.error).toBeDefined();
	// Nothing is done, and no row is unsure: the same run sends all of them.
	expect(get(broken.error, 'context.data.resume')).toBeUndefined();
	expect(items.json.map((json) => get(json, 'details.resume.left.0.unsure') ?? false)).toEqual(
		rows.map(() => false),
	);
	const rest = await run();
	expect(rest.error?.message).toBeUndefined();
	expect(onX()).toBe(rows.length);
});
