import type { Area } from '../simulator/frame';
import type { Simulator, SimulatorOptions } from '../simulator/server';
import { startSimulator } from '../simulator/server';

export type { Simulator } from '../simulator/server';

/**
 * Starts a simulator for a test file, gives it back in its seeded state before every test, and closes it at the end.
 *
 *     const sim = useSimulator();
 *     it('…', async () => { const run = await runNode({ node: 'xCore', parameters, sim: sim() }); … });
 *
 * @param areas What of X there is; by default all of it.
 * @returns the simulator, once the tests run
 */
export function useSimulator(options: SimulatorOptions = {}, areas?: readonly Area[]): () => Simulator {
	let simulator: Simulator | undefined;
	beforeAll(async () => {
		simulator = await startSimulator(options, areas);
	});
	beforeEach(async () => await simulator?.reset());
	afterAll(async () => await simulator?.close());
	return () => {
		if (!simulator) throw new Error('The simulator starts with the first test; ask for it inside one');
		return simulator;
	};
}
