/**
 * Usage → Estimate Cost, which every node with billed operations has: the cost of an operation, and its time within the
 * rate limits, without a request.
 */
import { withAccessToken } from '../auth/credentialKinds';
import { formFlag, formNumber, formOnly, formText, locatorOf, options } from '../fields';
import { askLivePrices, livePrice } from '../http/livePrices';
import type { ListSpec } from '../form/search';
import { mostUsd, priceOf, PRICES_DATE, type Price } from '../model/prices';
import { documentedLimits, type DocumentedLimit } from '../model/rateLimits';
import {
	any,
	broken,
	one,
	op,
	resource,
	type Call,
	type Operation,
	type Resource,
	type ValuesOf,
} from '../operation/operation';
import { asText } from '../util/text';
import { segmentSize } from './inputFile';

const LIVE_PRICES = 'https://console.x.com/api/credits/pricing';

const estimateFields = {
	estimated_operation: formOnly(
		locatorOf({
			name: 'Operation to Estimate',
			search: 'searchOperations',
			pattern: /^\w+\.\w+$/,
			shape: 'a resource and an operation such as user.getFollowers',
			example: 'user.getFollowers',
		})(),
	),
	items: formNumber({ min: 1, default: 1, description: 'How many items the operation is to run for' }),
	results: formNumber({
		label: 'Results per Item',
		min: 1,
		default: 50,
		description: 'For lists: how many results each item is to return',
	}),
	...options({
		livePrices: formFlag({
			description:
				'Whether to get current prices from X. The URL is no documented API; if it fails, the built-in prices are used.',
		}),
		fileSize: formNumber({
			label: 'File Size (MB)',
			min: 0,
			fraction: true,
			default: 5,
			description: 'For uploads: how large each file is',
		}),
		postsPerThread: formNumber({
			label: 'Posts per Thread',
			min: 1,
			default: 5,
			description: 'For threads: how many Posts each one has',
		}),
		daysCounted: formNumber({
			min: 1,
			default: 7,
			description: 'For counts of Posts: how many days each one covers',
		}),
		livePricesUrl: formText({ default: LIVE_PRICES }),
	}),
};

const MEGABYTE = 1024 * 1024;

type EstimateCall = Call<ValuesOf<typeof estimateFields>>;

/** Operations that have a price or a rate limit, by resource and operation. */
function estimable(resources: readonly Resource[]): { name: string; value: string; operation: Operation }[] {
	return resources.flatMap((resource) =>
		Object.entries(resource.operations)
			.filter(
				([, { route }]) =>
					priceOf(route) || documentedLimits(route, 'app') || documentedLimits(route, 'user'),
			)
			.map(([key, operation]) => ({
				name: `${resource.name}: ${operation.name}`,
				value: `${resource.value}.${key}`,
				operation,
			})),
	);
}

/** The operation. */
export const estimateCost = (resources: readonly Resource[]) =>
	op({
		route: 'GET /',
		name: 'Estimate Cost',
		action: 'Estimate the cost of an operation',
		description:
			'Get how many requests an operation takes, what it costs at most, and how long its rate limits take. Sends no request.',
		docs: 'https://docs.x.com/x-api/getting-started/pricing',
		auth: any(),
		fields: estimateFields,
		result: one(),
		run: answer(resources),
	});

/** Estimates for a workflow. X Core Admin reads what the project has used. */
export const usageResource = (others: readonly Resource[]) =>
	resource({
		value: 'usage',
		operations: { estimateCost: estimateCost(others) },
	});

/** Returns the operations that can be estimated, for the list in the form; it needs no request. */
export const estimableList = (resources: readonly Resource[]): ListSpec => ({
	request: () => undefined,
	staticOptions: () => estimable(resources).map(({ name, value }) => ({ name, value })),
	label: ({ name }) => asText(name),
});

const answer = (resources: readonly Resource[]) => async (call: EstimateCall) => {
	const { estimated_operation: name, items, results, livePrices, livePricesUrl } = call.values;
	const found = estimable(resources).find(({ value }) => value === name)?.operation;
	if (!found)
		throw call.invalid([
			broken(
				'estimated_operation',
				'enum',
				`must be an operation with a price or a rate limit, and is "${name}"`,
			),
		]);
	const route = items > 1 && found.gather ? found.gather.route : found.route;
	const own = priceOf(route);
	const notes: string[] = [];
	let price = own;
	let priceSource = `built in, ${PRICES_DATE}`;
	if (livePrices === true) {
		const asked = await askLivePrices(call.context, livePricesUrl ?? LIVE_PRICES);
		const live = 'prices' in asked && own ? livePrice(asked.prices, own) : undefined;
		if (live) [price, priceSource] = [live, 'live'];
		else
			notes.push(
				`Live prices: ${'reason' in asked ? asked.reason : 'the list has none for this operation'}. The built-in ones count`,
			);
	}
	const kind = withAccessToken(found.auth.kinds).includes(call.api.kind)
		? call.api.kind
		: found.auth.kinds[0];
	const limits = documentedLimits(route, kind === 'app' ? 'app' : 'user');
	const { postsPerThread: posts, daysCounted: days, fileSize } = call.values;
	const bytes = fileSize === undefined ? undefined : fileSize * MEGABYTE;
	const use = { items, limit: results, price, limits, posts, days, bytes };
	const { notes: more, ...rest } = estimate(found, use);
	return [
		call.item({
			operation: name,
			...rest,
			price: price?.usd ?? null,
			unit: price?.unit ?? null,
			priceSource,
			rateLimits: limits ?? null,
			notes: [...notes, ...more],
		}),
	];
};

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

function estimate(operation: EstimatedRecord, use: EstimatedUse) {
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
