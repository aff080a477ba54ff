import { join } from 'node:path';
import type { Addresses } from '../../support/credentials';
import type { SimulatorOptions } from '../../simulator/platform';
import { startProgram } from './child';

export interface RemoteSimulator extends Addresses {
	/** Requests that came since the last call; their log is emptied. */
	takeCount(): Promise<number>;
	/** Lets so many requests of a route through: the benchmark is not about limits. */
	allow(route: string, requests: number): Promise<void>;
	close(): Promise<void>;
}

/** Starts the simulated platform in a process of its own, so that its time and memory are not counted. */
export async function startRemoteSimulator(options: SimulatorOptions): Promise<RemoteSimulator> {
	const program = startProgram(join(__dirname, 'simulator.program.ts'));
	const addresses = await program.ask<Addresses>('start', options);
	return {
		...addresses,
		takeCount: () => program.ask<number>('takeCount'),
		allow: (route, requests) => program.ask('allow', { route, requests }),
		close: () => program.close(),
	};
}
