import { join } from 'node:path';
import { readExample } from '../../scripts/examples';
import { PROJECT_ROOT } from '../../scripts/runtime/package';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { errorOf, outputOf, type Workflow } from '../../scripts/runtime/types';
import { ads } from '../simulator/ads/area';
import { conversionsOf } from '../simulator/ads/conversions';
import { ids } from '../simulator/ads/ids';
import { EVERY_PLACEMENT as PLACEMENTS, impressionsIn } from '../simulator/ads/statsServed';
import { storedProduct } from '../simulator/catalog/sampleProducts';
import type { Editor } from '../../scripts/runtime/browser';
import { chain, ours, useStage } from './support/stage';
import { pick, useEditor } from './support/useEditor';

describe('the ads nodes in a real n8n', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	afterEach(async () => {
		await stage().sim.reset();
		await stage().reconnect();
	});

	it('build a campaign in the sandbox with 1,200 criteria, read it back, pause and delete it', async () => {
		const { outputs, sim } = stage();
		const tour = join(PROJECT_ROOT, 'test', 'fixtures', 'workflows', 'ads-sandbox-tour.json');
		const output = await outputs(tour);

		expect(output('Create campaign')).toEqual([
			expect.objectContaining({ entity_status: 'PAUSED', daily_budget_amount: 12.5 }),
		]);
		const lineItems = output('Create line items');
		expect(lineItems.map(({ name, bid_amount: bid }) => [name, bid])).toEqual([
			['Coffee', 0.32],
			['Tea', 0.32],
		]);

		const words = Array.from({ length: 1_200 }, (_, index) => `keyword ${index + 1}`);
		const value = ({ targeting_value: word }: Record<string, unknown>) => word;
		expect(output('Target keywords').map(value)).toEqual(words);
		expect(output('Read targeting back').map(value).sort()).toEqual([...words].sort());
		const batches = sim.requests.filter(({ path }) => path.startsWith('/12/batch/'));
		expect(batches.map(({ body }) => (body as unknown[]).length).sort()).toEqual([200, 500, 500]);

		expect(output('Create media creative')).toEqual([
			expect.objectContaining({ line_item_id: lineItems[0]?.id, landing_url: 'https://example.com/coffee' }),
		]);
		expect(output('Activate campaign')).toEqual([expect.objectContaining({ entity_status: 'ACTIVE' })]);
		expect(output('Pause campaign')).toEqual([expect.objectContaining({ entity_status: 'PAUSED' })]);
		const [account] = output('Create account');
		expect(output('Delete account')).toEqual([{ deleted: true, account_id: account?.id }]);
		const { sandbox, production } = ads.state(sim.platform);
		expect(sandbox.state.of('accounts').findAny(String(account?.id))?.data.deleted).toBe(true);
		expect(production.state.history).toEqual([]);
		expect(sim.requests.filter(({ listener }) => listener === 'ads')).toEqual([]);
	});

	it('pause what burns money within the hour, and leave on what someone switched on again', async () => {
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
		await show(300);
		sim.fail({ kind: 'status', status: 403, match: { method: 'PUT' } });
		expect(errorOf(await client.run(workflow))?.message).toMatch(/the next run tries again/);
		expect(campaign?.data.entity_status).toBe('ACTIVE');
		expect(await paused()).toEqual([[ids.campaign], [ids.campaign]]);
		expect(campaign?.data.entity_status).toBe('PAUSED');
		set('ACTIVE');
		expect(await paused()).toEqual([[ids.campaign], []]);
		expect(campaign?.data.entity_status).toBe('ACTIVE');
	});

	it('pause line items and take out ads of what is out of stock', async () => {
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
		expect(state.of('promotedTweets').findAny(ad)?.data.deleted).toBe(true);
		Object.assign(item?.data ?? {}, { entity_status: 'ACTIVE' });
		expect(await done()).toEqual([[], []]);
		expect(item?.data.entity_status).toBe('ACTIVE');
	});

	it('send the orders of a shop as conversions, by the token of the pixel, and say which were not', async () => {
		const { client, credentials, sim } = stage();
		const text = JSON.stringify(await readExample('ads-offline-conversions.json'));
		const bad =
			"{ number: '4710', email: 'not an address', phone: '', total: 5, paid_at: '2026-11-20T12:00:00Z' }";
		const changed = text.replace('orders: [', `orders: [${bad}, `);
		const execution = await client.run(
			await client.createWorkflow(JSON.parse(changed) as Workflow, credentials),
		);
		expect(errorOf(execution)?.message).toMatch(/^Order 4710 was not sent/);
		expect(errorOf(execution)?.message).not.toContain('not an address');
		// What went is remembered, although the run ends in red.
		expect(outputOf(execution, 'Remember the order').map(({ number }) => number)).toEqual(['4711', '4712']);
		const counted = conversionsOf(ads.state(sim.platform).production.state);
		expect(counted.map(({ conversion_id: id, value }) => [id, value])).toEqual([
			['4711', 49.9],
			['4712', 12],
		]);
		const [request] = sim.requests.filter(({ path }) => path.includes('/measurement/conversions/'));
		expect(request).toMatchObject({ auth: 'pixelToken' });
	});

	const openForm = async (parameters: Record<string, unknown>): Promise<Editor> => {
		const account_id = { __rl: true, mode: 'id', value: ids.account };
		const credential = stage().credential(CREDENTIAL_TYPES.oAuth1);
		const node = ours('xAdsCampaigns', 'Ads', { account_id, ...parameters }, credential);
		return await openEditor(chain('Ads, in the editor', node), 'Ads');
	};

	it('take what is chosen from lists that depend on each other, inside of rows too', async () => {
		const nothing = { __rl: true, mode: 'list', value: '' };
		const editor = await openForm({
			resource: 'audienceEstimate',
			operation: 'get',
			account_id: nothing,
			targeting_criteria: {
				values: [{ criterion_type: 'INTEREST', operator_type: 'EQ', targeting_value: nothing }],
			},
		});
		await pick(editor, 'account_id', 'Acme Travel');
		await pick(editor, 'targeting_value', 'Biographies', 'biographies');
		await editor.executeOpenNode();
		await editor.output.getByText('audience_size').first().waitFor();
	});

	it('show a text that a workflow holds in the place of a locator', async () => {
		const editor = await openForm({
			resource: 'scheduledPromotedPost',
			operation: 'create',
			scheduled_tweet_id: ids.scheduledPost,
			line_item_id: { __rl: true, mode: 'id', value: ids.lineItem },
		});
		const field = editor.page.getByTestId('resource-locator-scheduled_tweet_id');
		expect(await field.getByTestId('rlc-input').inputValue()).toBe(ids.scheduledPost);
		await editor.executeOpenNode();
		await editor.output.getByText(ids.scheduledPost).first().waitFor();
	});
});
