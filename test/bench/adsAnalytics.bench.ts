import { join } from 'node:path';
import { ids } from '../simulator/ads/ids';
import { startSimulator } from '../simulator/server';
import type { Downloaded } from './adsAnalytics.program';
import type { Bench } from './support/bench';
import { startInN8n } from './support/child';
import { addressesOf } from './support/simulator';

const PROGRAM = join(__dirname, 'adsAnalytics.program.ts');

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const SIZES = [20, 200];

/** How much memory a large result takes. */
export const memoryBench: Bench = {
	name: 'ads-result',
	title: `the result of a job, ${SIZES.join(' and ')} MB, from X's host to n8n's storage: memory`,
	run: async (found) => {
		const sim = await startSimulator();
		try {
			const rows: [string, number, number, number][] = [];
			for (const megabytes of SIZES) {
				await sim.control('ads', 'jobs', { megabytes });
				const n8n = await startInN8n(PROGRAM);
				try {
					const parameters = {
						operation: 'download',
						account_id: locator(ids.account),
						job_ids: ids.statsJob,
						download_as: 'file',
					};
					const answer = await n8n.ask<Downloaded>('download', { sim: addressesOf(sim), parameters });
					const { bytes, memory, ms } = answer;
					if (bytes < megabytes * 1e6) found.wrong(`${bytes} bytes came of ${megabytes} MB`);
					rows.push([`${megabytes} MB`, memory.peak, memory.held, ms / 1000]);
				} finally {
					await n8n.close();
				}
			}
			const [small, large] = rows.map(([, peak]) => peak);
			found.ratio('peak memory, 200 MB : 20 MB', (large ?? NaN) / (small ?? NaN), { atMost: 2 });
			found.table('A fresh process each', ['', 'peak MB', 'held MB', 'seconds'], rows);
		} finally {
			await sim.close();
		}
	},
};
