/** Calls to the ads side as a client would make them, with a token that has both scopes. */
import { ads } from '../../simulator/ads/area';
import { ME } from '../../simulator/identities';
import { useSimulator, type Simulator } from '../../support/simulator';

export interface Problem {
	code: string;
	message: string;
	parameter?: string;
}

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	data: unknown;
	rows: Record<string, unknown>[];
	row: Record<string, unknown>;
	next_cursor: string | null;
	total_count: number | undefined;
	params: unknown;
	errors: Problem[];
	operation_errors: Problem[][] | undefined;
}

type Call = (request: string, body?: unknown) => Promise<Answer>;

/**
 * A seeded ads side for the tests of a file, and calls to it: `call('GET /12/accounts?count=2')` on production; a path
 * that starts with `sandbox:` goes to the sandbox. `as` calls with a token of other scopes.
 */
export function useAds(): { sim: () => Simulator; call: Call; as: (...scopes: string[]) => Call } {
	const sim = useSimulator({}, [ads]);
	const as =
		(...scopes: string[]): Call =>
		async (request, body) => {
			const [method = '', target = ''] = request.split(/ (.*)/s);
			const sandbox = target.startsWith('sandbox:');
			const url = sandbox ? `${sim().adsSandboxUrl}${target.slice(8)}` : `${sim().adsUrl}${target}`;
			const token = sim().platform.credentials.grant(ME.id, scopes).access_token;
			const response = await fetch(url, {
				method,
				headers: {
					authorization: `Bearer ${token}`,
					...(body !== undefined && { 'content-type': 'application/json' }),
				},
				...(body !== undefined && { body: JSON.stringify(body) }),
			});
			return read(response, await response.text());
		};
	return { sim, call: as('ads.read', 'ads.write'), as };
}

export function read(response: Response, text: string): Answer {
	const json = JSON.parse(text) as Partial<Omit<Answer, 'params'>> & { request?: { params?: unknown } };
	const { data } = json;
	return {
		status: response.status,
		headers: response.headers,
		text,
		data,
		rows: Array.isArray(data) ? (data as Record<string, unknown>[]) : [],
		row: typeof data === 'object' && data !== null ? (data as Record<string, unknown>) : {},
		next_cursor: json.next_cursor ?? null,
		total_count: json.total_count,
		params: Array.isArray(json.request) ? json.request : json.request?.params,
		errors: json.errors ?? [],
		operation_errors: json.operation_errors,
	};
}

export const query = (fields: Readonly<Record<string, string | number | boolean>>): string =>
	new URLSearchParams(
		Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
	).toString();
