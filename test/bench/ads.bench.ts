import { join } from 'node:path';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import type { Simulator } from '../simulator/server';
import type { Downloaded, Read, Reader, Writer } from './ads.program';
import type { Bench } from './support/bench';
import { inN8n } from './support/child';
import { addressesOf, slowDown, withSimulator } from './support/simulator';
import { inTurns, median, medianRatio } from './support/statistics';

const PROGRAM = join(__dirname, 'ads.program.ts');
const LINE_ITEMS = 50_000;
const ROUNDS = 5;
const READERS: readonly Reader[] = ['X Ads Campaigns', 'HTTP Request, Split Out'];

const ACCOUNT_ID = ids.account;
const inCampaign = { accountId: ACCOUNT_ID, campaignId: ids.activeCampaign };
const lineItemsOf = (sim: Simulator) => ads.state(sim.platform).production.state.of('lineItems');

/** Reading an account to the end, item by item. */
export const readBench: Bench = {
	name: 'ads-read',
	title: `${LINE_ITEMS.toLocaleString('en')} line items by cursor, against n8n's HTTP Request node with its pagination`,
	run: async (report) =>
		await withSimulator(async (sim) => {
			await sim.control('ads', 'addLineItems', { ...inCampaign, count: LINE_ITEMS });
			const expected = lineItemsOf(sim)
				.of(ACCOUNT_ID)
				.filter(({ data }) => !data.deleted).length;
			const checked = (way: Reader, result: Read) => {
				if (result.different !== expected) report.wrong(`${way} gave ${result.different} of ${expected}`);
				return result;
			};
			const reading = { sim: addressesOf(sim), accountId: ACCOUNT_ID };
			const ask = async (name: 'read' | 'readWithMemory', way: Reader) =>
				checked(way, await inN8n(PROGRAM, (n8n) => n8n.ask<Read>(name, { ...reading, way })));
			const times = await inTurns(ROUNDS, READERS, async (way) => await ask('read', way));
			const memory = await inTurns(1, READERS, async (way) => await ask('readWithMemory', way));
			const ms = (way: Reader) => times[way].map((round) => round.ms);
			report.ratio(
				'line items per second, X Ads Campaigns : HTTP Request, Split Out',
				medianRatio(ms('HTTP Request, Split Out'), ms('X Ads Campaigns')),
				{ atLeast: 1 },
			);
			const cpu = (way: Reader) => times[way].map((round) => round.cpu);
			report.ratio(
				'processor time, X Ads Campaigns : HTTP Request, Split Out',
				medianRatio(cpu('X Ads Campaigns'), cpu('HTTP Request, Split Out')),
				{ atMost: 1.2 },
			);
			report.table(
				`Medians of ${ROUNDS} rounds in turns, each in a fresh process`,
				['', 'line items/s', 'ms', 'CPU ms', 'peak MB', 'held MB'],
				READERS.map((way) => [
					way,
					Math.round((expected / median(ms(way))) * 1000),
					Math.round(median(ms(way))),
					Math.round(median(cpu(way))),
					memory[way][0]?.memory?.peak ?? NaN,
					memory[way][0]?.memory?.held ?? NaN,
				]),
			);
		}),
};

const CRITERIA = 10_000;
const SINGLE = 300;
const LATENCY_MS = 50;

/** Writing: requests of 500 against a request for each item. */
export const batchBench: Bench = {
	name: 'ads-batch',
	title: `${CRITERIA.toLocaleString('en')} targeting criteria, platform ${LATENCY_MS} ms away: Batch against one request an item`,
	run: async (report) =>
		await withSimulator(
			async (sim) =>
				await inN8n(PROGRAM, async (n8n) => {
					const write = async (way: Writer) => {
						const count = way === 'batch' ? CRITERIA : SINGLE;
						await sim.reset();
						sim.limits.resize('writes', 1_000_000);
						await sim.control('ads', 'addLineItems', { ...inCampaign, count: 20 });
						const lineItems = lineItemsOf(sim)
							.childrenOf(ids.activeCampaign)
							.map(({ data }) => data.id);
						slowDown(sim, LATENCY_MS);
						const writing = { way, sim: addressesOf(sim), accountId: ACCOUNT_ID, lineItems, count };
						const { ms, made } = await n8n.ask<{ ms: number; made: number }>('write', writing);
						if (made !== count) report.wrong(`${way} made ${made} of ${count}`);
						return { perItem: ms / count, requestsPerItem: sim.requests.length / count };
					};
					const runs = await inTurns(2, ['batch', 'one by one'] as const, write);
					const perItem = (way: Writer) => runs[way].map((run) => run.perItem);
					const requests = (way: Writer) => median(runs[way].map((run) => run.requestsPerItem));
					report.ratio(
						'faster than one request an item',
						medianRatio(perItem('one by one'), perItem('batch')),
						{
							atLeast: 20,
						},
					);
					report.ratio('fewer requests', requests('one by one') / requests('batch'), { atLeast: 400 });
					report.table(
						`For ${CRITERIA.toLocaleString('en')} criteria`,
						['', 'seconds', 'requests'],
						(['batch', 'one by one'] as const).map((way) => [
							way,
							(median(perItem(way)) * CRITERIA) / 1000,
							Math.round(requests(way) * CRITERIA),
						]),
					);
					report.note(
						`One by one is measured with ${SINGLE} items and scaled: nothing else changes with their number.`,
					);
				}),
		),
};

const SIZES = [20, 200];

/** How much memory a large result takes. */
export const resultBench: Bench = {
	name: 'ads-result',
	title: `the result of a job, ${SIZES.join(' and ')} MB, from X's host to n8n's storage: memory`,
	run: async (report) =>
		await withSimulator(async (sim) => {
			const rows: [string, number, number, number][] = [];
			for (const megabytes of SIZES) {
				await sim.control('ads', 'jobs', { megabytes });
				const job = { sim: addressesOf(sim), accountId: ACCOUNT_ID, jobId: ids.statsJob };
				const { bytes, memory, ms } = await inN8n(PROGRAM, (n8n) => n8n.ask<Downloaded>('download', job));
				if (bytes < megabytes * 1e6) report.wrong(`${bytes} bytes came of ${megabytes} MB`);
				rows.push([`${megabytes} MB`, memory.peak, memory.held, ms / 1000]);
			}
			const [small, large] = rows.map(([, peak]) => peak);
			report.ratio('peak memory, 200 MB : 20 MB', (large ?? NaN) / (small ?? NaN), { atMost: 2 });
			report.table('A fresh process each', ['', 'peak MB', 'held MB', 'seconds'], rows);
		}),
};
