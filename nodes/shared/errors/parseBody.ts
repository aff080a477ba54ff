import { z } from 'zod';
import { defined, isObject } from '../util/lenient';
import { asText } from '../util/text';
import type { Problem } from './failure';
import { redact } from './redact';

export interface ProblemDetail {
	slug?: string;
	code?: string;
	title?: string;
	detail?: string;
	parameter?: string;
	raw: Problem;
}

/** Returns the body: text that is JSON is parsed, bytes are decoded, streams count as nothing. */
export function readBody(body: unknown): { json: unknown } | { text: string } {
	const text = Buffer.isBuffer(body) ? body.toString('utf8') : body;
	if (typeof text === 'string') {
		try {
			const json: unknown = JSON.parse(text);
			return typeof json === 'object' && json !== null ? { json } : { text };
		} catch {
			return { text };
		}
	}
	return typeof text === 'object' && text !== null && !('pipe' in text) ? { json: text } : { text: '' };
}

/** Every problem in a parsed body, in order: problem objects, legacy bodies, both envelopes, OAuth errors. */
export function problemDetailsIn(json: unknown): ProblemDetail[] {
	if (!isObject(json)) return [];
	const listed = listOf(json.errors).flatMap(problemDetailOf);
	const byOperation = operationErrors(json.operation_errors).flatMap(problemDetailOf);
	const whole = problemDetailOf(json);
	// The reasons in a problem object's `errors` are more precise than its own detail.
	const [problem] = whole;
	if (problem?.slug !== undefined && listed.length > 0) return [merge(problem, listed)];
	return listed.length + byOperation.length > 0 ? [...listed, ...byOperation] : whole;
}

/**
 * Returns the problems inside a success, beside or instead of its `data`:
 * https://docs.x.com/x-api/fundamentals/response-codes-and-errors#partial-errors
 */
export function partialErrors(body: unknown, secrets?: readonly string[]): Problem[] {
	const content = readBody(body);
	return 'json' in content ? redact(problemsIn(content.json), secrets) : [];
}

function problemsIn(json: unknown): Problem[] {
	if (!isObject(json)) return [];
	return [...listOf(json.errors), ...operationErrors(json.operation_errors)].map((item) =>
		isObject(item) ? item : { message: String(item) },
	);
}

/** Says what X left out of a success. */
export function leftOut(problems: readonly Problem[]): string {
	const lines = problems.map((problem) => {
		const said = [problem.detail, problem.message, problem.title].find((each) => typeof each === 'string');
		return asText(said ?? problem).replace(/\.$/, '');
	});
	return `X left something out: ${[...new Set(lines)].join('; ')}`;
}

const text = z.string().trim().min(1).optional().catch(undefined);
const codeText = z
	.union([z.string().min(1), z.number()])
	.transform(String)
	.optional()
	.catch(undefined);

const problemSchema = z.object({
	type: text,
	title: text,
	detail: text,
	message: text,
	details: text,
	reason: text,
	error_description: text,
	code: codeText,
	error: codeText,
	parameter: text,
	parameters: z.record(z.unknown()).optional().catch(undefined),
	attribute: text,
	disconnect_type: text,
	connection_issue: text,
	operation_index: z.number().optional().catch(undefined),
});

function problemDetailOf(item: unknown): ProblemDetail[] {
	if (typeof item === 'string') return [{ detail: item, raw: { message: item } }];
	const read = problemSchema.safeParse(item);
	if (!isObject(item) || !read.success) return [];
	const { type, title, code, error, parameter, parameters, attribute, ...said } = read.data;
	const { operation_index: index } = said;
	if (isObject(item.error)) return problemDetailOf(item.error);

	const slug = type?.split('/').at(-1);
	const specific = said.disconnect_type ?? said.connection_issue;
	const sentences = [said.detail ?? said.error_description ?? said.message, said.details, specific];
	const detail = unique(sentences.map((sentence) => sentence?.replace(/\.$/, ''))).join('. ') || said.reason;
	if (slug === undefined && title === undefined && detail === undefined && (code ?? error) === undefined)
		return [];
	// X names a member of the body by its path, as in `requestBody.filter.direction`.
	const blamed = (parameter ?? Object.keys(parameters ?? {})[0] ?? attribute)?.replace(/^requestBody\./, '');
	const about = index === undefined ? detail : `Entry ${index + 1}: ${detail ?? code ?? 'refused'}`;
	return [defined({ slug, code: code ?? error, title, detail: about, parameter: blamed, raw: item })];
}

function merge(problem: ProblemDetail, listed: ProblemDetail[]): ProblemDetail {
	const details = unique(listed.map(({ detail }) => detail)).slice(0, 5);
	const parameter = problem.parameter ?? listed.find((item) => item.parameter !== undefined)?.parameter;
	const code = problem.code ?? listed.find((item) => item.code !== undefined)?.code;
	return defined({ ...problem, detail: details.join('; ') || problem.detail, parameter, code });
}

/** Batches answer with one list of problems per entry, in the order of the entries. */
function operationErrors(value: unknown): unknown[] {
	return listOf(value).flatMap((entry, index) =>
		[entry].flat().flatMap((item) => (isObject(item) ? [{ ...item, operation_index: index }] : [])),
	);
}

/** X documents a list; a gateway may send one problem alone. */
function listOf(value: unknown): unknown[] {
	if (Array.isArray(value)) return value as unknown[];
	return typeof value === 'string' || isObject(value) ? [value] : [];
}

const unique = (texts: ReadonlyArray<string | undefined>): string[] => [
	...new Set(texts.filter((item) => item !== undefined)),
];
