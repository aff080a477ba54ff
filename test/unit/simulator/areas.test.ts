/** test/simulator/README.md, "Another behaviour", walked: a handler takes over from the facts, a control is listed. */
import { areas } from '../../simulator/areas';
import { plainCore } from '../../simulator/core/plainly';
import { routesOf } from '../../simulator/documented';
import { control, defineArea, ok } from '../../simulator/frame';
import { startSimulator } from '../../simulator/server';
import { AS_APP } from './client';

/** An area of one behaviour: the names of communities. */
const communities = defineArea<{ name: string }>({
	name: 'communities',
	createState: () => ({ name: 'Gardening' }),
	routes: routesOf({
		'GET /2/communities/{id}': ({ name }, { params }) => ok({ data: { id: params['id'], name } }),
	}),
	control: {
		rename: control('Someone renames the community: `{ name }`.', (state, { name }) => {
			state.name = String(name);
		}),
	},
});

describe('a request of the simulated X', () => {
	it('is answered from the facts, until an area before them has its route', async () => {
		const answers = [];
		for (const parts of [[plainCore], [communities, plainCore]]) {
			const sim = await startSimulator({}, parts);
			const address = `${sim.baseUrl}/2/communities/1880028106020515840`;
			const answer = await fetch(address, { headers: { authorization: AS_APP } });
			answers.push(((await answer.json()) as { data: { name: string } }).data.name);
			await sim.close();
		}
		// "text" is the name in the sample of test/facts/core-answers.json.
		expect(answers).toEqual(['text', 'Gardening']);
	});

	it('sees what a control did, until the next reset', async () => {
		const sim = await startSimulator({}, [communities, plainCore]);
		await sim.control('communities', 'rename', { name: 'Baking' });
		expect(communities.state(sim.platform).name).toBe('Baking');
		await sim.reset();
		expect(communities.state(sim.platform).name).toBe('Gardening');
		await expect(sim.control('communities', 'sell')).rejects.toThrow('has no control named sell');
		await sim.close();
	});
});

describe('controls', () => {
	it('say what they do', () => {
		expect(communities.controls).toEqual({ rename: 'Someone renames the community: `{ name }`.' });
		const said = areas.flatMap(({ controls }) => Object.values(controls));
		expect(said.length).toBeGreaterThan(20);
		expect(said.filter((text) => !text.endsWith('.'))).toEqual([]);
	});
});
