import { sumBy } from 'lodash';
import { join } from 'node:path';
import type { Bench } from '../support/bench';
import { inN8n, type Child } from '../support/child';
import type { Report } from '../support/report';
import { addressesOf, withRemoteSimulator, type RemoteSimulator } from '../support/simulator';
import { inTurns, median, medianRatio } from '../support/statistics';
import type { Paged, Way } from './paging.program';

const USERS = 20_000;
const PAGE = 1000;
/** Each way runs in so many processes, */
const PROCESSES = 8;
/** in each so often before it is measured, */
const WARM_UP = 5;
/** and so often after that. */
const ROUNDS = 20;
const MEMORY_ROUNDS = 3;
const ROUTE = 'GET /2/users/{id}/followers';
const PROGRAM = join(__dirname, 'paging.program.ts');

const WAYS: readonly Way[] = ['X Core', 'HTTP Request, Split Out', 'X Core, Raw', 'HTTP Request'];

/** Return All against n8n's own HTTP Request node with its pagination. */
export const paging: Bench = {
	name: 'core-paging',
	title: `${USERS.toLocaleString('en-US')} users through Return All, against n8n's HTTP Request node with its pagination`,
	async run(report) {
		await withRemoteSimulator({ followers: USERS }, async (sim) => {
			await sim.allow(ROUTE, 1_000_000);
			const times = await measureTimes(sim, report);
			const memory = await measureMemory(sim, report);
			show(report, times, memory);
		});
	},
};

interface Measured {
	/** Wall time of each round, in ms. */
	ms: number[];
	/** Processor time of all rounds, in ms. */
	cpu: number;
	/** Requests of one round. */
	requests: number;
}

/**
 * Each way in processes of its own, one run after the other and with no garbage collected between them. A collection
 * takes longer than a run, and where several ways share a process it is chance whose run it falls into.
 */
async function measureTimes(sim: RemoteSimulator, report: Report): Promise<Record<Way, Measured[]>> {
	const measured = async (way: Way, n8n: Child) => {
		const once = async () => await ask('page', way, n8n, sim, report);
		for (let round = 0; round < WARM_UP; round++) await once();
		await sim.takeCount();
		const rounds: Paged[] = [];
		for (let round = 0; round < ROUNDS; round++) rounds.push(await once());
		const requests = (await sim.takeCount()) / ROUNDS;
		return { ms: rounds.map(({ ms }) => ms), cpu: sumBy(rounds, 'cpu'), requests };
	};
	return await inTurns(PROCESSES, WAYS, (way) => inN8n(PROGRAM, (n8n) => measured(way, n8n)));
}

/** Every measurement in a process of its own. */
async function measureMemory(sim: RemoteSimulator, report: Report): Promise<Record<Way, Paged[]>> {
	return await inTurns(MEMORY_ROUNDS, WAYS, (way) =>
		inN8n(PROGRAM, (n8n) => ask('pageWithMemory', way, n8n, sim, report)),
	);
}

/** Reads all pages, and says what is wrong with them. */
async function ask(
	name: 'page' | 'pageWithMemory',
	way: Way,
	n8n: Child,
	sim: RemoteSimulator,
	report: Report,
): Promise<Paged> {
	const paged = await n8n.ask<Paged>(name, { way, sim: addressesOf(sim) });
	const { users, items } = paged;
	if (users !== USERS) report.wrong(`${way} gave ${users} different users instead of ${USERS}`);
	const expected = way === 'X Core' || way === 'HTTP Request, Split Out' ? USERS : USERS / PAGE;
	if (items !== expected) report.wrong(`${way} gave ${items} items instead of ${expected}`);
	return paged;
}

function show(report: Report, times: Record<Way, Measured[]>, memory: Record<Way, Paged[]>): void {
	const ms = (way: Way) => times[way].map((process) => median(process.ms));
	const cpu = (way: Way) => sumBy(times[way], 'cpu') / PROCESSES / ROUNDS;
	const peak = (way: Way) => memory[way].map((round) => round.memory?.peak ?? NaN);
	const held = (way: Way) => memory[way].map((round) => round.memory?.held ?? NaN);
	const requests = (way: Way) => median(times[way].map((process) => process.requests));

	const pairs = [
		['X Core', 'HTTP Request, Split Out', 'an item a user'],
		['X Core, Raw', 'HTTP Request', 'an item a page'],
	] as const;
	for (const [ours, theirs, what] of pairs) {
		report.ratio(`users per second, ${ours} : ${theirs} (${what})`, medianRatio(ms(theirs), ms(ours)), {
			atLeast: 0.9,
		});
		report.ratio(`processor time of all rounds, ${ours} : ${theirs}`, cpu(ours) / cpu(theirs), {
			atMost: 1.25,
		});
		report.ratio(`peak memory, ${ours} : ${theirs}`, median(peak(ours)) / median(peak(theirs)), {
			atMost: 1.25,
		});
		report.ratio(`requests sent, ${ours} : ${theirs}`, requests(ours) / requests(theirs), { atMost: 1 });
		if (requests(ours) > requests(theirs)) report.wrong(`${ours} sent more requests than ${theirs}`);
	}
	report.table(
		`${ROUNDS} rounds in each of ${PROCESSES} processes: medians, means for the processor; memory of ${MEMORY_ROUNDS} fresh processes`,
		['', 'users/s', 'ms', 'CPU ms', 'requests', 'peak MB', 'held MB'],
		WAYS.map((way) => [
			way,
			Math.round((USERS / median(ms(way))) * 1000),
			Math.round(median(ms(way))),
			Math.round(cpu(way)),
			requests(way),
			median(peak(way)),
			median(held(way)),
		]),
	);
	for (const [ours, theirs] of pairs) {
		const each = times[ours].map((process, at) => process.cpu / (times[theirs][at]?.cpu ?? NaN));
		report.note(
			`Processor time by pairs of processes, ${ours} : ${theirs}: ${Math.min(...each).toFixed(2)} to ${Math.max(...each).toFixed(2)} ×.`,
		);
	}
	report.note('Peak: resident memory above that before the run. Held: heap that the items keep afterwards.');
}
