/** Estimates the cost of an operation, and its time within the rate limits, without a request. */
import { mostUsd, type Price } from '../model/prices';
import type { DocumentedLimit } from '../model/rateLimits';
import type { Operation } from '../operation/operation';

/** The amount of work. */
export interface EstimatedUse {
	readonly items: number;
	/** How many results each item of a list returns. */
	readonly limit: number;
	readonly price: Price | undefined;
	readonly limits: readonly DocumentedLimit[] | undefined;
}

/** The result. Null means unknown; `notes` give the reason. */
export interface Estimate {
	readonly requests: number | null;
	readonly objects: number | null;
	readonly usd: number | null;
	/** The upper bound. */
	readonly usdMax: number | null;
	/** How long the rate limits delay it. */
	readonly seconds: number | null;
	readonly notes: readonly string[];
}

type EstimatedRecord = Pick<Operation, 'paging' | 'result' | 'gather' | 'route'>;

/** @param operation The record of the operation. */
export function estimate(
	operation: EstimatedRecord,
	{ items, limit, price, limits }: EstimatedUse,
): Estimate {
	const notes: string[] = [];
	const known = <T>(value: T | undefined, otherwise: string): T | null => {
		if (value === undefined) notes.push(otherwise);
		return value ?? null;
	};
	const requests = known(requestsOf(operation, items, limit), WHY_NO_REQUESTS);
	const objects = operation.route.startsWith('GET ') ? items * (operation.result?.isList ? limit : 1) : null;
	const count = price?.unit === 'object' ? objects : requests;
	const times = (usd: number | undefined) =>
		usd === undefined || count === null ? null : Number((usd * count).toFixed(6));
	if (price === undefined || (price.usd ?? price.usdMax) === undefined)
		notes.push('No public source has a price');
	else if (price.usd === undefined)
		notes.push('No public source has a price; the upper bound is of the same kind');
	else if (price.usdMax !== undefined) notes.push('Public sources disagree about the price');
	if (price?.linkUsd !== undefined) notes.push('The upper bound is for Posts with a link');
	if (price?.enterpriseOnly)
		notes.push('Open to apps with Enterprise access only, whose prices are of a contract');
	if (price?.unit === 'object' && mostUsd(price) !== 0)
		notes.push('Entities that expansions include, and usernames that are looked up, cost extra');
	return {
		requests,
		objects,
		usd: times(price?.usd),
		usdMax: times(price?.linkUsd ?? mostUsd(price)),
		seconds:
			requests === null
				? null
				: known(
						limits && secondsOf(limits, requests),
						'The documentation names no rate limit for this credential',
					),
		notes,
	};
}

const WHY_NO_REQUESTS =
	'How many requests it takes depends on the size of the file, or of the pages that X gives';

function requestsOf(
	{ paging, gather, route }: EstimatedRecord,
	items: number,
	limit: number,
): number | undefined {
	if (route.startsWith('POST /2/media/upload')) return undefined;
	if (gather && items > 1) return Math.ceil(items / gather.max);
	if (!paging) return items;
	return paging.size === undefined ? undefined : items * Math.ceil(limit / paging.max);
}

/** A window accepts a number of requests; further ones wait for the next window. */
const secondsOf = (limits: readonly DocumentedLimit[], requests: number): number =>
	Math.max(...limits.map((each) => Math.floor((requests - 1) / each.requests) * each.seconds));
