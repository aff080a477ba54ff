/** Catalog management of the simulated platform: catalogs, products, product sets, scheduled feeds. */
import { defineArea, ok, type Platform, type Route, type SimRequest, type SimResponse } from '../frame';
import { me } from '../identities';
import { documented } from './facts';
import { createFeed, importFeed, removeFeed, updateFeed } from './feeds';
import { adsRefusals } from '../ads/errors';
import { refuse } from './problems';
import { listProducts, putProducts, removeProducts } from './products';
import { createSet, findSet, removeSet, updateSet, viewSet } from './sets';
import { Catalog, CatalogState } from './state';

type Handler = (state: CatalogState, request: SimRequest, platform: Platform) => Answer;
interface Answer {
	data: unknown;
	next_cursor?: string | null;
}

const catalogPath = '/12/product_catalogs/{product_catalog_id}';

const viewCatalog = ({ id, name }: Catalog) => ({ id, name });

/** The user that a request acts for: only the authenticated one, even where it may be named. */
function userOf(request: SimRequest): string {
	const named = request.query.get('user_id') ?? request.caller.userId;
	if (named !== request.caller.userId) refuse('USER_NOT_FOUND', `User ${named} was not found`, 'user_id');
	return named;
}

function catalogOf(state: CatalogState, request: SimRequest): Catalog {
	const id = request.params.product_catalog_id ?? '';
	const found = state.byUser.get(request.caller.userId);
	if (found?.id !== id)
		return refuse('NOT_FOUND', `Product catalog ${id} was not found`, 'product_catalog_id');
	return found;
}

const handlers: Readonly<Record<string, Handler>> = {
	'GET /12/product_catalogs': (state, request) => {
		const own = state.byUser.get(userOf(request));
		return { data: own ? [viewCatalog(own)] : [], next_cursor: null };
	},
	'POST /12/product_catalogs': (state, request, platform) => {
		const userId = userOf(request);
		if (state.byUser.has(userId))
			refuse('ACTION_NOT_ALLOWED', 'A user can only own one product catalog', 'user_id');
		const made = new Catalog(
			platform.newId(),
			userId,
			request.query.get('name') ?? '',
			platform,
			state.habits,
		);
		state.byUser.set(userId, made);
		return { data: viewCatalog(made) };
	},
	[`PUT ${catalogPath}`]: (state, request) => {
		const catalog = catalogOf(state, request);
		catalog.name = request.query.get('name') ?? '';
		return { data: viewCatalog(catalog) };
	},
	[`DELETE ${catalogPath}`]: (state, request) => {
		const catalog = catalogOf(state, request);
		state.byUser.delete(catalog.userId);
		return { data: viewCatalog(catalog) };
	},
	[`GET ${catalogPath}/products`]: (state, request, platform) =>
		listProducts(catalogOf(state, request), request, platform),
	[`PUT ${catalogPath}/products`]: (state, request) => putProducts(catalogOf(state, request), request),
	[`DELETE ${catalogPath}/products`]: (state, request) => removeProducts(catalogOf(state, request), request),
	[`GET ${catalogPath}/product_sets`]: (state, request, platform) => {
		const catalog = catalogOf(state, request);
		return {
			data: [...catalog.sets.values()].map((set) => viewSet(catalog, set, platform)),
			next_cursor: null,
		};
	},
	[`GET ${catalogPath}/product_sets/{product_set_id}`]: (state, request, platform) => {
		const catalog = catalogOf(state, request);
		return { data: viewSet(catalog, findSet(catalog, request), platform) };
	},
	[`POST ${catalogPath}/product_sets`]: (state, request, platform) => ({
		data: createSet(state, catalogOf(state, request), request, platform),
	}),
	[`PUT ${catalogPath}/product_sets/{product_set_id}`]: (state, request, platform) => ({
		data: updateSet(catalogOf(state, request), request, platform),
	}),
	[`DELETE ${catalogPath}/product_sets/{product_set_id}`]: (state, request, platform) => ({
		data: removeSet(catalogOf(state, request), request, platform),
	}),
	[`GET ${catalogPath}/scheduled_feeds`]: (state, request) => {
		const { feed } = catalogOf(state, request);
		return { data: feed ? [feed] : [], next_cursor: null };
	},
	[`POST ${catalogPath}/scheduled_feeds`]: (state, request, platform) => ({
		data: createFeed(catalogOf(state, request), request, platform),
	}),
	[`PUT ${catalogPath}/scheduled_feeds/{scheduled_feed_id}`]: (state, request, platform) => ({
		data: updateFeed(catalogOf(state, request), request, platform),
	}),
	[`DELETE ${catalogPath}/scheduled_feeds/{scheduled_feed_id}`]: (state, request) => ({
		data: removeFeed(catalogOf(state, request), request),
	}),
};

function route([name, handle]: [string, Handler]): Route<CatalogState> {
	return {
		...documented(name),
		handler: (state, request, platform): SimResponse => {
			if (!state.enrolled) {
				refuse(
					'UNAUTHORIZED_CLIENT_APPLICATION',
					'The client application is not enrolled for catalog management',
				);
			}
			return ok({ request: { params: echo(request) }, ...handle(state, request, platform) });
		},
	};
}

/** The parameters as the service prints them back: the entity of the path goes by `id`, but never the products. */
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
		/** `{enrolled: false}` ends early access. */
		earlyAccess: (state, { enrolled }) => {
			state.enrolled = enrolled === true;
		},
		/** `{milliseconds, fails}`: how filtered sets made from now on fare. */
		processing: (state, { milliseconds, fails }) => {
			if (typeof milliseconds === 'number') state.processingMs = milliseconds;
			state.nextSetFails = fails === true;
		},
		/** `{replaces, hidesMembers}`: how the platform does what its documentation leaves open. */
		habits: (state, { replaces, hidesMembers }) => {
			state.habits.replaces = replaces === true;
			state.habits.hidesMembers = hidesMembers === true;
		},
		/** Makes the catalog of the `me` account, with these products if any. */
		seed: (state, { products }, platform) => {
			const made = new Catalog(platform.newId(), me.id, 'Acme', platform, state.habits);
			state.byUser.set(me.id, made);
			for (const product of (products ?? []) as Record<string, unknown>[]) made.put(product);
			return viewCatalog(made);
		},
		/** What is stored for the `me` account, members of groups included. */
		products: (state) => {
			const own = state.byUser.get(me.id);
			return own ? [...own.products.values()].map((stored) => own.view(stored)) : [];
		},
		/** Fetches and imports the feed of the `me` account now. */
		importFeed: async (state) => await importFeed(state.byUser.get(me.id)),
	},
});
