import { readExample } from '../../scripts/examples';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { conversionsOf } from '../simulator/ads/conversions';
import { ids } from '../simulator/ads/ids';
import { useStage } from './support/stage';

describe('measurement in a real n8n', () => {
	const stage = useStage();

	it('sends the orders of a shop as conversions, by the token of the pixel', async () => {
		const { outputs, sim } = stage();
		const sent = (await outputs('ads-offline-conversions.json'))('Send conversions');
		expect(sent.map(({ conversion_id: id, success }) => (success === true ? id : 'refused'))).toEqual([
			'4711',
			'4712',
			'refused',
		]);
		expect(JSON.stringify(sent)).not.toContain('not an address');
		const counted = conversionsOf(ads.state(sim.platform).production.state);
		expect(counted.map(({ conversion_id: id, value }) => [id, value])).toEqual([
			['4711', 49.9],
			['4712', 12],
		]);
		const [request] = sim.requests.filter(({ path }) => path.includes('/measurement/conversions/'));
		expect(request).toMatchObject({ auth: 'pixelToken' });
	});

	it('takes new leads to a CRM, each of them once', async () => {
		const { client, credentials, sim } = stage();
		const workflow = await client.createWorkflow(await readExample('ads-new-leads.json'), credentials);
		const names = async (): Promise<unknown[]> => {
			const execution = await client.run(workflow);
			expect(errorOf(execution)).toBeUndefined();
			return outputOf(execution, 'Contact for the CRM').map(({ name }) => name);
		};
		const add = async (full_name: string) =>
			await sim.control('ads', 'addLead', { answers: { full_name, email: 'lead@example.com' }, ago: 60 });
		await sim.control('ads', 'exports', { seconds: 2 });
		await add('Jane Doe');
		expect(await names()).toEqual(['Jane Doe']);
		await add('John Doe');
		expect(await names()).toEqual(['John Doe']);
		const exports = sim.requests.filter(
			({ route, method }) => method === 'POST' && route.endsWith('/exports'),
		);
		expect(exports.map(({ body }) => body)).toEqual([
			expect.objectContaining({ lead_form_id: ids.leadForm, response_format: 'json' }),
			expect.objectContaining({ lead_form_id: ids.leadForm }),
		]);
	});
});
