/**
 * Milliseconds of CPU that this process has spent so far. Unlike the time on a clock, what else the machine does makes
 * no difference to it.
 */
export function cpuTime(): number {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
}
