/** Estimates the cost of an operation, and its time within the rate limits, without a request. */
import { mostUsd, priceOf, type Price } from '../model/prices';
import type { DocumentedLimit } from '../model/rateLimits';
import type { Operation } from '../operation/operation';
import { segmentSize } from './inputFile';

interface EstimatedUse {
	readonly items: number;
	readonly limit: number;
	readonly price: Price | undefined;
	readonly limits: readonly DocumentedLimit[] | undefined;
	readonly posts?: number | undefined;
	readonly days?: number | undefined;
	readonly bytes?: number | undefined;
}

type EstimatedRecord = Pick<Operation, 'paging' | 'result' | 'gather' | 'route' | 'effort'>;

/** The assumptions if the user does not say it, as in the form. */
const ASSUMED = { posts: 5, days: 7, bytes: 5 * 1024 * 1024 };

/**
 * A page of a count over the full archive has 31 days, one of the last seven days has them all:
 * https://docs.x.com/x-api/posts/counts/migrate/overview (read on 2026-11-23) has a parameter for pages only for the first.
 */
const DAYS_PER_PAGE = 31;
const isWholeArchive = (route: string): boolean => route.endsWith('/all');

/** The most that a look-up by IDs takes. https://docs.x.com/x-api/posts/get-posts-by-ids */
const IDS_PER_REQUEST = 100;

const UPLOAD = ['initialize', '{}/append', '{}/finalize'].map((step) =>
	priceOf(`POST /2/media/upload/${step}`),
);

export function estimate(operation: EstimatedRecord, use: EstimatedUse) {
	const { price, limits } = use;
	const notes: string[] = assumptions(operation, use);
	const known = <T>(value: T | undefined, otherwise: string): T | null => {
		if (value === undefined) notes.push(otherwise);
		return value ?? null;
	};
	const requests = known(requestsOf(operation, use), WHY_NO_REQUESTS);
	const objects = objectsOf(operation, use);
	const count = price?.unit === 'object' ? objects : requests;
	const times = (usd: number | undefined) =>
		usd === undefined || count === null ? null : Number((usd * count).toFixed(6));
	const upload = operation.effort === 'bytes' ? uploadCost(use) : undefined;
	if (upload) notes.push('Public sources disagree about what the segments of an upload cost');
	else if (price === undefined || (price.usd ?? price.usdMax) === undefined)
		notes.push('No public source has a price');
	else if (price.usd === undefined)
		notes.push('No public source has a price; the upper bound is of the same kind');
	else if (price.usdMax !== undefined) notes.push('Public sources disagree about the price');
	if (price?.linkUsd !== undefined) notes.push('The upper bound is for Posts with a link');
	if (price?.summonedUsd !== undefined && operation.effort === undefined)
		notes.push(`A reply to a Post whose author mentioned or quoted you costs $${price.summonedUsd}`);
	if (price?.enterpriseOnly)
		notes.push('Open to apps with Enterprise access only, whose prices are of a contract');
	if (price?.unit === 'object' && mostUsd(price) !== 0)
		notes.push('Entities that expansions include, and usernames that are looked up, cost extra');
	return {
		requests,
		objects,
		usd: upload ? upload.least : times(price?.usd),
		usdMax: upload ? upload.most : times(price?.linkUsd ?? mostUsd(price)),
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

const WHY_NO_REQUESTS = 'How many requests it takes depends on the pages that X gives';

/** Counts the objects that it reads; null for a write, and for counts, which are billed by request. */
function objectsOf({ route, effort, result }: EstimatedRecord, { items, limit }: EstimatedUse) {
	if (!route.startsWith('GET ') || effort === 'days') return null;
	return result?.isList === true && effort !== 'ids' ? items * limit : items;
}

function assumptions({ effort, route }: EstimatedRecord, { posts, days, bytes }: EstimatedUse): string[] {
	if (effort === 'posts' && posts === undefined)
		return [`Counted with ${ASSUMED.posts} Posts in each thread: set Options → Posts per Thread`];
	if (effort === 'days' && !isWholeArchive(route) && (days ?? 0) > ASSUMED.days)
		return [`It counts the last seven days only: for ${days} days estimate Count All`];
	if (effort === 'days' && days === undefined)
		return [`Counted with ${ASSUMED.days} days: set Options → Days Counted`];
	if (effort === 'ids')
		return [
			'Results per Item does not count here: each item is one ID. X bills only the Posts that it shows',
		];
	if (effort === 'bytes')
		return [
			...(bytes === undefined ? ['Counted with files of 5 MB: set Options → File Size (MB)'] : []),
			'Questions about the processing of a video, and an alternative text, are further requests',
		];
	return [];
}

function requestsOf({ paging, gather, route, effort }: EstimatedRecord, use: EstimatedUse) {
	const { items, limit, posts = ASSUMED.posts, days = ASSUMED.days } = use;
	if (effort === 'posts') return items * posts;
	if (effort === 'days') return isWholeArchive(route) ? items * Math.ceil(days / DAYS_PER_PAGE) : items;
	if (effort === 'ids') return Math.ceil(items / IDS_PER_REQUEST);
	if (effort === 'bytes') return items * (2 + segmentsOf(use));
	if (gather && items > 1) return Math.ceil(items / gather.max);
	if (!paging) return items;
	return paging.size === undefined ? undefined : items * Math.ceil(limit / paging.max);
}

const segmentsOf = ({ bytes = ASSUMED.bytes }: EstimatedUse): number => Math.ceil(bytes / segmentSize(bytes));

/** Calculates the cost of uploads: each of their steps has a price of its own. */
function uploadCost(use: EstimatedUse): { readonly least: number; readonly most: number } {
	const [begin, segment, end] = UPLOAD;
	const sum = (usdOf: (price: Price | undefined) => number | undefined) =>
		Number(
			(
				use.items *
				((usdOf(begin) ?? 0) + segmentsOf(use) * (usdOf(segment) ?? 0) + (usdOf(end) ?? 0))
			).toFixed(6),
		);
	return { least: sum((price) => price?.usd), most: sum(mostUsd) };
}

/** A window accepts a number of requests; further ones wait for the next window. */
const secondsOf = (limits: readonly DocumentedLimit[], requests: number): number =>
	Math.max(...limits.map((each) => Math.floor((requests - 1) / each.requests) * each.seconds));
