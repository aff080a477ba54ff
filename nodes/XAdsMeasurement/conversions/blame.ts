/**
 * Finds the conversions that a refusal is about. X refuses a whole request for one invalid conversion and does not say
 * which one. Its messages repeat the invalid value, as in `hashed_email (abc) is not a valid SHA-256 hash`.
 */
import type { Problem } from '../../shared/errors';
import { asText } from '../../shared/util/text';

const QUOTED = [/\(([^()]+)\)/, /\bgot[: ]+"?([^"]+?)"?\.?$/i];

const saidBy = ({ message, detail }: Problem): string => asText(message ?? detail);

const valueIn = (problem: Problem): string | undefined =>
	[asText(problem.value), ...QUOTED.map((pattern) => pattern.exec(saidBy(problem))?.[1]?.trim())].find(
		Boolean,
	);

function* leaves(value: unknown): Generator<string> {
	if (typeof value !== 'object' || value === null) yield asText(value);
	else for (const inner of Object.values(value)) yield* leaves(inner);
}

/** Finds the problems of each conversion in a refused request, by its position. */
export function blamed(request: readonly { readonly conversion: object }[], problems: readonly Problem[]) {
	const found = new Map<number, Problem[]>();
	const values = problems.map(valueIn);
	for (const [place, { conversion }] of request.entries()) {
		const own = new Set(leaves(conversion));
		const about = problems.filter((_, index) => own.has(values[index] ?? '') && values[index] !== undefined);
		if (about.length > 0) found.set(place, about);
	}
	return found;
}
