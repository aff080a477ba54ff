import { readExample } from '../../scripts/examples';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { EVERY_PLACEMENT as PLACEMENTS, impressionsIn } from '../simulator/ads/statsServed';
import { storedProduct } from '../simulator/catalog/sampleProducts';
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

	it('pauses what burns money at noon within the hour, and leaves on what someone switched on again', async () => {
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
		const { state } = ads.state(sim.platform).production;
		const campaign = state.of('campaigns').findAny(ids.campaign);
		const set = (status: string) => Object.assign(campaign?.data ?? {}, { entity_status: status });
		Object.assign(state.of('lineItems').findAny(ids.lineItem)?.data ?? {}, { entity_status: 'PAUSED' });
		set('ACTIVE');
		const now = sim.platform.clock.now();
		const hour = Math.floor(now / 3_600_000) * 3_600_000;
		await sim.control('ads', 'addLineItems', { accountId: ids.account, campaignId: ids.campaign, count: 9 });
		const [shown] = state
			.of('lineItems')
			.of(ids.account)
			.filter(({ data }) => data.campaign_id === ids.campaign)
			.flatMap(({ data }) => PLACEMENTS.map((placement) => ({ lineItemId: data.id, placement })))
			.filter(({ lineItemId, placement }) => impressionsIn(lineItemId, placement, hour) > 0);
		const show = async (times: number) => {
			for (let time = 0; time < times; time++)
				await sim.control('ads', 'deliver', { ...shown, from: hour, to: now });
		};
		await show(1);
		expect(await paused()).toEqual([[], []]);
		expect(campaign?.data.entity_status).toBe('ACTIVE');
		await show(300);
		sim.fail({ kind: 'status', status: 403, match: { method: 'PUT' } });
		expect(errorOf(await client.run(workflow))?.message).toMatch(/the next run tries again/);
		expect(campaign?.data.entity_status).toBe('ACTIVE');
		expect(await paused()).toEqual([[ids.campaign], [ids.campaign]]);
		expect(campaign?.data.entity_status).toBe('PAUSED');
		set('ACTIVE');
		expect(await paused()).toEqual([[ids.campaign], []]);
		expect(campaign?.data.entity_status).toBe('ACTIVE');
		Object.assign(state.of('lineItems').findAny(ids.lineItem)?.data ?? {}, { entity_status: 'ACTIVE' });
	});

	it('pauses line items and takes out ads of what is out of stock', async () => {
		const { client, credentials, sim } = stage();
		const workflow = await client.createWorkflow(
			await readExample('ads-pause-out-of-stock.json'),
			credentials,
		);
		const done = async () => {
			const execution = await client.run(workflow);
			expect(errorOf(execution)).toBeUndefined();
			return [
				outputOf(execution, 'Take the ad out').map(({ promoted_tweet_id: id }) => id),
				outputOf(execution, 'Pause line item').map(({ id }) => id),
			];
		};
		const link = 'https://shop.example/shoes/1';
		// Sizes of a product share its page, as in the exports of shops.
		const stock = async (...sizes: string[]) =>
			await sim.control('catalog', 'seed', {
				products: sizes.map((availability, size) => ({
					...storedProduct(size + 1),
					link: `${link}?variant=${size}`,
					availability,
				})),
			});
		const promote = async (lineItemId: string, address: string) =>
			(await sim.control('ads', 'promote', { lineItemId, text: `Shoes ${address}` })) as { id: string };
		const { id: ad } = await promote(ids.lineItem, `${link}?utm_source=x`);
		await promote(ids.websiteLineItem, link);
		const { state } = ads.state(sim.platform).production;
		const item = state.of('lineItems').findAny(ids.websiteLineItem);

		await stock('out of stock', 'in stock');
		expect(await done()).toEqual([[], []]);
		await stock('out of stock', 'out of stock');
		sim.fail({ kind: 'status', status: 403, match: { method: 'DELETE' } });
		expect(errorOf(await client.run(workflow))?.message).toMatch(/the next run tries again/);
		// What X refused did not hold back the other one, and is done now.
		expect(item?.data.entity_status).toBe('PAUSED');
		expect(await done()).toEqual([[ad], []]);
		expect(item?.data.entity_status).toBe('PAUSED');
		expect(state.of('lineItems').findAny(ids.lineItem)?.data.entity_status).toBe('ACTIVE');
		expect(state.of('promotedTweets').findAny(ad)?.data.deleted).toBe(true);
		Object.assign(item?.data ?? {}, { entity_status: 'ACTIVE' });
		expect(await done()).toEqual([[], []]);
		expect(item?.data.entity_status).toBe('ACTIVE');
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
