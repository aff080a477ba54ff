import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SavedWorkflow } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { startWorld, type World } from '../../scripts/world';
import { streamSimulator } from '../simulator/streams';
import type { Bench } from './support/bench';
import { startEventSource, type EventSource } from './support/eventSource';
import { inTurns, median, medianRatio } from './support/statistics';
import { finishedRuns, publishWorkflow, untilFinished } from './support/workflows';

const EVENTS = 200;
const ROUNDS = 5;
const SIZE = 2_000;

interface Runner {
	readonly saved: SavedWorkflow;
	/** Writes an event to the stream. */
	readonly write: (n: number) => void;
}

export const streamBench: Bench = {
	name: 'trigger-stream',
	title: `${EVENTS} events of a stream to finished runs: X Stream Trigger against n8n's SSE Trigger, each before a No Operation node`,
	run: async (report) => {
		const userFolder = await mkdtemp(join(tmpdir(), 'stream-bench-'));
		const world = await startWorld({ userFolder });
		const source = await startEventSource();
		try {
			const runners = {
				'X Stream Trigger': await ourTrigger(world),
				'SSE Trigger': await sseTrigger(world, source),
			};
			type Name = keyof typeof runners;
			const names = Object.keys(runners) as Name[];
			const round = async (name: Name) => {
				const { saved, write } = runners[name];
				const before = await finishedRuns(world, saved);
				const started = performance.now();
				for (let n = 0; n < EVENTS; n++) write(n);
				await untilFinished(world, saved, before + EVENTS);
				const seconds = (performance.now() - started) / 1000;
				const runs = (await finishedRuns(world, saved)) - before;
				if (runs !== EVENTS) report.wrong(`${name} ran ${runs} times for ${EVENTS} events`);
				return EVENTS / seconds;
			};
			// A first round of each warms n8n up.
			for (const name of names) await round(name);
			const speed = await inTurns(ROUNDS, names, round);
			const [ours, theirs] = [speed['X Stream Trigger'], speed['SSE Trigger']];
			report.ratio("runs per second, n8n's SSE Trigger = 1", medianRatio(ours, theirs), { atLeast: 0.9 });
			report.table(
				'Runs per second',
				['node', 'median', ...ours.map((_, n) => `round ${n + 1}`)],
				names.map((name) => [name, median(speed[name]), ...speed[name]]),
			);
			report.note(
				'Both keep a connection open, read it line by line and start a run for each event of 2 kB. SSE Trigger starts all runs at once; ours has up to 20 under way, which is its default, gives n8n a key for each event, and stores with each run what it has seen.',
			);
		} finally {
			await world.close();
			await source.close();
			await rm(userFolder, { recursive: true, force: true });
		}
	},
};

async function ourTrigger(world: World): Promise<Runner> {
	const streams = streamSimulator(world.sim.platform);
	const saved = await publishWorkflow(world, {
		type: 'n8n-nodes-x-platform.xStreamTrigger',
		typeVersion: 1,
		parameters: { events: 'filteredStream', authentication: 'app', rules: { rule: [{ value: 'bench' }] } },
		credentials: { xAppApi: { id: '', name: '' } },
	});
	await until('a connection', async () => await Promise.resolve(streams.open.length > 0 || undefined));
	return { saved, write: (n) => void streams.post(`bench ${n} `.padEnd(SIZE, 'x')) };
}

/** n8n's own persistent trigger. Its events are of the same size as ours. */
async function sseTrigger(world: World, source: EventSource): Promise<Runner> {
	const saved = await publishWorkflow(world, {
		type: 'n8n-nodes-base.sseTrigger',
		typeVersion: 1,
		parameters: { url: source.url },
	});
	await until('a reader', async () => await Promise.resolve(source.readers() > 0 || undefined));
	return {
		saved,
		write: (n) => source.write({ data: { id: String(n), text: `bench ${n} `.padEnd(SIZE, 'x') } }),
	};
}
