import { join } from 'node:path';
import { ME } from '../../simulator/identities';
import type { Bench } from '../support/bench';
import { startInN8n } from '../support/child';
import type { Report } from '../support/report';
import { addressesOf, startRemoteSimulator, type Prepared, type Seen } from '../support/simulator';
import { inTurns, median, medianRatio } from '../support/statistics';
import type { Done, Job, Way, Work } from './items.program';

const LATENCY_MS = 50;
const ROUNDS = 5;
const ITEMS = 300;
/** Fewer: a round one after the other takes 50 ms for each. */
const WRITES = 200;
const POSTS = 60;

const AWAY = `platform ${LATENCY_MS} ms away`;

interface Case {
	work: Work;
	ways: readonly Way[];
	/** What the items are about. */
	values: (there: Prepared) => string[];
	/** What each output item holds. */
	expected: (values: readonly string[]) => readonly string[];
	/** What is wrong with the requests that came, where anything is. */
	check?: (way: Way, seen: readonly Seen[], values: readonly string[]) => string | undefined;
}

type Round = Done & { requests: number };

/** Runs a case in turns, each way once before for nothing. Every item must have its own result, in the order of the input. */
async function measure(report: Report, { work, ways, values, expected, check }: Case) {
	const platform = await startRemoteSimulator({ followers: ITEMS + 10 });
	const n8n = await startInN8n(join(__dirname, 'items.program.ts'));
	try {
		const once = async (way: Way): Promise<Round> => {
			const asked = values(await platform.prepare(LATENCY_MS));
			const job: Job = { work, way, sim: addressesOf(platform), values: asked };
			const done = await n8n.ask<Done>('run', job);
			const seen = await platform.take();
			const right = expected(asked).filter((value, at) => {
				const result = done.results[at];
				return result?.found === value && result.from === at;
			});
			if (right.length !== asked.length || done.results.length !== asked.length)
				report.wrong(`${way} gave ${right.length} right items of ${asked.length}`);
			const wrong = check?.(way, seen, asked);
			if (wrong !== undefined) report.wrong(`${way}: ${wrong}`);
			return { ...done, requests: seen.length };
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

function table(report: Report, count: number, ways: readonly Way[], { found, ms, requests }: Measured): void {
	report.table(
		`${count} items, medians of ${ROUNDS} rounds in turns in one process`,
		['', 'ms', 'items/s', 'CPU ms', 'requests'],
		ways.map((way) => [
			way,
			median(ms(way)),
			(count / median(ms(way))) * 1000,
			median(found[way].map(({ cpu }) => cpu)),
			requests(way),
		]),
	);
}

const all =
	(value: string) =>
	(values: readonly string[]): string[] =>
		values.map(() => value);

/** Nothing runs faster than so many requests at once, each as long as the way to X and back. */
const physicalLimit = (count: number, parallel: number) => Math.ceil(count / parallel) * LATENCY_MS;

const toLimit = ({ ms }: Measured, way: Way, count: number, parallel: number) =>
	median(ms(way)) / physicalLimit(count, parallel);

/** What requests side by side are held against: what is possible, a bare loop, and n8n's own node. */
function reportSideBySide(
	report: Report,
	count: number,
	ways: readonly Way[],
	found: Measured,
	what = '',
): void {
	report.ratio(
		`${what}the time of the physical limit, 10 requests at once`,
		toLimit(found, 'X Core, 10', count, 10),
		{ atMost: 1.25 },
	);
	report.ratio(
		`${what}the time of a bare loop of n8n's helper, 10 requests at once`,
		medianRatio(found.ms('X Core, 10'), found.ms('bare, 10')),
		{ atMost: 1.25 },
	);
	report.ratio(
		`${what}the speed of HTTP Request, which starts all at once, with 50 at once`,
		medianRatio(found.ms('HTTP Request'), found.ms('X Core, 50')),
		{ atLeast: 1 },
	);
	table(report, count, ways, found);
}

/** Reads that X takes one by one. */
export const itemsBench: Bench = {
	name: 'core-items',
	title: `${ITEMS} items, a read each (Get Following), ${AWAY}: X Core with 10 and 50 requests at once, and HTTP Request`,
	async run(report) {
		const ways = ['X Core, 10', 'bare, 10', 'X Core, 50', 'HTTP Request'] as const;
		const found = await measure(report, {
			work: 'user.getFollowing',
			ways,
			values: ({ users }) => users.filter((id) => id !== ME.id).slice(0, ITEMS),
			expected: all(ME.username),
			check: (_way, seen) =>
				seen.length === ITEMS ? undefined : `${seen.length} requests for ${ITEMS} items`,
		});
		reportSideBySide(report, ITEMS, ways, found);
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
		table(report, ITEMS, ways, found);
	},
};

const bodiesOf = (seen: readonly Seen[], route: string, key: string): unknown[] =>
	seen
		.filter((request) => request.method === 'POST' && request.route === route)
		.map(({ body }) => (body as Record<string, unknown>)[key]);

/** Writes: those whose order means nothing side by side, those that people see in an order one after the other. */
export const writesBench: Bench = {
	name: 'core-writes',
	title: `${WRITES} likes side by side and ${POSTS} Posts in order, ${AWAY}`,
	async run(report) {
		const ways = ['X Core, 10', 'bare, 10', 'X Core, 50', 'HTTP Request'] as const;
		const likes = await measure(report, {
			work: 'post.like',
			ways,
			values: ({ posts }) => posts.slice(0, WRITES),
			expected: all('true'),
			check: (_way, seen, values) => {
				const liked = bodiesOf(seen, '/2/users/{id}/likes', 'tweet_id');
				const isOnceEach = liked.length === values.length && new Set(liked).size === values.length;
				return isOnceEach ? undefined : `${liked.length} likes of ${values.length} Posts`;
			},
		});
		reportSideBySide(report, WRITES, ways, likes, 'likes: ');

		const inOrder = ['X Core, 10', 'bare, 1'] as const;
		const posts = await measure(report, {
			work: 'post.create',
			ways: inOrder,
			values: () => Array.from({ length: POSTS }, (_, at) => `Post number ${at}`),
			expected: (values) => values,
			check: (_way, seen, values) =>
				bodiesOf(seen, '/2/tweets', 'text').join('\n') === values.join('\n')
					? undefined
					: 'the Posts came in another order',
		});
		report.ratio(
			'Posts: the time of a loop that sends one after the other',
			medianRatio(posts.ms('X Core, 10'), posts.ms('bare, 1')),
			{ atMost: 1.25 },
		);
		table(report, POSTS, inOrder, posts);
	},
};
