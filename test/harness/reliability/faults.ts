/** What may go wrong with one request. The bodies are the documented ones, or what the samples of the documentation show. */
import { STATUS_CODES } from 'node:http';
import { get, set } from 'lodash';
import type { Fault } from '../../simulator/frame/faults';
import type { SimResponse } from '../../simulator/exchange';

type ApiName = 'core' | 'ads';

export interface FaultCase {
	readonly name: string;
	/** The order for the simulated X; `refused` where no one listens. */
	readonly order: Fault | 'refused' | ((api: ApiName) => Fault);
	/** Whether it is also measured for as long as a run may try. */
	readonly lasts?: boolean;
	/** n8n's limit of five minutes for an answer matters; it is shortened. */
	readonly isTimeout?: boolean;
	/** Whether it takes several pages to happen. */
	readonly ofPages?: boolean;
	/** X says itself that something is wrong with the request, the keys or the account: repeating does not help. */
	readonly isRefusal?: boolean;
	/** X says for how long it wants to be left alone. */
	readonly asksForSeconds?: number;
}

/** https://docs.x.com/x-api/fundamentals/response-codes-and-errors#error-types */
const core = (status: number, slug: string, title: string, detail: string): Fault => ({
	kind: 'status',
	status,
	body: { type: `https://api.twitter.com/2/problems/${slug}`, title, detail, status },
	headers: { 'content-type': 'application/problem+json' },
});

/** https://docs.x.com/x-ads-api/fundamentals/error-codes-and-responses */
const ads = (status: number, code: string, message: string): Fault => ({
	kind: 'status',
	status,
	body: { errors: [{ code, message }], request: { params: {} } },
});

const bare = (status: number, headers: Record<string, string> = {}): Fault => ({
	kind: 'status',
	status,
	body: { title: STATUS_CODES[status], type: 'about:blank', status },
	headers,
});

const inSeconds = (seconds: number) => String(Math.floor(Date.now() / 1000) + seconds);

const altered = (alter: NonNullable<Fault['alter']>): Fault => ({ kind: 'altered', alter });
const isSuccess = ({ status }: SimResponse) => status >= 200 && status < 300;

/** A page whose token leads to itself. */
function repeatToken(answer: SimResponse, query: URLSearchParams): SimResponse {
	const token = query.get('pagination_token') ?? query.get('next_token') ?? query.get('cursor');
	const body = structuredClone(answer.body) as object;
	return token === null ? answer : { ...answer, body: set(body, 'meta.next_token', token) };
}

/** A page from which entities have gone, as those of suspended accounts do. */
function shrink(answer: SimResponse): SimResponse {
	const data: unknown = get(answer.body, 'data');
	if (!Array.isArray(data)) return answer;
	return { ...answer, body: { ...(answer.body as object), data: data.slice(0, 1) } };
}

export const FAULTS: readonly FaultCase[] = [
	{ name: 'connection refused', order: 'refused', lasts: true },
	{ name: 'connection reset before X had the request', order: { kind: 'reset' }, lasts: true },
	{
		name: 'connection reset after X did what was asked',
		order: { kind: 'reset', after: true },
		lasts: true,
	},
	{ name: 'no answer before n8n gives up', order: { kind: 'silent' }, isTimeout: true, lasts: true },
	{
		name: 'no answer, though X did what was asked',
		order: { kind: 'silent', after: true },
		isTimeout: true,
	},
	{ name: 'body that stops half way', order: { kind: 'stalled' }, isTimeout: true },
	{ name: 'body that comes slowly', order: { kind: 'slowBody' } },
	{ name: 'body that is cut off', order: { kind: 'truncated' } },
	{ name: 'JSON that stops half way', order: { kind: 'brokenJson' } },
	{
		name: 'right answer named text/html',
		order: altered((answer) => ({ ...answer, headers: { ...answer.headers, 'content-type': 'text/html' } })),
	},
	{
		name: 'JSON of another type',
		order: altered((answer) => (isSuccess(answer) ? { ...answer, body: '"done"' } : answer)),
	},
	{
		name: 'empty JSON object',
		order: altered((answer) => (isSuccess(answer) ? { ...answer, body: '{}' } : answer)),
	},
	{ name: 'gzip', order: { kind: 'gzip' } },
	{ name: '200 without a body', order: { kind: 'empty' } },
	{ name: '200 without a body, though X did what was asked', order: { kind: 'empty', after: true } },
	{
		name: '401 (token expired)',
		order: (api) =>
			api === 'ads'
				? ads(401, 'UNAUTHORIZED_ACCESS', 'This request is not properly authenticated')
				: { kind: 'unauthorized' },
		lasts: true,
		isRefusal: true,
	},
	{
		name: '402 (no credit)',
		order: core(402, 'credits', 'CreditsDepleted', 'Your enrolled account does not have any credits.'),
		isRefusal: true,
	},
	{
		name: '403 (app without access)',
		order: (api) =>
			api === 'ads'
				? ads(403, 'UNAUTHORIZED_CLIENT_APPLICATION', 'The client application is not permitted')
				: core(403, 'client-forbidden', 'Client Forbidden', 'This request must be made by an enrolled app.'),
		isRefusal: true,
	},
	{
		name: '403 (permissions of the app)',
		order: (api) =>
			api === 'ads'
				? ads(403, 'READONLY_CLIENT_APPLICATION', 'The client application may only read')
				: core(
						403,
						'oauth1-permissions',
						'Forbidden',
						'Your client app is not configured for this endpoint.',
					),
		isRefusal: true,
	},
	{
		name: '403 (kind of credential)',
		order: core(
			403,
			'unsupported-authentication',
			'Unsupported Authentication',
			'Authenticating with Unknown is forbidden for this endpoint. Supported authentication types are [OAuth 1.0a User Context].',
		),
		isRefusal: true,
	},
	{
		name: '403 (not for this user)',
		order: (api) =>
			api === 'ads'
				? ads(403, 'ACCOUNT_NOT_FOUND', 'Account was not found')
				: core(403, 'not-authorized-for-resource', 'Authorization Error', 'You may not see this.'),
		isRefusal: true,
	},
	{ name: '404 as a web page', order: { kind: 'html' } },
	{
		name: '423 (locked)',
		order: (api) =>
			api === 'ads' ? ads(423, 'LOCK_ACQUISITION_TIMEOUT', 'Another request holds the lock') : bare(423),
		isRefusal: true,
	},
	{ name: '429 without headers', order: bare(429) },
	{
		name: '429, reset in the past',
		order: () => bare(429, { 'x-rate-limit-remaining': '0', 'x-rate-limit-reset': inSeconds(-60) }),
	},
	{
		name: '429, reset in a minute',
		order: { kind: 'rateLimited', resetIn: 60 },
		lasts: true,
		asksForSeconds: 59,
	},
	{ name: '429 with retry-after', order: bare(429, { 'retry-after': '120' }), asksForSeconds: 120 },
	{ name: '429, reset in a day', order: { kind: 'rateLimited', resetIn: 86_400 } },
	{ name: '500', order: bare(500), lasts: true },
	{ name: '500, though X did what was asked', order: { ...bare(500), after: true } },
	{
		name: '503 with retry-after',
		order: bare(503, { 'retry-after': '30' }),
		lasts: true,
		asksForSeconds: 30,
	},
	{ name: '503, though X did what was asked', order: { ...bare(503), after: true } },
	{ name: 'page token that leads to the same page', order: altered(repeatToken), ofPages: true },
	{ name: 'page that lost entities meanwhile', order: altered(shrink), ofPages: true },
];

/** The order of a fault for the API of a path. */
export const orderOf = ({ order }: FaultCase, path: string): Fault | 'refused' =>
	typeof order === 'function' ? order(path.startsWith('/12/') ? 'ads' : 'core') : order;
