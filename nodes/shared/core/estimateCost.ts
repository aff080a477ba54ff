/** Usage → Estimate Cost, which every node with billed operations has. */
import { withAccessToken } from '../auth/credentialKinds';
import { formFlag, formNumber, formOnly, formText, locatorOf, options } from '../fields';
import { askLivePrices, livePrice } from '../http/livePrices';
import type { ListSpec } from '../form/search';
import { PRICES_DATE, priceOf } from '../model/prices';
import { documentedLimits } from '../model/rateLimits';
import {
	any,
	broken,
	one,
	op,
	type Call,
	type Operation,
	resource,
	type Resource,
	type ValuesOf,
} from '../operation/operation';
import { asText } from '../util/text';
import { estimate } from './estimate';

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
