import { readExample } from '../../scripts/examples';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { chain, ours, useStage } from './support/stage';
import { pick, useEditor } from './support/useEditor';

describe('reports in a real n8n', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	it('runs jobs for 90 days, downloads their results, and keeps a table', async () => {
		const { credential, outputs, sim } = stage();
		const account_id = { __rl: true, mode: 'id', value: ids.account };
		const parameters = { account_id, entity: 'LINE_ITEM', range: 'last90Days' };
		const report = ours('xAdsAnalytics', 'Report', parameters, credential(CREDENTIAL_TYPES.oAuth1));
		const rows = (await outputs(chain('A report by jobs', report)))('Report');
		expect(rows).toHaveLength(90);
		expect(rows[0]).toMatchObject({
			id: ids.lineItem,
			currency: 'USD',
			impressions: expect.any(Number) as unknown,
		});
		expect(sim.requests.some(({ method, path }) => method === 'POST' && path.includes('/stats/jobs/'))).toBe(
			true,
		);

		const table = await outputs('ads-daily-report.json');
		expect(table('One row each')[0]).toMatchObject({
			key: expect.stringMatching(new RegExp(`^${ids.account}:CAMPAIGN:`)) as unknown,
			is_final: expect.any(Boolean) as unknown,
		});
	});

	it('pauses what has spent too much by noon, and leaves on what someone switched on again', async () => {
		const { client, credentials, sim } = stage();
		const workflow = await client.createWorkflow(
			await readExample('ads-pause-overspending.json'),
			credentials,
		);
		const paused = async () => {
			const execution = await client.run(workflow);
			expect(errorOf(execution)).toBeUndefined();
			return ['Spent too much', 'Pause campaign'].map((node) =>
				outputOf(execution, node).map(({ id }) => id),
			);
		};
		const { production } = ads.state(sim.platform);
		const campaign = production.state.of('campaigns').findAny(ids.activeCampaign);
		expect(await paused()).toEqual([[ids.activeCampaign], [ids.activeCampaign]]);
		expect(campaign?.data.entity_status).toBe('PAUSED');
		Object.assign(campaign?.data ?? {}, { entity_status: 'ACTIVE' });
		expect(await paused()).toEqual([[ids.activeCampaign], []]);
		expect(campaign?.data.entity_status).toBe('ACTIVE');
	});

	it('shows a report that is configured in the editor', async () => {
		const node = ours('xAdsAnalytics', 'Report', {}, stage().credential(CREDENTIAL_TYPES.oAuth1));
		const editor = await openEditor(chain('A report, in the editor', node), 'Report');
		await pick(editor, 'account_id', 'Acme Travel');
		await editor.shows('range', 'Last 7 Days');
		await editor.executeOpenNode();
		await editor.output.getByText('Autumn engagement').first().waitFor();
		await editor.toastsGone();
		await editor.picture('ads-report');
	});
});
