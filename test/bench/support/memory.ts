/** How much memory a piece of work takes at its height. */
import { readFileSync, writeFileSync } from 'node:fs';

export interface MemoryUse {
	/** Peak of the process's resident memory above what it had before the work, in MB. */
	peak: number;
	/** Heap that the result still holds when garbage is collected, in MB. */
	held: number;
}

/** Needs `--expose-gc`. Meant for a fresh process: memory that earlier work left behind would hide the peak. */
export async function memoryOf<T>(work: () => Promise<T>): Promise<{ result: T; memory: MemoryUse }> {
	collect();
	const before = process.memoryUsage();
	forgetPeak();
	const result = await work();
	const peak = Math.max(peakBytes() - before.rss, 0);
	collect();
	const held = Math.max(process.memoryUsage().heapUsed - before.heapUsed, 0);
	return { result, memory: { peak: peak / 1e6, held: held / 1e6 } };
}

function collect(): void {
	globalThis.gc?.();
	globalThis.gc?.();
}

/** On Linux, the peak since the last reset; elsewhere, the peak of the whole process. */
function forgetPeak(): void {
	if (process.platform !== 'linux') return;
	try {
		writeFileSync('/proc/self/clear_refs', '5');
	} catch {
		// Not allowed in some containers; the peak since the start is then an upper bound.
	}
}

function peakBytes(): number {
	if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024;
	const found = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync('/proc/self/status', 'utf8'));
	return Number(found?.[1] ?? 0) * 1024;
}
