/** The documented operations of all three APIs, as the facts kept in `test/facts` have them, in one shape. */
import ads from '../../../facts/ads-operations.json';
import catalog from '../../../facts/catalog-operations.json';
import core from '../../../facts/core-operations.json';

export interface Parameter {
	name: string;
	/** Another name under which the documentation knows it. */
	alias?: string;
	in: 'path' | 'query' | 'body';
	required: boolean;
	enum?: readonly unknown[];
}

export interface Documented {
	/** `GET /2/users/{id}`, the names in braces as documented. */
	route: string;
	/** The route with nameless braces: what routes are matched by. */
	key: string;
	parameters: Parameter[];
	/** Whether the body may hold more than `parameters` says. */
	openBody: boolean;
	/** As the nodes call them; absent where the facts say nothing. */
	kinds?: string[];
	scopes?: string[];
	paging?: { request: string; min?: number; max?: number };
}

/** `GET /2/users/{id}` → `GET /2/users/{}` */
export const keyOf = (route: string): string => route.replace(/\{[^}]*\}|:[a-z_]+/g, '{}');

interface RawParameter {
	name: string;
	in?: string;
	required?: boolean;
	docsName?: string;
	enum?: readonly unknown[];
	min?: number;
	max?: number;
}

interface RawCore {
	method: string;
	path: string;
	auth: string[];
	oauth2Scopes: string[];
	params: RawParameter[];
	body: { additionalProperties?: boolean; fields: RawParameter[] } | null;
	pagination: {
		requestParam: string;
		max_results?: { min?: number | null; max?: number | null } | null;
	} | null;
}

const parameter = (raw: RawParameter, place?: Parameter['in']): Parameter => ({
	name: raw.name,
	...(raw.docsName === undefined ? {} : { alias: raw.docsName }),
	in: place ?? (raw.in as Parameter['in']),
	required: raw.required ?? false,
	...(raw.enum ? { enum: raw.enum } : {}),
});

const kinds: Record<string, string> = { app: 'app', oauth1: 'oAuth1', oauth2User: 'oAuth2' };

function fromCore(raw: RawCore): Documented {
	const route = `${raw.method} ${raw.path}`;
	const { pagination, body } = raw;
	const { min, max } = pagination?.max_results ?? {};
	return {
		route,
		key: keyOf(route),
		parameters: [
			...raw.params.map((entry) => parameter(entry)),
			...(body?.fields ?? []).map((entry) => parameter(entry, 'body')),
		],
		openBody: body !== null && body.fields.length === 0,
		kinds: raw.auth.map((kind) => kinds[kind] ?? kind),
		scopes: raw.oauth2Scopes,
		...(pagination && { paging: bounded(pagination.requestParam, min, max) }),
	};
}

function bounded(
	request: string,
	min?: number | null,
	max?: number | null,
): NonNullable<Documented['paging']> {
	return { request, ...(min != null && { min }), ...(max != null && { max }) };
}

interface RawAds {
	method: string;
	path: string;
	bodyType: string;
	params: RawParameter[];
}

function fromAds(raw: RawAds): Documented {
	const route = `${raw.method} ${raw.path}`;
	const cursor = raw.params.find(({ name }) => name === 'cursor');
	const count = raw.params.find(({ name }) => name === 'count');
	return {
		route,
		key: keyOf(route),
		parameters: raw.params.map((entry) => parameter(entry)),
		openBody: raw.bodyType === 'json',
		...(cursor && { paging: bounded('cursor', count?.min, count?.max) }),
	};
}

export const coreOperations: Documented[] = (core as unknown as RawCore[]).map(fromCore);
export const adsOperations: Documented[] = (ads.operations as RawAds[]).map(fromAds);
export const catalogOperations: Documented[] = (catalog.operations as RawAds[]).map(fromAds);
