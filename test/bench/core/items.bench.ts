import { join } from 'node:path';
import { ME } from '../../simulator/identities';
import type { Bench } from '../support/bench';
import { startInN8n } from '../support/child';
import type { Report } from '../support/report';
import { addressesOf, startRemoteSimulator, type Prepared } from '../support/simulator';
import { inTurns, median, medianRatio } from '../support/statistics';
import type { Done, Job, Way, Work } from './items.program';

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
}

type Round = Done & { requests: number };

/** Runs a case in turns, each way once before for nothing. Every item must have its own result, in the order of the input. */
async function measure(report: Report, { work, ways, values, expected }: Case) {
	const platform = await startRemoteSimulator({ followers: ITEMS + 10 });
	const n8n = await startInN8n(join(__dirname, 'items.program.ts'));
	try {
		const once = async (way: Way): Promise<Round> => {
			const asked = values(await platform.prepare(LATENCY_MS));
			const job: Job = { work, way, sim: addressesOf(platform), values: asked };
			const done = await n8n.ask<Done>('run', job);
			const requests = await platform.takeCount();
			const right = expected(asked).filter((value, at) => {
				const result = done.results[at];
				return result?.found === value && result.from === at;
			});
			if (right.length !== asked.length || done.results.length !== asked.length)
				report.wrong(`${way} gave ${right.length} right items of ${asked.length}`);
			return { ...done, requests };
		};
		await inTurns(1, ways, once);
		const found = await inTurns(ROUNDS, ways, once);
		return {
			found,
			ms: (way: Way) => found[way].map((round) => round.ms),
			requests: (way: Way) => median(found[way].map((round) => round.requests)),
		};
	} finally {
		await n8n.close();
		await platform.close();
	}
}

type Measured = Awaited<ReturnType<typeof measure>>;

function table(report: Report, ways: readonly Way[], { found, ms, requests }: Measured): void {
	report.table(
		`${ITEMS} items, medians of ${ROUNDS} rounds in turns in one process`,
		['', 'ms', 'items/s', 'CPU ms', 'requests'],
		ways.map((way) => [
			way,
			median(ms(way)),
			(ITEMS / median(ms(way))) * 1000,
			median(found[way].map(({ cpu }) => cpu)),
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
