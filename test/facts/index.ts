/**
 * The documented operations of X: the only reader of the tables in this folder. Every row names its public
 * source. Tests and the simulator hold the nodes against these rows; the nodes do not know them.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { once } from 'lodash';
import type {
	CredentialKind,
	DocumentedLimits,
	EventPrice,
	Meanings,
	Method,
	N8nFacts,
	Operation,
	Parameter,
	Price,
	PriceRow,
	Sample,
	SignatureHeader,
	WebhookRule,
} from './types';

export type * from './types';

type Row = Omit<
	Operation,
	'api' | 'method' | 'path' | 'section' | 'auth' | 'scopes' | 'parameters' | 'status'
>;

interface CoreTable {
	readonly sources: Readonly<Record<string, string>>;
	/** Parameters that many operations share; rows name them. */
	readonly parameters: Readonly<Record<string, Parameter>>;
	readonly operations: ReadonlyArray<
		Row & {
			readonly tag: string;
			readonly auth: readonly CredentialKind[];
			readonly scopes: readonly string[];
			readonly parameters: ReadonlyArray<string | Parameter>;
			readonly status: number;
		}
	>;
}

interface AdsTable {
	readonly auth: {
		readonly kinds: readonly CredentialKind[];
		readonly scopes: Readonly<Record<Method, readonly string[]>>;
	};
	readonly errorCodes: Readonly<Record<string, number>>;
	readonly operations: ReadonlyArray<
		Row & { readonly section: string; readonly parameters: readonly Parameter[] }
	>;
}

/** Frozen, as all test files of a worker read the same rows. */
const table = <T>(file: string): (() => T) =>
	once(() => {
		const freeze = (_: string, value: unknown): unknown => Object.freeze(value);
		return JSON.parse(readFileSync(join(__dirname, file), 'utf8'), freeze) as T;
	});

const core = table<CoreTable>('core.json');
const ads = table<AdsTable>('ads.json');
const coreAnswers = table<{
	objects: Readonly<Record<string, unknown>>;
	answers: Readonly<Record<string, unknown>>;
}>('core-answers.json');
const adsAnswers = table<{ answers: Readonly<Record<string, Sample>> }>('ads-answers.json');
const prices = table<{
	read: string;
	rows: readonly PriceRow[];
	operations: readonly Price[];
	events: readonly EventPrice[];
}>('prices.json');
const rateLimits = table<{ operations: readonly DocumentedLimits[] }>('rateLimits.json');

function split(route: string): { method: Method; path: string } {
	const [method, path] = route.split(' ');
	if (!method || !path) throw new Error(`Not a route: ${route}`);
	return { method: method as Method, path };
}

export const coreOperations = once((): readonly Operation[] =>
	core().operations.map(({ tag, ...row }) => {
		const parameters = row.parameters.map((entry) =>
			typeof entry === 'string' ? sharedParameter(entry) : entry,
		);
		return Object.freeze({ ...row, ...split(row.route), api: 'core', section: tag, parameters });
	}),
);

/** The operations of the advertising API, catalogs included. */
export const adsOperations = once((): readonly Operation[] =>
	ads().operations.map((row) => {
		const { method, path } = split(row.route);
		const { kinds, scopes } = ads().auth;
		const takesPixelToken = row.parameters.some(({ name }) => name === 'X-Pixel-Token');
		const auth: readonly CredentialKind[] = takesPixelToken ? [...kinds, 'pixelToken'] : kinds;
		return Object.freeze({ ...row, method, path, api: 'ads', auth, scopes: scopes[method], status: 200 });
	}),
);

/** The operations of one chapter of the advertising API, e.g. `Campaign Management`. */
export const adsSection = (section: string): readonly Operation[] =>
	adsOperations().filter((operation) => operation.section === section);

/** All documented operations. */
export const operations = once((): readonly Operation[] => [...coreOperations(), ...adsOperations()]);

/** A parameter that many operations share, e.g. `UserFields`. */
export function sharedParameter(name: string): Parameter {
	const found = core().parameters[name];
	if (!found) throw new Error(`No shared parameter ${name}`);
	return found;
}

/**
 * What routes are compared by: `GET /2/users/{id}` gives `GET /2/users/{}`, because the names in braces differ between
 * the documentation and the records.
 */
export const keyOf = (route: string): string => route.replace(/\{[^}]*\}/g, '{}');

const byKey = once(() => new Map(operations().map((operation) => [keyOf(operation.route), operation])));

/**
 * The documented operation of a route, if there is one.
 *
 * @param route Method and path with names in braces.
 */
export const findOperation = (route: string): Operation | undefined => byKey().get(keyOf(route));

/**
 * The documented operation of a route.
 *
 * @param route Method and path with names in braces.
 */
export function operationOf(route: string): Operation {
	const found = findOperation(route);
	if (!found) throw new Error(`No documented operation ${route}`);
	return found;
}

/** What fits a path with names in braces; a group for each name. */
export const patternOf = (path: string): RegExp =>
	new RegExp(`^${path.replace(/[.*+?^$()|[\]\\]/g, '\\$&').replace(/\{[^}]*\}/g, '([^/]+)')}$`);

/** Patterns of all routes by method, those with fewer names first: `/2/users/me` is no `/2/users/{id}`. */
const patterns = once(() =>
	operations()
		.map((operation) => ({
			operation,
			names: operation.path.split('{').length,
			pattern: patternOf(operation.path),
		}))
		.sort((one, other) => one.names - other.names),
);

/**
 * The documented operation that a request asks for, if there is one.
 *
 * @param path Path as it was sent, without the query.
 */
export const operationAt = (method: string, path: string): Operation | undefined =>
	patterns().find(({ operation, pattern }) => operation.method === method && pattern.test(path))?.operation;

/** Every value that a parameter may have by some public source: its enumeration, and what other sources add. */
export const everyValue = ({ enum: values = [], also = [] }: Parameter): ReadonlyArray<string | number> => [
	...values,
	...also.flatMap(({ values: more }) => more),
];

/** Status by error code of the advertising API. */
export const adsErrorCodes = (): Readonly<Record<string, number>> => ads().errorCodes;

/** The whole of `value` with every `{"$object": name}` replaced by that entity. */
function expand(value: unknown): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map(expand);
	const { $object: name } = value as { $object?: string };
	if (name !== undefined) return expand(coreAnswers().objects[name]);
	return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, expand(member)]));
}

/**
 * A documented success of an operation; empty where the documentation shows none. A copy: the caller may change it.
 *
 * @param operation The operation, e.g. of `operationOf`.
 */
export function sampleOf({ api, route }: Pick<Operation, 'api' | 'route'>): Sample {
	if (api === 'ads') return structuredClone(adsAnswers().answers[route] ?? {});
	const answer = coreAnswers().answers[route];
	return answer === undefined ? {} : { answer: expand(answer) };
}

const priceByRoute = once(() => new Map(prices().operations.map((price) => [price.route, price])));

/** What an operation of the core API costs with pay-per-use. */
export const priceOf = (route: string): Price | undefined => priceByRoute().get(route);

/** Every row of the price list. */
export const allPrices = (): readonly Price[] => prices().operations;

/** The tables of the price page, as they were read. */
export const priceRows = (): readonly PriceRow[] => prices().rows;

/** Prices of delivered events. */
export const eventPrices = (): readonly EventPrice[] => prices().events;

/** The day on which the prices were read. */
export const pricesDate = (): string => prices().read;

/** The documented rate limits: https://docs.x.com/x-api/fundamentals/rate-limits */
export const documentedLimits = (): readonly DocumentedLimits[] => rateLimits().operations;

/** Signature headers and rules of webhooks. */
export const webhookFacts = table<{ headers: readonly SignatureHeader[]; rules: readonly WebhookRule[] }>(
	'webhooks.json',
);

/** What n8n asks of community nodes. */
export const n8nFacts = table<N8nFacts>('n8n.json');

/** The newest entries of X's changelog that the facts took in. */
export const readChangelog = table<{ newest: { date: string; titles: readonly string[] } }>('changelog.json');

/** What X's public pages say that parameters and fields of answers mean. */
export const documentedMeanings = table<Meanings>('meanings.json');

/** A documented parameter, with its place; members of a body have the place `body`. */
export interface Placed {
	readonly place: 'path' | 'query' | 'header' | 'body';
	readonly parameter: Parameter;
}

/**
 * Every parameter of an operation, the outermost members of its body among them. Of a batch, the members that its
 * entries can have: the entries themselves are made of the input items.
 */
export const parametersOf = ({ parameters, body }: Operation): Placed[] => {
	const fields = body?.fields ?? [];
	const ofEntries = fields.flatMap(({ fieldsBy }) =>
		Object.values(fieldsBy ?? {}).flatMap((byValue) => Object.values(byValue).flat()),
	);
	return [
		...parameters.map((parameter) => ({ place: parameter.in ?? ('query' as const), parameter })),
		...(ofEntries.length > 0 ? ofEntries : fields).map((parameter) => ({
			place: 'body' as const,
			parameter,
		})),
	];
};
