/** @jest-environment ./test/support/environment.ts */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { ListeningHost } from '../../support/listening';
import { cases } from '../../support/cases';
import { rule, useWorld, type World } from './world';

const world = useWorld();
const KEEP_ALIVE = 20;
const HOURS = cases(6, 24);
const STEPS = (HOURS * 3600) / KEEP_ALIVE;
/** Steps from one fault to the next: all kinds of them come, also in a few hours. */
const FAULT_EVERY = cases(30, 90);

/** Numbers that look like chance and are the same each time. */
function chance(seed: number): () => number {
	let state = seed;
	return () => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return state / 2 ** 32;
	};
}

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
const used = () => {
	collect();
	return process.memoryUsage().heapUsed / 1e6;
};

interface Day {
	world: World;
	random: () => number;
	trigger: ListeningHost;
	restart: () => Promise<void>;
	/** Posts by their IDs that should start a run each. */
	written: string[];
}

/** What may go wrong, each some times a day. */
const faults: Record<string, (day: Day) => Promise<void> | void> = {
	'ended by X': ({ world: { streams } }) => streams.disconnect('OperationalDisconnect'),
	'ended without a word': ({ world: { streams } }) => streams.disconnect(),
	'broken off': ({ world: { streams } }) => streams.disconnect(undefined, { abruptly: true }),
	'half open': ({ world: { streams } }) => streams.silence(),
	'an outage': ({ world: { streams, sim }, random }) => {
		const times = 1 + Math.floor(random() * 6);
		sim.fail({ match: { path: '/2/tweets/search/stream' }, kind: 'unavailable', times });
		streams.disconnect();
	},
	'a cut network': ({ world: { streams, sim } }) => {
		sim.fail({ match: { path: '/2/tweets/search/*' }, kind: 'reset', times: 12 });
		streams.disconnect(undefined, { abruptly: true });
	},
	'a limit': ({ world: { streams, sim }, random }) => {
		const resetIn = Math.floor(random() * 600);
		sim.fail({ match: { path: '/2/tweets/search/stream' }, kind: 'rateLimited', resetIn });
		streams.disconnect('UpstreamOperationalDisconnect');
	},
	'a connection that still counts': ({ world: { streams } }) => {
		streams.configure({ ghostMs: 100_000 });
		streams.silence();
	},
	'a search that fails': ({ world: { streams, sim } }) => {
		sim.fail({ match: { path: '/2/tweets/search/recent' }, kind: 'unavailable', times: 6 });
		streams.disconnect();
	},
	'rules that are gone': ({ world: { streams } }) => {
		for (const { id } of streams.registered.rules) streams.removeRule(id);
	},
	duplicates: ({ world: { streams }, written }) => {
		for (const id of written.slice(-5)) streams.deliver(id);
	},
	noise: ({ world: { streams } }) => streams.write('<!doctype html>\r\n{"a":\r\n\r\n'),
	'a database that does not answer': ({ trigger }) => {
		let failures = 2;
		trigger.beforeRun = async () => {
			await Promise.resolve();
			if (failures-- > 0) throw new Error('SQLITE_BUSY');
		};
	},
	'a restart': async ({ restart }) => await restart(),
};

describe(`${HOURS} hours with faults`, () => {
	it('start a run for each Post that was written, and only one', async () => {
		const { open, streams, advance, sim, table } = world();
		const random = chance(7);
		const options = { workflowId: 'day', runs: false, parameters: rule('n8n', 'cats lang:en') };
		const emitted: string[] = [];
		const failures: Error[] = [];
		const day: Day = { world: world(), random, trigger: await open(options), written: [], restart };
		await day.trigger.activate();
		const memory: number[] = [];
		let connections = 0;
		const happened: Record<string, number> = {};
		for (let step = 0; step < STEPS; step++) {
			if (random() < 0.3) day.written.push(streams.post(random() < 0.5 ? `n8n ${step}` : `cats ${step}`));
			if (random() < 0.1) streams.post('something else');
			if (step % FAULT_EVERY === FAULT_EVERY / 2) {
				const names = Object.keys(faults);
				const name = names[Math.floor(random() * names.length)] ?? '';
				happened[name] = (happened[name] ?? 0) + 1;
				await faults[name]?.(day);
			}
			const part = random() < 0.2 ? Math.floor(random() * 10) + 1 : 0;
			if (part > 0) await advance(part);
			await advance(KEEP_ALIVE - part, KEEP_ALIVE);
			if (step % 90 === 0) tidy();
			if (step === STEPS / 4 || step === STEPS - 1) {
				tidy();
				memory.push(used());
			}
		}
		await advance(3600);
		keep();
		const counts = new Map<string, number>();
		for (const id of emitted) counts.set(id, (counts.get(id) ?? 0) + 1);
		const lost = day.written.filter((id) => !counts.has(id));
		const doubled = [...counts].filter(([, count]) => count > 1);
		const grown = (memory[1] ?? 0) - (memory[0] ?? 0);
		console.log(
			`${HOURS} hours: ${day.written.length} Posts, ${Object.values(happened).reduce((a, b) => a + b, 0)} faults of ${Object.keys(happened).length} kinds, ${connections + streams.connections.length} connections, ${table.skipped} runs kept back by their key; lost ${lost.length}, doubled ${doubled.length}, unexpected ${emitted.length - day.written.length}; memory ${grown >= 0 ? '+' : ''}${grown.toFixed(1)} MB between hour ${HOURS / 4} and ${HOURS}`,
		);
		expect({ lost, doubled, unexpected: emitted.filter((id) => !day.written.includes(id)) }).toEqual({
			lost: [],
			doubled: [],
			unexpected: [],
		});
		expect(grown).toBeLessThan(10);
		expect(failures.map(({ message }) => message)).toEqual([]);

		/** What the test and the simulator keep is not to be measured. */
		function tidy(): void {
			keep();
			sim.requests.length = 0;
			connections += streams.connections.length;
			streams.forget(sim.platform.clock.now() - 3 * 3_600_000);
			connections -= streams.connections.length;
		}

		function keep(): void {
			emitted.push(...day.trigger.emitted.map(({ eventId }) => `${eventId as string}`));
			day.trigger.emitted.length = 0;
			failures.push(...day.trigger.breakdowns.splice(0));
		}

		async function restart(): Promise<void> {
			await day.trigger.deactivate();
			keep();
			await advance(Math.floor(random() * 600));
			day.trigger = await open({ ...options, staticData: day.trigger.storedStaticData });
			await day.trigger.activate('init');
		}
	});
});
