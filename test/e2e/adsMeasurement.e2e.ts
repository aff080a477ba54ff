import { readExample } from '../../scripts/examples';
import { errorOf, outputOf, type Workflow } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { conversionsOf } from '../simulator/ads/conversions';
import { ids } from '../simulator/ads/ids';
import { useServed } from '../support/ownHost';
import { useStage } from './support/stage';

describe('measurement in a real n8n', () => {
	const stage = useStage();
	const asked: string[] = [];
	const crm = useServed((request, response) => {
		asked.push(`${request.method} ${request.url}`);
		request.resume();
		response.end('{}');
	});

	it('sends the orders of a shop as conversions, by the token of the pixel, and says which were not', async () => {
		const { client, credentials, sim } = stage();
		const text = JSON.stringify(await readExample('ads-offline-conversions.json'));
		const bad =
			"{ number: '4710', email: 'not an address', phone: '', total: 5, paid_at: '2026-11-20T12:00:00Z' }";
		const changed = text.replace('orders: [', `orders: [${bad}, `);
		const workflow = await client.createWorkflow(JSON.parse(changed) as Workflow, credentials);
		const sent = async () => {
			const execution = await client.run(workflow);
			const said = errorOf(execution)?.message ?? '';
			expect(said).toMatch(/^Order 4710 was not sent/);
			expect(said).not.toContain('not an address');
			return outputOf(execution, 'Remember the order').map(({ number }) => number);
		};
		// What went is remembered, although the run ends in red.
		expect(await sent()).toEqual(['4711', '4712']);
		expect(await sent()).toEqual([]);
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
		const text = JSON.stringify(await readExample('ads-new-leads.json'));
		const withCrm = async (url: string) =>
			await client.createWorkflow(
				JSON.parse(text.replace('https://crm.example.com', url)) as Workflow,
				credentials,
			);
		const workflow = await withCrm(crm());
		const names = async (): Promise<unknown[]> => {
			const execution = await client.run(workflow);
			expect(errorOf(execution)).toBeUndefined();
			return outputOf(execution, 'Contact for the CRM').map(({ name }) => name);
		};
		const add = async (full_name: string) =>
			await sim.control('ads', 'addLead', { answers: { full_name, email: 'lead@example.com' }, ago: 60 });
		await sim.control('ads', 'exports', { seconds: 2 });
		await add('Jane Doe');
		// Before the address is changed, the run fails and remembers no one.
		expect(errorOf(await client.run(await withCrm('http://127.0.0.1:1')))).toBeDefined();
		expect(await names()).toEqual(['Jane Doe']);
		await add('John Doe');
		expect(await names()).toEqual(['John Doe']);
		expect(asked).toEqual(['POST /contacts', 'POST /contacts']);
		const exports = sim.requests.filter(
			({ route, method }) => method === 'POST' && route.endsWith('/exports'),
		);
		expect(exports.map(({ body }) => body)).toEqual([
			expect.objectContaining({ lead_form_id: ids.leadForm, response_format: 'json' }),
			expect.objectContaining({ lead_form_id: ids.leadForm }),
			expect.objectContaining({ lead_form_id: ids.leadForm }),
		]);
	});
});
