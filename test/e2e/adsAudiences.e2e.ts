import { createHash, randomUUID } from 'node:crypto';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import type { Workflow } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { membersOf, setMembers } from '../simulator/ads/audienceUsers';
import { ids } from '../simulator/ads/ids';
import { ours, useStage } from './support/stage';

const hashOf = (normal: string) => createHash('sha256').update(normal).digest('hex');

describe('X Ads Audiences in a real n8n', () => {
	const stage = useStage();
	const state = () => ads.state(stage().sim.platform).production.state;
	const keys = () => membersOf(state(), ids.audience).map((member) => [...member.keys]);
	beforeEach(() => setMembers(state(), ids.audience, []));

	it('adds the people of a sheet to an audience, hashed', async () => {
		const { outputs, sim } = stage();
		const output = await outputs('ads-audience-from-sheet.json');
		expect(output('Add to the audience')).toEqual([
			{ custom_audience_id: ids.audience, sent: 2, unchanged: 0, repeated: 0, left_out: 1, requests: 1 },
		]);
		const ada = [`email ${hashOf('ada@example.com')}`, `phone_number ${hashOf('+442079460958')}`];
		expect(keys()).toEqual([ada, [`email ${hashOf('grace@example.com')}`]]);
		expect(JSON.stringify(sim.requests.map(({ path, body }) => [path, body]))).not.toContain('example.com');
	});

	it('sends a list once that comes twice, and anew whom it has removed', async () => {
		const { client, credential, url } = stage();
		const path = `audience-${randomUUID()}`;
		const hook = {
			name: 'List',
			type: 'n8n-nodes-base.webhook',
			typeVersion: 2,
			position: [0, 0] as [number, number],
			webhookId: randomUUID(),
			parameters: { httpMethod: 'POST', path, responseMode: 'lastNode', options: {} },
		};
		const form = {
			authentication: 'oAuth1',
			environment: 'production',
			resource: 'audience',
			account_id: { __rl: true, mode: 'id', value: ids.account },
			custom_audience_id: { __rl: true, mode: 'id', value: ids.audience },
			users_from: 'json',
		};
		const adding = {
			...form,
			operation: 'addUsers',
			options: { only_new: true },
			users_json: "={{ $('List').first().json.body.add }}",
		};
		const removing = {
			...form,
			operation: 'removeUsers',
			users_json: "={{ $('List').first().json.body.remove }}",
		};
		const oAuth1 = credential(CREDENTIAL_TYPES.oAuth1);
		const nodes = [
			hook,
			{ ...ours('xAdsAudiences', 'Remove', removing, oAuth1), position: [220, 0] as [number, number] },
			{ ...ours('xAdsAudiences', 'Add', adding, oAuth1), position: [440, 0] as [number, number] },
		];
		const to = (node: string) => ({ main: [[{ node, type: 'main', index: 0 }]] });
		const connections = { List: to('Remove'), Remove: to('Add') };
		const workflow: Workflow = { name: 'Audience by webhook', nodes, connections };
		await client.activate(await client.createWorkflow(workflow));
		const send = async (add: string[], remove: string) => {
			const response = await fetch(`${url}/webhook/${path}`, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify({ add: add.map((email) => ({ email })), remove: { email: remove } }),
			});
			const { sent, unchanged } = (await response.json()) as Record<string, number>;
			return { sent, unchanged };
		};
		const both = ['ada@example.com', 'grace@example.com'];
		expect(await send(both, 'nobody@example.com')).toEqual({ sent: 2, unchanged: 0 });
		expect(await send(both, 'nobody@example.com')).toEqual({ sent: 0, unchanged: 2 });
		expect(await send(both, 'ada@example.com')).toEqual({ sent: 1, unchanged: 1 });
		expect(keys()).toHaveLength(2);
	});
});
