/** Finds the parameters and values that X blames when it refuses a read. */
import { failureOf, type Problem } from '../errors';
import { asText } from '../util/text';

/** One reason why X refuses a request. */
export interface RequestProblem {
	/** Parameters named in members of their own, with the values named for them. */
	readonly parameters: ReadonlyMap<string, readonly string[]>;
	/** The words of its text, without lists of allowed values. */
	readonly words: ReadonlySet<string>;
	/** The values that its text lists as allowed. */
	readonly allowed: ReadonlySet<string>;
}

/** Matches "…is not one of [a,b]" and "…must be one of: [a b]". */
const ALLOWED = /\bone of:?\s*\[([^\]]*)\]/gi;

/** Returns the problems of a refused request (HTTP 400); none for other failures. */
export function requestProblems(error: unknown): RequestProblem[] {
	const failure = failureOf(error);
	return failure?.status === 400 ? failure.problems.flatMap(partsOf).map(readProblem) : [];
}

/** A problem may list its reasons separately in `errors`. */
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

/** Checks whether a problem is about a parameter. */
export function blames({ parameters, words }: RequestProblem, name: string): boolean {
	if (parameters.size === 0) return words.has(name);
	return [...parameters.keys()].some((each) => each === name || each.endsWith(`.${name}`));
}

/** Returns the refused values of a parameter; none if X refuses the whole parameter. */
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
