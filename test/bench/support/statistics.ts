/** The middle value; of two middle ones, their mean. NaN for nothing. */
export function median(values: readonly number[]): number {
	const sorted = [...values].sort((a, b) => a - b);
	const middle = sorted.length / 2;
	const upper = sorted[Math.floor(middle)] ?? NaN;
	return Number.isInteger(middle) ? ((sorted[middle - 1] ?? NaN) + upper) / 2 : upper;
}

/**
 * Runs things in turns, A B C A B C …, so that other load on the machine affects all of them alike. Every
 * second round goes backwards. What comes back holds one entry a round for each of them.
 */
export async function inTurns<Name extends string, T>(
	rounds: number,
	names: readonly Name[],
	run: (name: Name, round: number) => Promise<T>,
): Promise<Record<Name, T[]>> {
	const found = Object.fromEntries(names.map((name) => [name, [] as T[]])) as Record<Name, T[]>;
	for (let round = 0; round < rounds; round++) {
		const order = round % 2 === 0 ? names : [...names].reverse();
		for (const name of order) found[name].push(await run(name, round));
	}
	return found;
}

/**
 * How many times larger `a` is than `b`: the median of the rounds' own ratios, as two neighbours in time are the
 * fairest pair.
 */
export const medianRatio = (a: readonly number[], b: readonly number[]): number =>
	median(a.map((value, at) => value / (b[at] ?? NaN)));
