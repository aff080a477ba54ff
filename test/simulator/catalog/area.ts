/** Catalog management of the simulated X: catalogs, products, product sets, scheduled feeds. */
import { control, defineArea, ok, type Route, type SimRequest, type SimResponse } from '../frame';
import { ME } from '../identities';
import { CatalogCall, refuse } from './call';
import { documented } from './facts';
import { createFeed, removeFeed, updateFeed } from './feeds';
import { adsRefusals } from '../ads/errors';
import { listProducts, putProducts, removeProducts } from './products';
import { createSet, findSet, removeSet, updateSet, viewSet } from './sets';
import { Catalog, CatalogState } from './state';

type Handler = (call: CatalogCall) => { data: unknown; next_cursor?: string | null };

const CATALOG_PATH = '/12/product_catalogs/{product_catalog_id}';
const SETS = `${CATALOG_PATH}/product_sets`;
const FEEDS = `${CATALOG_PATH}/scheduled_feeds`;

const viewCatalog = ({ id, name }: Catalog) => ({ id, name });

/** The user that a request acts for: only the authenticated one, even where it may be named. */
function userOf({ request }: CatalogCall): string {
	const named = request.query.get('user_id') ?? request.caller.userId;
	if (named !== request.caller.userId) refuse('USER_NOT_FOUND', `User ${named} was not found`, 'user_id');
	return named;
}

function createCatalog(call: CatalogCall) {
	const { state, request, platform } = call;
	const userId = userOf(call);
	if (state.byUser.has(userId))
		refuse('ACTION_NOT_ALLOWED', 'A user can only own one product catalog', 'user_id');
	const name = request.query.get('name') ?? '';
	const made = new Catalog(platform.newId(), userId, name, platform, state.habits);
	state.byUser.set(userId, made);
	return viewCatalog(made);
}

const handlers: Readonly<Record<string, Handler>> = {
	'GET /12/product_catalogs': (call) => {
		const own = call.state.byUser.get(userOf(call));
		return { data: own ? [viewCatalog(own)] : [], next_cursor: null };
	},
	'POST /12/product_catalogs': (call) => ({ data: createCatalog(call) }),
	[`PUT ${CATALOG_PATH}`]: ({ catalog, request }) => {
		catalog.name = request.query.get('name') ?? '';
		return { data: viewCatalog(catalog) };
	},
	[`DELETE ${CATALOG_PATH}`]: ({ state, catalog }) => {
		state.byUser.delete(catalog.userId);
		return { data: viewCatalog(catalog) };
	},
	[`GET ${CATALOG_PATH}/products`]: listProducts,
	[`PUT ${CATALOG_PATH}/products`]: putProducts,
	[`DELETE ${CATALOG_PATH}/products`]: removeProducts,
	[`GET ${SETS}`]: ({ catalog, platform }) => {
		const data = [...catalog.sets.values()].map((set) => viewSet(catalog, set, platform));
		return { data, next_cursor: null };
	},
	[`GET ${SETS}/{product_set_id}`]: (call) => ({ data: viewSet(call.catalog, findSet(call), call.platform) }),
	[`POST ${SETS}`]: (call) => ({ data: createSet(call) }),
	[`PUT ${SETS}/{product_set_id}`]: (call) => ({ data: updateSet(call) }),
	[`DELETE ${SETS}/{product_set_id}`]: (call) => ({ data: removeSet(call) }),
	[`GET ${FEEDS}`]: ({ catalog: { feed } }) => ({ data: feed ? [feed] : [], next_cursor: null }),
	[`POST ${FEEDS}`]: (call) => ({ data: createFeed(call) }),
	[`PUT ${FEEDS}/{scheduled_feed_id}`]: (call) => ({ data: updateFeed(call) }),
	[`DELETE ${FEEDS}/{scheduled_feed_id}`]: (call) => ({ data: removeFeed(call) }),
};

const route = ([name, handle]: [string, Handler]): Route<CatalogState> => ({
	...documented(name),
	handler: (state, request, platform): SimResponse => {
		if (!state.enrolled) {
			const message = 'The client application is not enrolled for catalog management';
			refuse('UNAUTHORIZED_CLIENT_APPLICATION', message);
		}
		return ok({
			request: { params: echo(request) },
			...handle(new CatalogCall(state, request, platform)),
		});
	},
});

/** The parameters as X returns them: the entity of the path goes by `id`, but never the products. */
function echo({ params, query, body, path }: SimRequest): Record<string, unknown> {
	const own = Object.entries(params).map(([name, value]) => [
		name === 'product_catalog_id' && /product_catalogs\/\d+$/.test(path)
			? 'id'
			: name.replace(/^product_set_id$|^scheduled_feed_id$/, 'id'),
		value,
	]);
	const given = Object.entries((body ?? {}) as Record<string, unknown>).filter(
		([name]) => name !== 'products',
	);
	return Object.fromEntries([...own, ...query, ...given]) as Record<string, unknown>;
}

export const catalog = defineArea<CatalogState>({
	name: 'catalog',
	createState: () => new CatalogState(),
	refusals: adsRefusals,
	routes: Object.entries(handlers).map(route),
	control: {
		earlyAccess: control('`{enrolled: false}` ends early access.', (state, { enrolled }) => {
			state.enrolled = enrolled === true;
		}),
		processing: control(
			'`{milliseconds, fails}`: how filtered sets made from now on fare.',
			(state, { milliseconds, fails }) => {
				if (typeof milliseconds === 'number') state.processingMs = milliseconds;
				state.nextSetFails = fails === true;
			},
		),
		habits: control(
			'`{replaces, hidesMembers}`: what X may do where its documentation is silent.',
			(state, { replaces, hidesMembers }) => {
				state.habits.replaces = replaces === true;
				state.habits.hidesMembers = hidesMembers === true;
			},
		),
		seed: control(
			'Makes the catalog of the `ME` account, with these products if any.',
			(state, { products }, platform) => {
				const made = new Catalog(platform.newId(), ME.id, 'Acme', platform, state.habits);
				state.byUser.set(ME.id, made);
				for (const product of (products ?? []) as Record<string, unknown>[]) made.put(product);
				return viewCatalog(made);
			},
		),
		products: control('What is stored for the `ME` account, members of groups included.', (state) => {
			const own = state.byUser.get(ME.id);
			return own ? [...own.products.values()].map((stored) => own.view(stored)) : [];
		}),
	},
});
