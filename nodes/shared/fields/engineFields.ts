/** The fields that operations have besides their own: how much to return, in which form, how long to wait. */
import { memoize } from 'lodash';
import {
	mayBeBilled,
	isSideBySide,
	type Fields,
	type Operation,
	type ValuesOf,
} from '../operation/operation';
import { flag, list, number, oneOf } from './basic';
import { optional, options, when } from './modify';

const OUTPUT_MODES = {
	raw: ['Raw', 'The untouched answer of X, one item per page'],
	selectedFields: ['Selected Fields', 'Only the fields you name'],
	simplified: ['Simplified', 'The useful fields, with expanded entities joined in'],
} as const;

const pagingFields = {
	returnAll: optional(
		flag({ label: 'Return All', description: 'Whether to return all results or only up to a given limit' }),
	),
	limit: when(
		{ returnAll: [false] },
		number({ label: 'Limit', min: 1, default: 50, description: 'Max number of results to return' }),
	),
};

const outputFields = {
	output: optional(
		oneOf(OUTPUT_MODES, {
			label: 'Output',
			default: 'simplified',
			description: 'How much of the answer to return',
		}),
	),
	outputFields: when(
		{ output: ['selectedFields'] },
		list({
			label: 'Output Fields',
			placeholder: 'e.g. id,name,author.username',
			description: 'Names of the fields to return, separated by commas. A dot reaches into an entity.',
		}),
	),
};

/** How long a run waits for rate limits by default, and a manual one, in seconds. */
export const MAX_WAIT = 960;
export const MAX_WAIT_MANUAL = 60;

const requestFields = options({
	emptyExpressions: oneOf(
		{
			stop: ['Stop', 'The item fails before anything is sent, with the field and its expression'],
			leaveOut: ['Leave It Out', 'The field is treated as not set'],
		},
		{
			label: 'When an Expression Is Empty',
			default: 'stop',
			description:
				'What to do when a field is set to an expression that has no value for an item. A reply whose Post is missing would otherwise be published as a Post of its own.',
		},
	),
	failOnPartialErrors: flag({
		label: 'Fail on Partial Errors',
		description:
			'Whether to stop with an error when X returns only part of the result, with errors for the rest. Otherwise a hint shows them.',
	}),
	maxWait: number({
		label: 'Max Wait (Seconds)',
		min: 0,
		fraction: true,
		default: MAX_WAIT,
		description: `How long to wait for a <a href="https://docs.x.com/x-api/fundamentals/rate-limits">rate limit</a> to reset, which takes up to 15 minutes, before giving up. Default: ${MAX_WAIT} seconds, and ${MAX_WAIT_MANUAL} in manual runs.`,
	}),
});

/** Concurrent requests by default. */
export const PARALLEL_REQUESTS = 10;

/** For operations with concurrent requests. */
export const sideBySideFields = options({
	parallelRequests: number({
		label: 'Parallel Requests',
		min: 1,
		max: 50,
		default: PARALLEL_REQUESTS,
		description: 'How many requests to send at once, fewer when the rate limit is nearly used up',
	}),
});

/** For operations that X bills. */
export const billedFields = options({
	maxCost: number({
		label: 'Max Cost (USD)',
		min: 0,
		fraction: true,
		default: 1,
		description:
			'The most this node may cost in one run. It stops before a request that could cost more, and says where to resume.',
	}),
});

/** Values of the engine's fields; undefined if the operation has no such field. */
export type EngineValues = Partial<
	ValuesOf<
		typeof pagingFields &
			typeof outputFields &
			typeof requestFields &
			typeof sideBySideFields &
			typeof billedFields
	>
>;

/** The engine's fields that an operation has. */
export const engineFields = (operation: Operation): Fields => ({
	...(operation.paging && pagingFields),
	...(operation.result?.shape && outputFields),
	...requestFields,
	...(isSideBySide(operation) && sideBySideFields),
	...(mayBeBilled(operation) && billedFields),
});

/** All fields in the form of an operation, in order: its own fields, then the engine's. */
export const formFields = memoize((operation: Operation): Fields => ({
	...operation.fields,
	...engineFields(operation),
}));
