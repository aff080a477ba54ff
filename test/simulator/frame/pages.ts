/**
 * Page tokens: opaque, bound to the query they came from, and dead after a while. Both the core API's tokens and the
 * ads API's cursors are made here.
 */
import { createHmac } from 'node:crypto';
import type { Clock } from '../clock';
import type { SimRequest } from '../exchange';
import { wrongParameter } from './problems';

const LIFETIME_MS = 60 * 60 * 1000;
/** Parameters that may differ between two pages of one list. */
const PAGING_NAMES = new Set(['pagination_token', 'next_token', 'cursor', 'max_results', 'count']);

interface Page<T> {
	items: T[];
	nextToken?: string;
	previousToken?: string;
}

export class PageTokens {
	private readonly issued = new Map<string, { key: string; offset: number; expires: number }>();
	private counter = 0;

	constructor(private readonly clock: Clock) {}

	/**
	 * The page that a token points at.
	 *
	 * @param key What the list is (see `queryKey`): a token works for one key only.
	 * @returns undefined when the token is unknown, dead, or belongs to another query
	 */
	page<T>(key: string, items: readonly T[], size: number, token?: string): Page<T> | undefined {
		const offset = token === undefined || token === '' ? 0 : this.read(key, token);
		if (offset === undefined) return undefined;
		const end = offset + size;
		return {
			items: items.slice(offset, end),
			...(end < items.length && { nextToken: this.issue(key, end) }),
			...(offset > 0 && { previousToken: this.issue(key, Math.max(0, offset - size)) }),
		};
	}

	/** Make every token given out so far invalid. */
	expireAll(): void {
		this.issued.clear();
	}

	private issue(key: string, offset: number): string {
		this.counter += 1;
		const token = createHmac('sha256', 'page')
			.update(`${key}|${offset}|${this.counter}`)
			.digest('hex')
			.slice(0, 32);
		this.issued.set(token, { key, offset, expires: this.clock.now() + LIFETIME_MS });
		return token;
	}

	private read(key: string, token: string): number | undefined {
		const found = this.issued.get(token);
		if (!found || found.key !== key || found.expires < this.clock.now()) return undefined;
		return found.offset;
	}
}

/** What makes two requests pages of the same list: caller, method, path, and the query without the paging part. */
export function queryKey(request: SimRequest): string {
	const rest = [...request.query].filter(([name]) => !PAGING_NAMES.has(name)).sort();
	return JSON.stringify([request.caller.userId, request.method, request.path, rest]);
}

/**
 * One page in the core API's form, of the default size when the request does not say: `meta` with `result_count`,
 * `next_token` and `previous_token`.
 *
 * @throws Refusal (400 invalid-request) when the token is bad
 */
export function tokenPage<T>(
	tokens: PageTokens,
	request: SimRequest,
	items: readonly T[],
	size: { default: number },
): { items: T[]; meta: Record<string, string | number> } {
	const name = request.query.has('next_token') ? 'next_token' : 'pagination_token';
	const token = request.query.get(name) ?? undefined;
	const wanted = Number(request.query.get('max_results') ?? size.default);
	const page = tokens.page(queryKey(request), items, wanted, token);
	if (!page) {
		const message = `The '${name}' query parameter value [${token ?? ''}] is not valid`;
		throw wrongParameter(message, name, token ?? '');
	}
	return {
		items: page.items,
		meta: {
			result_count: page.items.length,
			...(page.nextToken && { next_token: page.nextToken }),
			...(page.previousToken && { previous_token: page.previousToken }),
		},
	};
}
