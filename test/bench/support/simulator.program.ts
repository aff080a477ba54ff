import { startSimulator, type Simulator, type SimulatorOptions } from '../../simulator/server';
import { serve } from './serve';

let sim: Simulator | undefined;

function running(): Simulator {
	if (!sim) throw new Error('The simulator is not started');
	return sim;
}

serve({
	start: async (options: SimulatorOptions) => {
		sim = await startSimulator(options);
		const { baseUrl, adsUrl, adsSandboxUrl } = sim;
		return { baseUrl, adsUrl, adsSandboxUrl };
	},
	takeCount: () => running().requests.splice(0).length,
	allow: ({ route, requests }: { route: string; requests: number }) =>
		running().limits.setRemaining(route, requests),
});
