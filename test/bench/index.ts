/**
 * `npm run bench`: every benchmark; `npm run bench -- word …`: those whose name contains one of the words. Prints ratios
 * first, then absolute numbers, and writes them into docs/benchmarks.md, which a run of all
 * begins anew. Ends with code 1 when a result is wrong, never because of a time.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isBench, type Bench } from './support/bench';
import { beginAnew, keep } from './support/page';
import { Report } from './support/report';

async function main(): Promise<void> {
	const words = process.argv.slice(2).filter((word) => !word.startsWith('-'));
	const all = await benches();
	const chosen = all.filter(
		({ name }) => words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase())),
	);
	if (chosen.length === 0)
		throw new Error(
			`No benchmark has such a name. There are: ${all.map(({ name }) => name).join(', ') || 'none'}`,
		);
	if (words.length === 0) beginAnew();
	const failed: string[] = [];
	for (const bench of chosen) {
		console.log(`\n${bench.name}: ${bench.title}\n`);
		const report = new Report();
		try {
			await bench.run(report);
		} catch (error) {
			report.wrong(error instanceof Error ? (error.stack ?? error.message) : String(error));
		}
		console.log(report.toMarkdown());
		if (report.failed) failed.push(bench.name);
		else keep(bench, report, new Date().toISOString().slice(0, 10));
	}
	if (failed.length === 0) return;
	console.error(`\nWrong results in: ${failed.join(', ')}`);
	process.exitCode = 1;
}

/** The benchmarks of all files named `*.bench.ts`, in the order of their paths. */
async function benches(): Promise<Bench[]> {
	const files = readdirSync(__dirname, { recursive: true, encoding: 'utf8' });
	const found: Bench[] = [];
	for (const file of files.filter((name) => name.endsWith('.bench.ts')).sort()) {
		const exported = (await import(join(__dirname, file))) as Record<string, unknown>;
		found.push(...new Set(Object.values(exported).flat().filter(isBench)));
	}
	return found;
}

main().catch((error: unknown) => {
	console.error(error instanceof Error ? error.message : String(error));
	process.exitCode = 1;
});
