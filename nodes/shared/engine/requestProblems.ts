/** Which parameters, and which of their values, the answer to a refused read blames. */
import { failureOf, type Problem } from '../errors';
import { asText } from '../util/text';

/** One problem that X has with a request. */
export interface RequestProblem {
	/** Parameters that it names in members of their own, with the values that it names for them. */
	readonly parameters: ReadonlyMap<string, readonly string[]>;
	/** The words of its text, without lists of what would be allowed. */
	readonly words: ReadonlySet<string>;
	/** Values that its text calls allowed. */
	readonly allowed: ReadonlySet<string>;
}

/** "…is not one of [a,b]", "…must be one of: [a b]" */
const ALLOWED = /\bone of:?\s*\[([^\]]*)\]/gi;

/** The problems of a refused request (HTTP 400); none for any other failure. */
export function requestProblems(error: unknown): RequestProblem[] {
	const failure = failureOf(error);
	return failure?.status === 400 ? failure.problems.flatMap(partsOf).map(readProblem) : [];
}

/** A problem may hold its reasons one by one. */
const partsOf = (problem: Problem): readonly Problem[] =>
	Array.isArray(problem.errors) && problem.errors.length > 0 ? (problem.errors as Problem[]) : [problem];

function readProblem(problem: Problem): RequestProblem {
	const { message, detail, title, parameter, parameters = {} } = problem;
	const text = [message, detail, title].map(asText).join(' ');
	const named = Object.entries(parameters as Readonly<Record<string, unknown>>).map(
		([name, values]) => [name, (Array.isArray(values) ? values : [values]).map(asText)] as const,
	);
	return {
		parameters: new Map(typeof parameter === 'string' ? [...named, [parameter, []]] : named),
		words: new Set(wordsOf(text.replace(ALLOWED, ''))),
		allowed: new Set([...text.matchAll(ALLOWED)].flatMap(([, list = '']) => wordsOf(list))),
	};
}

const wordsOf = (text: string): string[] =>
	text
		.split(/[^\w.]+/)
		.map((word) => word.replace(/\.$/, ''))
		.filter(Boolean);

/** Whether a problem is about a parameter. */
export function blames({ parameters, words }: RequestProblem, name: string): boolean {
	if (parameters.size === 0) return words.has(name);
	return [...parameters.keys()].some((each) => each === name || each.endsWith(`.${name}`));
}

/**
 * The values of a parameter that problems with it name; none where the whole parameter is refused.
 *
 * @param values What was sent.
 */
export function refusedValues(problems: readonly RequestProblem[], values: readonly string[]): string[] {
	const refused = values.filter((value) =>
		problems.some(({ parameters, words, allowed }) =>
			allowed.size > 0
				? !allowed.has(value)
				: words.has(value) || [...parameters.values()].some((named) => named.includes(value)),
		),
	);
	return refused.length < values.length ? refused : [];
}
