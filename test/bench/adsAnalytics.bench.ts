import { join } from 'node:path';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { statsOf } from '../simulator/ads/stats';
import { startSimulator, type Simulator } from '../simulator/server';
import type { Downloaded, Reported } from './adsAnalytics.program';
import type { Bench } from './support/bench';
import { startInN8n } from './support/child';
import { addressesOf } from './support/simulator';

const PROGRAM = join(__dirname, 'adsAnalytics.program.ts');

const LINE_ITEMS = 1_000;
/** How many of them ran in the range, as in an account of some years. */
const RAN = 250;
const ONE_BY_ONE = 10;

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const stateOf = (sim: Simulator) => ads.state(sim.platform).production.state;

const report = {
	operation: 'get',
	account_id: locator(ids.account),
	entity: 'LINE_ITEM',
	range: 'custom',
	start_time: '2026-06-01',
	end_time: '2026-08-30',
};

/** Line items; some of them were shown, each for a few weeks. */
async function fill(sim: Simulator): Promise<string[]> {
	const inCampaign = { accountId: ids.account, campaignId: ids.campaign };
	await sim.control('ads', 'addLineItems', { ...inCampaign, count: LINE_ITEMS - 4 });
	await sim.control('ads', 'jobs', { seconds: 0 });
	sim.limits.resize('writes', 1_000_000);
	const lineItems = stateOf(sim)
		.of('lineItems')
		.of(ids.account)
		.map(({ data }) => data.id);
	const ran = lineItems.slice(-RAN + 1);
	for (const [place, lineItemId] of ran.entries()) {
		const from = Date.parse('2026-06-01T07:00:00Z') + (place % 60) * 86_400_000;
		const placement = place % 10 === 0 ? 'SPOTLIGHT' : 'ALL_ON_TWITTER';
		await sim.control('ads', 'deliver', { lineItemId, placement, from, to: from + 21 * 86_400_000 });
	}
	return lineItems;
}

const requestsOf = (sim: Simulator): number =>
	sim.requests.splice(0).length + statsOf(stateOf(sim)).jobs.requests.splice(0).length;

/** How many requests a report takes. */
export const requestsBench: Bench = {
	name: 'ads-report',
	title: `a report of ${LINE_ITEMS.toLocaleString('en')} line items × 90 days, of which ${RAN} ran: requests`,
	run: async (found) => {
		const sim = await startSimulator();
		const n8n = await startInN8n(PROGRAM);
		try {
			const lineItems = await fill(sim);
			const ask = async (more: Record<string, string>) => {
				const parameters = { ...report, ...more };
				const reported = await n8n.ask<Reported>('report', { sim: addressesOf(sim), parameters });
				return { ...reported, requests: requestsOf(sim) };
			};
			const chosen = (some: readonly string[]) => ({ entities: 'chosen', entity_ids: some.join() });
			const ours = await ask({});
			const all = await ask(chosen(lineItems));
			if (ours.impressions !== all.impressions || ours.served !== all.served)
				found.wrong(`${ours.impressions} impressions of what ran, ${all.impressions} of all`);
			let single = 0;
			for (const id of lineItems.slice(-ONE_BY_ONE)) single += (await ask(chosen([id]))).requests;
			const oneByOne = (single / ONE_BY_ONE) * LINE_ITEMS;
			found.ratio('fewer requests than for all line items, twenty at a time', all.requests / ours.requests, {
				atLeast: 5,
			});
			found.ratio('fewer requests than for one line item at a time', oneByOne / ours.requests, {
				atLeast: 100,
			});
			found.table(
				'One report',
				['', 'requests', 'seconds'],
				[
					['what was active', ours.requests, ours.ms / 1000],
					['all, twenty at a time', all.requests, all.ms / 1000],
					['one at a time', oneByOne, 'not run'],
				],
			);
			found.note(`One at a time is measured with ${ONE_BY_ONE} line items and scaled.`);
		} finally {
			await n8n.close();
			await sim.close();
		}
	},
};

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
