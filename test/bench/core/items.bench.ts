import { join } from 'node:path';
import { ME } from '../../simulator/identities';
import type { Bench } from '../support/bench';
import { inN8n } from '../support/child';
import type { Report } from '../support/report';
import { addressesOf, withRemoteSimulator, type Prepared } from '../support/simulator';
import { inTurns, median, medianRatio } from '../support/statistics';
import type { Done, Job, Way, Work } from './items.program';

const PROGRAM = join(__dirname, 'items.program.ts');
const LATENCY_MS = 50;
const ROUNDS = 5;
const ITEMS = 300;

const AWAY = `platform ${LATENCY_MS} ms away`;

interface Case {
	work: Work;
	ways: readonly Way[];
	/** What the items are about. */
	values: (there: Prepared) => string[];
	/** What each output item holds. */
	expected: (values: readonly string[]) => readonly string[];
	rounds?: number;
	latencyMs?: number;
}

type Round = Done & { requests: number };

/** Says where an item has not its own result, in the order of the input. */
function check(report: Report, way: Way, { results }: Done, expected: readonly string[]): void {
	const right = expected.filter((value, at) => results[at]?.found === value && results[at].from === at);
	if (right.length !== expected.length || results.length !== expected.length)
		report.wrong(`${way} gave ${right.length} right items of ${expected.length}`);
}

/** Runs a case in turns, each way once before for nothing. */
async function measure(
	report: Report,
	{ work, ways, values, expected, rounds = ROUNDS, latencyMs = LATENCY_MS }: Case,
) {
	const found = await withRemoteSimulator(
		{ followers: ITEMS + 10 },
		async (platform) =>
			await inN8n(PROGRAM, async (n8n) => {
				const once = async (way: Way): Promise<Round> => {
					const asked = values(await platform.prepare(latencyMs));
					const job: Job = { work, way, sim: addressesOf(platform), values: asked };
					const done = await n8n.ask<Done>('run', job);
					const requests = await platform.takeCount();
					check(report, way, done, expected(asked));
					return { ...done, requests };
				};
				await inTurns(1, ways, once);
				return await inTurns(rounds, ways, once);
			}),
	);
	return {
		rounds,
		ms: (way: Way) => found[way].map((round) => round.ms),
		cpu: (way: Way) => found[way].map((round) => round.cpu),
		requests: (way: Way) => median(found[way].map((round) => round.requests)),
	};
}

type Measured = Awaited<ReturnType<typeof measure>>;

function table(report: Report, ways: readonly Way[], { rounds, ms, cpu, requests }: Measured): void {
	report.table(
		`${ITEMS} items, medians of ${rounds} rounds in turns in one process`,
		['', 'ms', 'items/s', 'CPU ms', 'requests'],
		ways.map((way) => [
			way,
			median(ms(way)),
			(ITEMS / median(ms(way))) * 1000,
			median(cpu(way)),
			requests(way),
		]),
	);
}

/** Reads that X takes one by one. */
export const itemsBench: Bench = {
	name: 'core-items',
	title: `${ITEMS} items, a read each (Get Following), ${AWAY}: X Core with 10, 50 and 300 requests at once, and HTTP Request`,
	async run(report) {
		const ways = ['X Core, 10', 'bare, 10', 'X Core, 50', 'X Core, 300', 'HTTP Request'] as const;
		const found = await measure(report, {
			work: 'user.getFollowing',
			ways,
			values: ({ users }) => users.filter((id) => id !== ME.id).slice(0, ITEMS),
			expected: (asked) => asked.map(() => ME.username),
		});
		for (const way of ways)
			if (found.requests(way) !== ITEMS)
				report.wrong(`${way}: ${found.requests(way)} requests for ${ITEMS} items`);
		// Nothing runs faster than so many requests at once, each as long as the way to X and back.
		const physicalLimit = (ITEMS / 10) * LATENCY_MS;
		report.ratio(
			'the time of the physical limit, 10 requests at once',
			median(found.ms('X Core, 10')) / physicalLimit,
			{ atMost: 1.25 },
		);
		report.ratio(
			"the time of a bare loop of n8n's helper, 10 requests at once",
			medianRatio(found.ms('X Core, 10'), found.ms('bare, 10')),
			{ atMost: 1.25 },
		);
		for (const way of ['X Core, 50', 'X Core, 300'] as const)
			report.ratio(
				`the speed of HTTP Request, which starts all at once, with ${way.replace('X Core, ', '')} at once`,
				medianRatio(found.ms('HTTP Request'), found.ms(way)),
				{ atLeast: 1 },
			);
		table(report, ways, found);
		report.note(
			'On a busy machine no way comes near the physical limit: then the bare loop is the measure. The first request of X Core goes alone, as its answer says how many the rate limit takes.',
		);
	},
};

/** Look-ups that X takes a hundred at a time. */
export const gatherBench: Bench = {
	name: 'core-gather',
	title: `${ITEMS} items, a look-up each (Get User), ${AWAY}: X Core, which gathers them, and HTTP Request`,
	async run(report) {
		const ways = ['X Core, 10', 'HTTP Request'] as const;
		const found = await measure(report, {
			work: 'user.get',
			ways,
			values: ({ users }) => users.slice(0, ITEMS),
			expected: (values) => values,
		});
		report.ratio('the speed of HTTP Request', medianRatio(found.ms('HTTP Request'), found.ms('X Core, 10')), {
			atLeast: 2,
		});
		report.ratio('fewer requests', found.requests('HTTP Request') / found.requests('X Core, 10'), {
			atLeast: 100,
		});
		if (found.requests('X Core, 10') > ITEMS / 100)
			report.wrong(`${found.requests('X Core, 10')} requests for ${ITEMS} items`);
		table(report, ways, found);
	},
};

/** What a request costs beyond sending it: form, credential, checks, errors, output. */
export const overheadBench: Bench = {
	name: 'core-overhead',
	title: `${ITEMS} items, a request each (Get Me) one after the other, against a bare loop of n8n's request helpers`,
	async run(report) {
		const ways = ['X Core, 1', 'httpRequestWithAuthentication', 'httpRequest'] as const;
		const found = await measure(report, {
			work: 'user.getMe',
			ways,
			values: () => Array.from({ length: ITEMS }, () => ME.id),
			expected: (values) => values,
			rounds: 7,
			latencyMs: 0,
		});
		for (const [other, atMost] of [
			['httpRequest', 3],
			['httpRequestWithAuthentication', 1.25],
		] as const) {
			const against = `X Core : helpers.${other}`;
			report.ratio(`time of a request, ${against}`, medianRatio(found.ms('X Core, 1'), found.ms(other)), {
				atMost,
			});
			report.ratio(`processor time, ${against}`, medianRatio(found.cpu('X Core, 1'), found.cpu(other)), {
				atMost,
			});
		}
		table(report, ways, found);
	},
};

const MANY = 100_000;
const MEMORY_ROUNDS = 2;
/** What our items may hold, in units of those of a node that keeps nothing else. */
const MOST_HELD = 1.25;

/** Many items hold no more than their output needs. */
export const memoryBench: Bench = {
	name: 'core-memory',
	title: `${MANY.toLocaleString('en')} items, a look-up each (Get User), against a node that does nothing but ask for 100 users at a time`,
	async run(report) {
		const ways = ['X Core, 10', 'nothing but the output'] as const;
		await withRemoteSimulator({ followers: MANY }, async (platform) => {
			const { users } = await platform.prepare();
			const values = users.slice(0, MANY);
			const found = await inTurns(MEMORY_ROUNDS, ways, async (way) => {
				const job: Job = { work: 'user.get', way, sim: addressesOf(platform), values };
				const done = await inN8n(PROGRAM, (n8n) => n8n.ask<Done>('runWithMemory', job));
				check(report, way, done, values);
				return { ...done, requests: await platform.takeCount() };
			});
			const held = (way: (typeof ways)[number]) =>
				median(found[way].map(({ memory }) => memory?.held ?? NaN));
			const peak = (way: (typeof ways)[number]) =>
				median(found[way].map(({ memory }) => memory?.peak ?? NaN));
			const ratio = held('X Core, 10') / held('nothing but the output');
			report.ratio('memory held by the items, X Core : nothing but the output', ratio, { atMost: MOST_HELD });
			report.ratio(
				'peak memory, X Core : nothing but the output',
				peak('X Core, 10') / peak('nothing but the output'),
				{ atMost: 2.5 },
			);
			if (ratio > MOST_HELD) report.wrong('The items hold more than their output needs');
			report.table(
				`${values.length.toLocaleString('en')} items, medians of ${MEMORY_ROUNDS} fresh processes each`,
				['', 'peak MB', 'held MB', 'held bytes an item', 'seconds', 'requests'],
				ways.map((way) => [
					way,
					peak(way),
					held(way),
					Math.round((held(way) * 1e6) / values.length),
					median(found[way].map(({ ms }) => ms)) / 1000,
					median(found[way].map(({ requests }) => requests)),
				]),
			);
			report.note(
				'Peak: resident memory above that before the run, garbage that was not collected yet included. Held: heap that the items keep afterwards.',
			);
		});
	},
};
