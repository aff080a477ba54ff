/** docs/benchmarks.md: a section for each benchmark, the one of its last run. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { resolve } from 'node:path';
import type { Bench } from './bench';
import type { Report } from './report';

const FILE = resolve(__dirname, '../../../docs/benchmarks.md');

const HEAD = `# Benchmarks

Written by \`npm run bench\`, which begins the page anew. What counts is the ratio: both sides are measured in turns, in the same run, against the same simulated X. Times depend on the machine and on what else it does.
`;

/** What the figures were measured on. */
function machine(): string {
	const processors = cpus();
	const memory = Math.round(totalmem() / 2 ** 30);
	return `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}, ${memory} GB, Node.js ${process.versions.node}, ${process.platform}`;
}

/** Takes all figures out of the page, so that it has those of a whole run alone. */
export const beginAnew = (): void => writeFileSync(FILE, HEAD);

/**
 * Puts the result of a benchmark into the page, in place of its earlier one.
 *
 * @param day When it ran, as YYYY-MM-DD.
 */
export function keep({ name, title }: Bench, report: Report, day: string): void {
	const sections = new Map(stored());
	const command = `\`npm run bench -- ${name}\``;
	sections.set(name, `${title}\n\n${command} · ${day} · ${machine()}\n\n${report.toMarkdown()}`);
	const body = [...sections].sort(([a], [b]) => a.localeCompare(b, 'en'));
	writeFileSync(FILE, [HEAD, ...body.map(([key, text]) => `## ${key}\n\n${text}\n`)].join('\n'));
}

function stored(): Array<[name: string, section: string]> {
	if (!existsSync(FILE)) return [];
	const [, ...parts] = readFileSync(FILE, 'utf8').split(/^## /m);
	return parts.map((part) => {
		const [name = '', ...lines] = part.split('\n');
		return [name, lines.join('\n').trim()];
	});
}
