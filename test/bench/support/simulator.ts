import { join } from 'node:path';
import type { Addresses } from '../../support/credentials';
import type { Simulator, SimulatorOptions } from '../../simulator/server';
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
	close(): Promise<void>;
}

export const addressesOf = ({ baseUrl, adsUrl, adsSandboxUrl }: Addresses): Addresses => ({
	baseUrl,
	adsUrl,
	adsSandboxUrl,
});

/** Lets every answer come later, as from a platform far away. */
export const slowDown = (sim: Simulator, latencyMs: number): void =>
	sim.fail({ match: {}, kind: 'slow', delayMs: latencyMs, times: Number.MAX_SAFE_INTEGER });

/** Starts the simulated X in a process of its own, so that its time and memory are not counted. */
export async function startRemoteSimulator(options: SimulatorOptions): Promise<RemoteSimulator> {
	const program = startProgram(join(__dirname, 'simulator.program.ts'));
	const addresses = await program.ask<Addresses>('start', options);
	return {
		...addresses,
		prepare: (latencyMs = 0) => program.ask<Prepared>('prepare', { latencyMs }),
		takeCount: () => program.ask<number>('takeCount'),
		allow: (route, requests) => program.ask('allow', { route, requests }),
		close: () => program.close(),
	};
}
