/**
 * Milliseconds of CPU that this process has spent so far. Unlike the time on a clock, what else the machine does makes
 * no difference to it.
 */
export function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}

/**
 * Milliseconds of CPU for a fixed calculation, the least of five runs: how fast this machine is. A bound in multiples
 * of it holds on every machine; a bound in milliseconds fails on a slow one.
 */
export function yardstick(): number {
	return Math.min(
		...[1, 2, 3, 4, 5].map(() => {
			const start = cpuTime();
			let value = 1;
			for (let step = 0; step < 1_000_000; step++) value = (value * 16_807) % 2_147_483_647;
			// The value is used, or the compiler would leave out the calculation.
			return value > 0 ? cpuTime() - start : Infinity;
		}),
	);
}
