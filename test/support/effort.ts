/**
 * Milliseconds of CPU that this process has spent so far. Unlike the time on a clock, what else the machine does makes
 * little difference to it.
 */
export function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/** Milliseconds of CPU that a function takes now. */
async function costOf(run: () => unknown): Promise<number> {
	const start = cpuTime();
	await run();
	return cpuTime() - start;
}

/** Runs a function, and does something at the end of each turn of the event loop that it takes, the last one included. */
export async function withTurns<T>(run: () => T, ended: (isLast: boolean) => void): Promise<Awaited<T>> {
	let next: NodeJS.Immediate;
	const turn = () => {
		ended(false);
		next = setImmediate(turn);
	};
	next = setImmediate(turn);
	const result = await run();
	clearImmediate(next);
	// The result is alive here, so what it holds counts.
	ended(true);
	return result;
}

/** The most milliseconds of CPU that a function takes now in one turn of the event loop, in which nothing else runs. */
async function turnOf(run: () => unknown): Promise<number> {
	let [longest, start] = [0, cpuTime()];
	await withTurns(run, () => {
		longest = Math.max(longest, cpuTime() - start);
		start = cpuTime();
	});
	return longest;
}

/** A fixed calculation: it says how fast this machine is at this moment. */
function calculation(): void {
	let value = 1;
	for (let step = 0; step < 1_000_000; step++) value = (value * 16_807) % 2_147_483_647;
	// The value is used, or the compiler would leave out the calculation.
	if (value <= 0) throw new Error('The calculation has another result than always.');
}

/**
 * How many times more CPU one function takes than another. Work beside this process slows both, so each round measures
 * the other before and after the one. The least of several rounds counts, because what else happens in the process can
 * only add to it.
 *
 * @param most What the test allows; the rounds end with the first that is below it.
 */
async function ratioOf(
	run: () => unknown,
	other: () => unknown,
	most: number,
	measured = costOf,
): Promise<number> {
	let least = Infinity;
	for (let round = 0; round < 10 && least >= most; round++) {
		const before = await costOf(other);
		const cost = await measured(run);
		// Below half a millisecond, the clock of the CPU says little.
		least = Math.min(least, cost / Math.max(0.5, Math.min(before, await costOf(other))));
	}
	return least;
}

/**
 * How many times more CPU a function takes than a fixed calculation. A bound for it holds on every machine; a bound in
 * milliseconds fails on a slow one.
 *
 * @param most What the test allows, at least twice what is measured where nothing else runs: held against the calculation,
 * the same input took up to 1.8 times as much on another machine, whose memory is slower than its arithmetic.
 */
export const effortOf = async (run: () => unknown, most: number): Promise<number> =>
	await ratioOf(run, calculation, most);

/** The same for the longest of the turns of the event loop that the function takes. */
export const turnEffortOf = async (run: () => unknown, most: number): Promise<number> =>
	await ratioOf(run, calculation, most, turnOf);

/**
 * How many times more CPU a function takes for an input that is eight times as long. In proportion to the length it is
 * about 8, and with its square about 64.
 *
 * @param length The shorter length; it should cost more than a millisecond if the cost is in proportion.
 * @param most What the test allows.
 */
export async function growth(
	run: (length: number) => unknown,
	length: number,
	most: number,
): Promise<number> {
	await run(length);
	return await ratioOf(
		() => run(8 * length),
		() => run(length),
		most,
	);
}
