import { join } from 'node:path';
import { PROJECT_ROOT } from '../../scripts/runtime/package';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { ads } from '../simulator/ads/area';
import type { Editor } from '../../scripts/runtime/browser';
import { chain, ours, useStage } from './support/stage';
import { pick, useEditor } from './support/useEditor';

describe('the tour of the ads sandbox in a real n8n', () => {
	const stage = useStage();

	it('builds a campaign with 1,200 criteria, reads it back, pauses and deletes it', async () => {
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
		const changes = output('Read history').map(({ change_type: type }) => type);
		expect(changes).toEqual(['UPDATE', 'UPDATE', 'CREATE']);

		const [account] = output('Create account');
		expect(output('Delete account')).toEqual([{ deleted: true, account_id: account?.id }]);
		const { sandbox, production } = ads.state(sim.platform);
		expect(sandbox.state.of('accounts').findAny(String(account?.id))?.data.deleted).toBe(true);
		const [campaign] = output('Create campaign');
		expect(sandbox.state.of('campaigns').findAny(String(campaign?.id))?.data.deleted).toBe(true);
		expect(production.state.history).toEqual([]);
		expect(sim.requests.filter(({ listener }) => listener === 'ads')).toEqual([]);
	});
});

describe('X Ads Campaigns in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);
	let editor: Editor;

	const openForm = async (parameters: Record<string, unknown>): Promise<void> => {
		const node = ours('xAdsCampaigns', 'Ads', parameters, stage().credential(CREDENTIAL_TYPES.oAuth1));
		editor = await openEditor(chain('Ads, in the editor', node), 'Ads');
	};

	it('makes a paused campaign out of choices, after a word about a wrong amount', async () => {
		await openForm({
			resource: 'campaign',
			operation: 'create',
			daily_budget_amount_local_micro: '12,50',
		});
		await pick(editor, 'account_id', 'Acme Travel');
		await pick(editor, 'funding_instrument_id', 'Insertion order 4711 (50000 USD left', 'insertion');
		await editor.parameter('name').locator('input').fill('Winter sale');
		await editor.executeOpenNode();
		await editor.page.getByText('"Daily Budget" must be a plain number such as 12.50').first().waitFor();
		const toAds = stage().sim.requests.filter(({ listener }) => listener === 'ads');
		expect(toAds.map(({ method, path }) => `${method} ${path}`)).not.toContain(
			'POST /12/accounts/18ce54d4x5t/campaigns',
		);
		await editor.parameter('daily_budget_amount_local_micro').locator('input').fill('12.50');
		await editor.executeOpenNode();
		await editor.output.getByText('PAUSED').first().waitFor();
		const created = stage().sim.requests.findLast(({ method }) => method === 'POST');
		expect(created?.query).toMatchObject({
			daily_budget_amount_local_micro: '12500000',
			entity_status: 'PAUSED',
		});
	});

	it('takes a keyword that is typed into the list, and an interest of an estimate from it', async () => {
		const account_id = { __rl: true, mode: 'id', value: '18ce54d4x5t' };
		const line_item_id = { __rl: true, mode: 'id', value: 'itttx' };
		await openForm({ resource: 'targetingCriterion', operation: 'create', account_id, line_item_id });
		await pick(editor, 'targeting_value', 'espresso', 'espresso');
		await editor.executeOpenNode();
		await editor.output.getByText('espresso').first().waitFor();
		const targeting_value = { __rl: true, mode: 'list', value: '' };
		await openForm({
			resource: 'audienceEstimate',
			operation: 'get',
			account_id,
			targeting_criteria: {
				values: [{ criterion_type: 'INTEREST', operator_type: 'EQ', targeting_value }],
			},
		});
		await pick(editor, 'targeting_value', 'Biographies', 'biographies');
		await editor.executeOpenNode();
		await editor.output.getByText('audience_size').first().waitFor();
	});
});
