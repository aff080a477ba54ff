import { join } from 'node:path';
import type { Addresses } from '../../support/credentials';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server';
import { startProgram } from './child';

/** What is there after a start from anew: IDs of users that everyone may see. */
export interface Prepared {
	users: string[];
}

export interface RemoteSimulator extends Addresses {
	/** Goes back to the seeded state, without limits, each answer so many milliseconds late. */
	prepare(latencyMs?: number): Promise<Prepared>;
	/** How many requests came since the last call; their log is emptied. */
	takeCount(): Promise<number>;
	/** Lets so many requests of a route through: the benchmark is not about limits. */
	allow(route: string, requests: number): Promise<void>;
}

export const addressesOf = ({ baseUrl, adsUrl, adsSandboxUrl }: Addresses): Addresses => ({
	baseUrl,
	adsUrl,
	adsSandboxUrl,
});

/** Lets every answer come later, as from a platform far away. */
export const slowDown = (sim: Simulator, latencyMs: number): void =>
	sim.fail({ match: {}, kind: 'slow', delayMs: latencyMs, times: Number.MAX_SAFE_INTEGER });

/** Gives a piece of work the simulated X in a process of its own, so that its time and memory are not counted. */
export async function withRemoteSimulator<T>(
	options: SimulatorOptions,
	work: (sim: RemoteSimulator) => Promise<T>,
): Promise<T> {
	const program = startProgram(join(__dirname, 'simulator.program.ts'));
	try {
		return await work({
			...(await program.ask<Addresses>('start', options)),
			prepare: (latencyMs = 0) => program.ask<Prepared>('prepare', { latencyMs }),
			takeCount: () => program.ask<number>('takeCount'),
			allow: (route, requests) => program.ask('allow', { route, requests }),
		});
	} finally {
		await program.close();
	}
}

/** Gives a piece of work the simulated X in this process, where a benchmark changes what it has. */
export async function withSimulator<T>(work: (sim: Simulator) => Promise<T>): Promise<T> {
	const sim = await startSimulator();
	try {
		return await work(sim);
	} finally {
		await sim.close();
	}
}
