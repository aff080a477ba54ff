/** Faults on order: what a test asks to go wrong with the next requests. */
import type { Clock } from '../clock';
import type { SimResponse } from '../exchange';

export interface FaultMatch {
	method?: string;
	/** A path (`/2/users/me`), a template (`/2/users/{id}`) or a path ending in `*`. */
	path?: string;
}

export type FaultKind =
	/** Answer with `status`, `body` and `headers`. */
	| 'status'
	/** 429; `resetIn` seconds from now. `account: true` adds the account-level headers with the same reset. */
	| 'rateLimited'
	/** 503. */
	| 'unavailable'
	/** 401 as for an expired token. */
	| 'unauthorized'
	/** The connection is cut without an answer. */
	| 'reset'
	/** The answer is the real one, `delayMs` late by the simulator's clock. */
	| 'slow'
	/** The real answer's headers and half of its body, then the connection is cut. */
	| 'truncated'
	/** The real answer, but its JSON stops half way while the length is right. */
	| 'brokenJson'
	/** 404 (or `status`) with an HTML page. */
	| 'html'
	/** 200 (or `status`) without a body. */
	| 'empty'
	/** `errors` added to the real answer. */
	| 'partial'
	/** No answer, ever; the connection stays. */
	| 'silent'
	/** The real answer's headers and half of its body, then nothing more; the connection stays. */
	| 'stalled'
	/** The real answer, byte by byte. */
	| 'slowBody'
	| 'gzip'
	/** What `alter` makes of the real answer. */
	| 'altered';

export interface Fault {
	match?: FaultMatch;
	/** How many requests; by default 1. */
	times?: number;
	/** How many matching requests go through before. */
	skip?: number;
	kind: FaultKind;
	status?: number;
	body?: unknown;
	headers?: Readonly<Record<string, string>>;
	/** Seconds from now. */
	resetIn?: number;
	account?: boolean;
	delayMs?: number;
	errors?: readonly unknown[];
	alter?: (answer: SimResponse, query: URLSearchParams) => SimResponse;
	/** Carry out the request before the fault occurs (`reset`, `silent`, and those that replace the answer). */
	after?: boolean;
}

export class Faults {
	private ordered: Array<Fault & { left: number; toSkip: number }> = [];

	constructor(private readonly clock: Clock) {}

	/** Order a fault. Several wait in line; the first that matches strikes. */
	add(fault: Fault): void {
		this.ordered.push({ ...fault, left: fault.times ?? 1, toSkip: fault.skip ?? 0 });
	}

	clear(): void {
		this.ordered = [];
	}

	/** The fault for a request, if one waits for it; it is used up. */
	take(request: { method: string; path: string }, template: string | undefined): Fault | undefined {
		for (const fault of this.ordered) {
			if (!matches(fault.match, request, template)) continue;
			if (fault.toSkip > 0) {
				fault.toSkip -= 1;
				continue;
			}
			fault.left -= 1;
			if (fault.left <= 0) this.ordered = this.ordered.filter((other) => other !== fault);
			return fault;
		}
		return undefined;
	}

	/** The answer of faults that do not need the real one. */
	answer(fault: Fault): SimResponse {
		const headers = fault.headers ?? {};
		const plain = (status: number, title: string, more: Readonly<Record<string, string>> = {}) => ({
			status,
			body: fault.body ?? { title, detail: title, type: 'about:blank', status },
			headers: { ...more, ...headers },
		});
		switch (fault.kind) {
			case 'rateLimited': {
				const reset = String(this.clock.seconds() + (fault.resetIn ?? 1));
				const spent = (prefix: string) => ({
					[`${prefix}-limit`]: '900',
					[`${prefix}-remaining`]: '0',
					[`${prefix}-reset`]: reset,
				});
				const account = fault.account && spent('x-account-rate-limit');
				return plain(429, 'Too Many Requests', { ...spent('x-rate-limit'), ...account });
			}
			case 'unavailable':
				return plain(503, 'Service Unavailable');
			case 'unauthorized':
				return plain(401, 'Unauthorized');
			case 'html':
				return {
					status: fault.status ?? 404,
					body: fault.body ?? '<!DOCTYPE html>\n<html><body><h1>Nothing to see here</h1></body></html>',
					headers: { 'content-type': 'text/html; charset=utf-8', ...headers },
				};
			case 'empty':
				return { status: fault.status ?? 200, headers };
			default:
				return { status: fault.status ?? 500, body: fault.body, headers };
		}
	}
}

function matches(
	match: FaultMatch | undefined,
	request: { method: string; path: string },
	template: string | undefined,
): boolean {
	if (!match) return true;
	if (match.method && match.method.toUpperCase() !== request.method) return false;
	if (!match.path) return true;
	if (match.path.endsWith('*')) return request.path.startsWith(match.path.slice(0, -1));
	return match.path === request.path || match.path === template;
}
