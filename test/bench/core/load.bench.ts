import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ensureRuntime } from '../../../scripts/runtime/install';
import type { Bench } from '../support/bench';
import { inTurns, median } from '../support/statistics';

const ROUNDS = 10;
const ROOT = resolve(__dirname, '../../..');

/** The largest node that n8n itself has. */
const LARGEST = 'Notion';
const LARGEST_FILE = `node_modules/n8n-nodes-base/dist/nodes/${LARGEST}/${LARGEST}.node.js`;

const manifest = z.object({ n8n: z.object({ nodes: z.array(z.string()) }) });
const output = z.array(z.object({ ms: z.number(), bytes: z.number() }));
type Loaded = z.infer<typeof output>;

/** What the package costs every start of n8n and every load of the editor. */
export const load: Bench = {
	name: 'load',
	title: `all our nodes required in a fresh process, and their descriptions, against n8n's largest node (${LARGEST})`,
	async run(report) {
		const { node, folder } = await ensureRuntime();
		const own = manifest.parse(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))).n8n.nodes;
		const files = { ours: own.map((file) => join(ROOT, file)), theirs: [join(folder, LARGEST_FILE)] };
		const { ours, theirs } = await inTurns(ROUNDS, ['ours', 'theirs'], (who) => loadFresh(node, files[who]));

		const total = median(ours.map((round) => round.reduce((sum, { ms }) => sum + ms, 0)));
		const largest = kB(theirs[0], 0);
		report.ratio(`time to load, all our nodes : ${LARGEST}`, total / timeOf(theirs, 0), {
			atMost: 2,
		});
		const names = own.map((file) => basename(file, '.node.js'));
		report.table(
			`Medians of ${ROUNDS} fresh processes each, under the Node.js of n8n`,
			['', 'load ms', 'description kB'],
			[
				...names.map((name, at) => [name, timeOf(ours, at), kB(ours[0], at)]),
				['All our nodes', total, ours[0]?.reduce((sum, { bytes }) => sum + bytes / 1000, 0) ?? NaN],
				[LARGEST, timeOf(theirs, 0), largest],
			],
		);
		report.note('The first node of ours to load brings the engine that all of them share.');
	},
};

async function loadFresh(node: string, files: readonly string[]): Promise<Loaded> {
	const args = ['--disable-warning=ExperimentalWarning', join(__dirname, 'load.program.mts'), ...files];
	const { stdout } = await promisify(execFile)(node, args);
	return output.parse(JSON.parse(stdout));
}

const timeOf = (rounds: readonly Loaded[], at: number): number =>
	median(rounds.map((round) => round[at]?.ms ?? NaN));

const kB = (loaded: Loaded | undefined, at: number): number => (loaded?.[at]?.bytes ?? NaN) / 1000;
