import { readExamples } from '../../scripts/examples';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { chain, ours, useStage } from './support/stage';
import { useEditor } from './support/useEditor';

describe('reports in a real n8n', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	it('runs jobs for 90 days, downloads their results, and pauses what spends too much', async () => {
		const { client, credentials, credential, sim } = stage();
		const account_id = { __rl: true, mode: 'id', value: ids.account };
		const parameters = { account_id, entity: 'LINE_ITEM', range: 'last90Days' };
		const report = ours('xAdsAnalytics', 'Report', parameters, credential(CREDENTIAL_TYPES.oAuth1));
		const execution = await client.run(await client.createWorkflow(chain('A report by jobs', report)));
		expect(errorOf(execution)).toBeUndefined();
		const rows = outputOf(execution, 'Report');
		expect(rows).toHaveLength(90);
		expect(rows[0]).toMatchObject({
			id: ids.lineItem,
			currency: 'USD',
			impressions: expect.any(Number) as unknown,
		});
		expect(sim.requests.some(({ method, path }) => method === 'POST' && path.includes('/stats/jobs/'))).toBe(
			true,
		);

		const pause = (await readExamples()).find(({ file }) => file === 'ads-pause-overspending.json');
		const paused = await client.run(await client.createWorkflow(pause!.workflow, credentials));
		expect(errorOf(paused)).toBeUndefined();
		expect(outputOf(paused, 'Pause campaign')).toEqual([
			expect.objectContaining({ id: ids.activeCampaign, entity_status: 'PAUSED' }),
		]);
		const { production } = ads.state(sim.platform);
		expect(production.state.of('campaigns').findAny(ids.activeCampaign)?.data.entity_status).toBe('PAUSED');
	});

	it('shows a report that is configured in the editor', async () => {
		const { client, credential } = stage();
		const node = ours('xAdsAnalytics', 'Report', {}, credential(CREDENTIAL_TYPES.oAuth1));
		const workflow = await client.createWorkflow(chain('A report, in the editor', node));
		const editor = await openEditor();
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Report');
		const { page } = editor;
		await page.getByTestId('resource-locator-account_id').getByTestId('rlc-input').click();
		await page.getByTestId('rlc-item').filter({ hasText: 'Acme Travel', visible: true }).first().click();
		await editor.shows('range', 'Last 7 Days');
		await editor.executeOpenNode();
		await editor.output.getByText('Autumn engagement').first().waitFor();
		await editor.toastsGone();
		await editor.picture('ads-report');
	});
});
