import type { Report } from './report';

/**
 * A benchmark. A file named `*.bench.ts` anywhere below test/bench exports one or more of them; `npm run bench` runs
 * them all, `npm run bench -- paging` those whose name contains the word.
 *
 * Times depend on the machine, so what counts is the ratio of two things measured in turns in one run. A benchmark
 * never fails on a time; it calls `report.wrong` when a result is not what it must be.
 */
export interface Bench {
	/** Short name, by which it is chosen. */
	readonly name: string;
	/** What it measures, in one line. */
	readonly title: string;
	run(report: Report): Promise<void>;
}

export const isBench = (value: unknown): value is Bench =>
	typeof value === 'object' && value !== null && 'name' in value && 'title' in value && 'run' in value;
