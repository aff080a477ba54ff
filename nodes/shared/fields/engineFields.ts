/** The fields that operations have besides their own: how much to return, in which form, how long to wait. */
import { attached } from '../memory/process';
import { MOST_DAYS } from '../guard/policy';
import type { ApiRequest } from '../http/api';
import { wayOf } from '../intent/ways';
import { effectOf } from '../model/effects';
import { mostUsd, priceOf } from '../model/prices';
import {
	beginsAnywhere,
	mayBeBilled,
	isSideBySide,
	type Fields,
	type Operation,
	type Paging,
	type ValuesOf,
} from '../operation/operation';
import { flag, list, number, oneOf, text } from './basic';
import { optional, options, when } from './modify';
import { collection } from './nested';
import { resumeField } from './resume';

const OUTPUT_MODES = {
	raw: ['Raw', 'The untouched answer of X, one item per page'],
	selectedFields: ['Selected Fields', 'Only the fields you name'],
	simplified: ['Simplified', 'The useful fields, with expanded entities joined in'],
} as const;

const pagingFieldsOf = ({ startLimit = 50 }: Paging) => ({
	returnAll: optional(
		flag({ label: 'Return All', description: 'Whether to return all results or only up to a given limit' }),
	),
	limit: when(
		{ returnAll: [false] },
		number({ label: 'Limit', min: 1, default: startLimit, description: 'Max number of results to return' }),
	),
});

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
			leaveOut: ['Leave It Out', 'The field, or the part of a text, is treated as not set'],
			sendAnyText: ['Send Any Text', 'The same, and texts that an expression spoiled are sent as they are'],
		},
		{
			label: 'When an Expression Is Empty',
			default: 'stop',
			description:
				'What to do when a field is set to an expression that has no value for an item, in whole or in part. A reply whose Post is missing would otherwise be published as a Post of its own.',
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

export const PARALLEL_REQUESTS = 10;

export const sideBySideFields = options({
	parallelRequests: number({
		label: 'Parallel Requests',
		min: 1,
		max: 300,
		default: PARALLEL_REQUESTS,
		description:
			'How many requests to send at once, fewer when the rate limit is nearly used up. If one fails, the others are still done and billed.',
	}),
});

export const billedFields = options({
	maxCost: number({
		label: 'Max Cost (USD)',
		min: 0,
		fraction: true,
		default: 1,
		description:
			'The most this node may cost in one run. It stops before a request that could cost more, and says where to resume.',
	}),
	whenMaxCost: oneOf(
		{
			stop: ['Stop With an Error', 'The error says what is left, and holds it as data in resume'],
			end: ['End Quietly', 'The output is what was done, and a last item with resume: what is left'],
		},
		{ label: 'When Max Cost Is Reached', default: 'stop' },
	),
	assumedPrice: number({
		label: 'Assumed Price (USD)',
		min: 0,
		fraction: true,
		default: 0.05,
		description:
			'For Max Cost: the most that a request without a public price costs, or the entities included with one result whose number X does not limit',
	}),
});

const dryRunField = options({
	dryRun: flag({
		label: 'Dry Run',
		description: 'Whether to send nothing, and return the request, its price and what Guard says',
	}),
});

const writeRules = { writesPerDay: number({ label: 'Writes per Day', min: 1, max: 100_000 }) };

/** The rules for what X bills and others see, in the order of the form. */
const publishingRules = {
	answeredMessage: text({
		label: 'Answer Each Message Once',
		description: 'ID of the message that this one answers, by no more than one',
	}),
	answerOnce: flag({
		label: 'Answer Each Post Once',
		description: 'Whether to reply to no Post twice',
	}),
	maxCostPerDay: number({
		label: 'Max Cost per Day (USD)',
		min: 0,
		fraction: true,
		description: 'The most that guarded nodes of this workflow cost on a day (UTC)',
	}),
	sameTextDays: number({
		label: 'Same Text Again After (Days)',
		min: 1,
		max: MOST_DAYS,
		description: 'Publish no text again before that, from any account',
	}),
	...writeRules,
};

const GUARD = {
	label: 'Guard',
	placeholder: 'Add Rule',
	description: 'What this workflow may do over all its runs',
};

export const guardFields = options({ guard: collection(publishingRules, GUARD) });

const writeGuardFields = options({ guard: collection(writeRules, GUARD) });

const fileFields = options({
	file: oneOf(
		{
			csv: ['CSV', 'The columns are those of Output Fields'],
			ndjson: ['NDJSON', 'A line of JSON for each result'],
		},
		{
			label: 'Write to File',
			default: 'ndjson',
			description:
				'Write all results into a file, page by page, in place of an item for each. Parts of 16 MB, each an item, make up the file.',
		},
	),
});

export const resumeFields = options({
	resumeFrom: resumeField(
		'What an earlier run that ended early left to do: its resume, or the place in its from. The text start begins at the start.',
	),
});

const unsureFields = options({
	unsureItems: oneOf(
		{
			leaveOut: 'Leave Out',
			lookAgain: ['Look Again', 'What is on X is not sent again; what no one can see fails'],
			sendAgain: 'Send Again',
		},
		{
			label: 'Unsure Items',
			default: 'lookAgain',
			description: 'What to do with items of Resume From that X may have done',
		},
	),
});

export const leftFields = { ...resumeFields, ...unsureFields };

export type EngineValues = Partial<
	ValuesOf<
		ReturnType<typeof pagingFieldsOf> &
			typeof outputFields &
			typeof requestFields &
			typeof sideBySideFields &
			typeof billedFields &
			typeof dryRunField &
			typeof guardFields &
			typeof fileFields &
			typeof leftFields
	>
>;

const hasPages = (operation: Operation): boolean =>
	operation.paging !== undefined && operation.run === undefined && operation.runAll === undefined;

/** Whether the operation takes back what an earlier run left. */
export const takesResume = (operation: Operation): boolean =>
	beginsAnywhere(operation) ||
	operation.resumes === 'items' ||
	(operation.runAll === undefined && (mayBeBilled(operation) || !isHarmless(operation)));

function isHarmless({ route }: Operation): boolean {
	const [method = '', path = ''] = route.split(' ');
	return wayOf({ method: method as ApiRequest['method'], path }) === 'harmless';
}

/** Guard and Dry Run of what may write. A call whose method the user chooses may, and keeps its items in order for that. */
function guardOf(operation: Operation): Fields {
	const { route, commutes } = operation;
	const [effect, isChosen] = [effectOf(route), commutes === false];
	if (effect === 'reads' && !isChosen) return {};
	// A sync has a Dry Run of its own, which shows its plan.
	const dryRun = 'dryRun' in operation.fields ? {} : dryRunField;
	// Community Notes are public, though X bills nothing.
	const isSeen = effect === 'publishes' || route.includes(' /2/notes/');
	const isFree = mostUsd(priceOf(route)) === 0 && !isSeen && !isChosen;
	return { ...dryRun, ...(isFree || !mayBeBilled(operation) ? writeGuardFields : guardFields) };
}

/** The engine's fields that an operation has. */
export const engineFields = (operation: Operation): Fields => ({
	...(operation.paging?.isWhole !== true && operation.paging && pagingFieldsOf(operation.paging)),
	...(operation.result?.shape && outputFields),
	...requestFields,
	...(isSideBySide(operation) && sideBySideFields),
	...(mayBeBilled(operation) && billedFields),
	...guardOf(operation),
	...(hasPages(operation) && fileFields),
	...(takesResume(operation) && (isHarmless(operation) ? resumeFields : leftFields)),
});

/** All fields in the form of an operation, in order: its own fields, then the engine's. */
export const formFields = (operation: Operation): Fields =>
	forms.getOrMake(operation, () => ({ ...operation.fields, ...engineFields(operation) }));

const forms = attached<Operation, Fields>({ name: 'fields of an operation', of: 'process' });
