/** What a refused read says about its parameters: which of them, and which of their values. */
import { NodeApiError } from 'n8n-workflow';
import { asText } from '../util/text';

/** One thing that the platform says against a request. */
export interface Complaint {
	/** Parameters that it names beside the text, with the values that it names for them. */
	readonly parameters: ReadonlyMap<string, readonly string[]>;
	/** What it says, without lists of what would be allowed. */
	readonly words: ReadonlySet<string>;
	/** What it says would be allowed. */
	readonly allowed: ReadonlySet<string>;
}

/** "…is not one of [a,b]", "…must be one of: [a b]" */
const ALLOWED = /\bone of:?\s*\[([^\]]*)\]/gi;

/** The complaints of a refused request (HTTP 400); none for any other failure. */
export function complaintsOf(error: unknown): Complaint[] {
	if (!(error instanceof NodeApiError)) return [];
	const { status, problems = [] } = (error.context.data ?? {}) as Details;
	return status === 400 ? problems.flatMap(partsOf).map(complaint) : [];
}

interface Details {
	readonly status?: number;
	readonly problems?: readonly Problem[];
}

type Problem = Readonly<Record<string, unknown>>;

/** A problem may hold its reasons one by one. */
const partsOf = (problem: Problem): readonly Problem[] =>
	Array.isArray(problem.errors) && problem.errors.length > 0 ? (problem.errors as Problem[]) : [problem];

function complaint(problem: Problem): Complaint {
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

/** Whether a complaint is about a parameter. */
export function blames({ parameters, words }: Complaint, name: string): boolean {
	if (parameters.size === 0) return words.has(name);
	return [...parameters.keys()].some((each) => each === name || each.endsWith(`.${name}`));
}

/**
 * The values of a parameter that complaints about it single out; none where it is refused as a whole.
 *
 * @param values What was sent.
 */
export function refusedValues(complaints: readonly Complaint[], values: readonly string[]): string[] {
	const refused = values.filter((value) =>
		complaints.some(({ parameters, words, allowed }) =>
			allowed.size > 0
				? !allowed.has(value)
				: words.has(value) || [...parameters.values()].some((named) => named.includes(value)),
		),
	);
	return refused.length < values.length ? refused : [];
}
