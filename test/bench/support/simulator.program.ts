import { core } from '../../simulator/core/area';
import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server';
import { serve } from './serve';
import { addressesOf, slowDown, type Prepared } from './simulator';

let sim: Simulator | undefined;

function running(): Simulator {
	if (!sim) throw new Error('The simulator is not started');
	return sim;
}

serve({
	start: async (options: SimulatorOptions) => {
		sim = await startSimulator(options);
		return addressesOf(sim);
	},
	prepare: async ({ latencyMs }: { latencyMs: number }): Promise<Prepared> => {
		const it = running();
		await it.reset();
		it.limits.resize('', Number.MAX_SAFE_INTEGER);
		if (latencyMs > 0) slowDown(it, latencyMs);
		const { users } = core.state(it.platform);
		const isOpen = (id: string) => users.get(id)?.protected !== true;
		return { users: [...users.keys()].filter(isOpen) };
	},
	takeCount: () => running().requests.splice(0).length,
	allow: ({ route, requests }: { route: string; requests: number }) =>
		running().limits.setRemaining(route, requests),
});
