import type { Locator, Page } from 'playwright-core';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import type { WorkflowNode } from '../../scripts/runtime/types';
import { until } from '../../scripts/runtime/until';
import { presets } from '../../nodes/shared/model/scopes';
import { ME } from '../simulator/identities';
import { streamSimulator } from '../simulator/streams';
import { webhookSimulator } from '../simulator/webhooks';
import type { Editor } from '../../scripts/runtime/browser';
import { nodeOf } from '../support/coreNodes';
import { chain, ours, useStage } from './support/stage';
import { pick, useEditor } from './support/useEditor';

describe('the nodes in the editor', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	const openNew = async (
		resource: string,
		operation: string,
		parameters: Record<string, unknown> = {},
	): Promise<Editor> => {
		const values = { authentication: 'oAuth2', resource, operation, ...parameters };
		const type = nodeOf(`${resource}.${operation}`);
		const node = ours(type, 'Node', values, stage().credential(CREDENTIAL_TYPES.oAuth2));
		return await openEditor(chain(`${resource} ${operation}, in the editor`, node), 'Node');
	};

	it('find users by name in a list, get the chosen one, and say under the node what was done', async () => {
		const opened = await openNew('user', 'get', { id: { __rl: true, mode: 'list', value: '' } });
		await opened.shows('resource', 'User');
		await opened.shows('operation', 'Get');
		await pick(opened, 'id', ME.username, ME.username);
		await opened.executeOpenNode();
		await opened.output.getByText(ME.id).first().waitFor();
		const { page } = opened;
		await page.getByTestId('ndv-close-button').or(page.getByTestId('back-to-canvas')).first().click();
		await page.getByTestId('canvas-node').getByText('User: Get').waitFor();
	});

	it('show the fields of a node to the next one before the first run', async () => {
		const values = { authentication: 'oAuth2', resource: 'post', operation: 'searchRecent', query: 'acme' };
		const node = ours('xCore', 'Find', values, stage().credential(CREDENTIAL_TYPES.oAuth2));
		const after = { name: 'After', type: 'n8n-nodes-base.set', typeVersion: 3.4 };
		const { nodes, connections, ...rest } = chain('Fields before the first run', node);
		const { page } = await openEditor(
			{
				...rest,
				nodes: [...nodes, { ...after, position: [440, 0], parameters: {} }],
				connections: { ...connections, Find: { main: [[{ node: 'After', type: 'main', index: 0 }]] } },
			},
			'After',
		);
		const input = page.getByTestId('ndv-input-panel');
		await input.getByText('like_count', { exact: true }).first().waitFor();
		await input.getByText('reply_count', { exact: true }).first().waitFor();
	});

	it('take another credential for another operation, of another kind', async () => {
		const opened = await openNew('developerAccount', 'get');
		const { name } = stage().credential(CREDENTIAL_TYPES.app);
		await opened.showsCredential(stage().credential(CREDENTIAL_TYPES.oAuth2).name);
		await opened.choose('resource', 'Stream Link');
		await opened.chooseCredential(name);
		await opened.choose('operation', 'Get Many');
		await opened.showsCredential(name);
	});

	it('show what X left out beside what it gave', async () => {
		const opened = await openNew('user', 'getMany', { ids: `${ME.username},nobody_at_all` });
		await opened.executeOpenNode();
		await opened.output.getByText(ME.id).first().waitFor();
		await opened.output.getByText('X left something out').first().waitFor();
	});

	it('ask for what the nodes need with a new OAuth 2.0 credential without a choice of permissions', async () => {
		const { page, credentials } = await openNew('user', 'getMe');
		await credentials.click();
		await page.getByText('Create new credential').first().click();
		await page.getByTestId('parameter-input-clientId').locator('input').fill('a-client');
		const saved = page.waitForResponse(
			(response) => response.url().endsWith('/rest/credentials') && response.request().method() === 'POST',
		);
		const dialog = page.getByTestId('editCredential-modal');
		await dialog.getByRole('button', { name: 'Save', exact: true }).click();
		const { data } = (await (await saved).json()) as { data: { id: string } };
		const consent = await stage().client.send('GET', `/rest/oauth2-credential/auth?id=${data.id}`);
		const asked = new URL(String(consent)).searchParams.get('scope')?.split(' ');
		expect(asked?.sort()).toEqual([...(presets.recommended ?? [])].sort());
		expect(asked).toContain('offline.access');
		// New nodes would take the newest credential, and no one has connected this one.
		await stage().client.send('DELETE', `/rest/credentials/${data.id}`);
	});

	it('post the file of the node before it with six clicks', async () => {
		const { sim } = stage();
		const file = {
			name: 'File',
			type: 'n8n-nodes-base.convertToFile',
			typeVersion: 1.1,
			parameters: {
				operation: 'toBinary',
				sourceProperty: 'png',
				options: { fileName: 'a.png', mimeType: 'image/png' },
			},
		};
		const data = {
			name: 'Data',
			type: 'n8n-nodes-base.set',
			typeVersion: 3.4,
			parameters: { mode: 'raw', jsonOutput: '{ "png": "aGVsbG8=" }', options: {} },
		};
		const opened = await openEditor(chain('A file, in the editor', data, file));
		const { page } = opened;
		let clicks = 0;
		const click = async (at: Locator) => {
			clicks++;
			await at.first().click();
		};
		await click(page.getByTestId('canvas-handle-plus'));
		await page.getByTestId('node-creator-search-bar').fill('X Core');
		await click(page.getByText('X Core', { exact: true }));
		await click(page.getByText('Create a post', { exact: true }));
		await click(opened.parameter('attachment').locator('input'));
		await click(page.getByRole('option').filter({ hasText: 'Files From Input', visible: true }));
		await click(page.getByTestId('node-execute-button'));
		await opened.output.getByText('https://x.com/i/status/').first().waitFor();
		expect(clicks).toBe(6);
		const [post] = sim.requests.filter(({ path }) => path === '/2/tweets');
		expect(post?.body).toEqual({ media: { media_ids: [expect.stringMatching(/^\d+$/)] } });
	});

	it('show what went wrong and what to do', async () => {
		const opened = await openNew('user', 'get', { id: { __rl: true, mode: 'id', value: '404404404' } });
		await opened.executeOpenNode();
		const message = opened.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toMatch(/404404404|not found|does not exist/i);
		expect(await opened.output.getByTestId('node-error-description').innerText()).toMatch(/\S/);
	});

	/** A form of X Catalog behind other nodes. */
	const openCatalog = async (
		parameters: Record<string, unknown>,
		...before: ReadonlyArray<Omit<WorkflowNode, 'position'>>
	): Promise<Editor> => {
		const { id } = (await stage().sim.control('catalog', 'seed', {})) as { id: string };
		const product_catalog_id = { __rl: true, mode: 'id', value: id };
		const values = { authentication: 'oAuth1', product_catalog_id, ...parameters };
		const node = ours('xCatalog', 'Node', values, stage().credential(CREDENTIAL_TYPES.oAuth1));
		return await openEditor(chain('X Catalog, in the editor', ...before, node), 'Node');
	};

	it('offer for the update of a feed only what its new frequency needs', async () => {
		const updateFields = { frequency: 'HOURLY', repeat_weekday: 'MONDAY' };
		const { page } = await openCatalog({ resource: 'scheduledFeed', operation: 'update', updateFields });
		await page.getByPlaceholder('Add Field').first().click();
		const offered = page.getByRole('option').filter({ visible: true });
		await offered.filter({ hasText: 'Start Time' }).first().waitFor();
		expect(await offered.allInnerTexts()).toEqual([
			'Feed Format',
			'Feed URL',
			'Repeat',
			'Start Time',
			'Time Zone Name or ID',
		]);
		expect(await page.getByTestId('parameter-input-repeat_weekday').isVisible()).toBe(false);
	});

	it('sync a sheet with columns of its own after two clicks', async () => {
		const row = {
			Artikelnr: 'A-1',
			Bezeichnung: 'Tisch',
			Langtext: 'Aus Holz',
			'VK Preis': '12.50 EUR',
			Verfügbarkeit: 'Auf Lager',
			Bild: 'https://i.example/1.jpg',
			Produktlink: 'https://s.example/1',
			Hersteller: 'Holz',
		};
		const base = (name: string, type: string, typeVersion: number, parameters: object) => ({
			name,
			type: `n8n-nodes-base.${type}`,
			typeVersion,
			parameters: { ...parameters, options: {} },
		});
		const opened = await openCatalog(
			{ resource: 'product', operation: 'sync' },
			base('Rows', 'code', 2, { jsCode: `return [{ json: ${JSON.stringify(row)} }]` }),
			base('File', 'convertToFile', 1.1, { operation: 'xlsx' }),
			base('Extract', 'extractFromFile', 1, { operation: 'xlsx' }),
		);
		await opened.executeOpenNode();
		await opened.output.getByText('Take the Nearest Fields').first().waitFor();
		// The page itself counts what a person does from here to the run.
		await opened.page.evaluate(`
			for (const event of ['click', 'keydown'])
				addEventListener(event, ({ isTrusted }) => isTrusted && (window[event + 's'] = (window[event + 's'] ?? 0) + 1), true);
		`);
		await opened.choose('sourceFormat', 'Take the Nearest Fields');
		expect(await opened.page.evaluate('[window.clicks, window.keydowns]')).toEqual([2, undefined]);
		await opened.executeOpenNode();
		await opened.output.getByText('created').first().waitFor();
		expect(await stage().sim.control('catalog', 'products')).toContainEqual(
			expect.objectContaining({ id: 'A-1', title: 'Tisch', price: '12.50 EUR' }),
		);
	});

	it('show the fields of a product when they are to be mapped by hand', async () => {
		const { page } = await openCatalog({ resource: 'product', operation: 'sync' });
		await page.getByTestId('mapping-mode-select').locator('input').first().click();
		await page.getByRole('option').filter({ hasText: 'Manually', visible: true }).click();
		for (const label of ['ID', 'Title', 'Availability', 'Price (e.g. 59.90 EUR)', 'Image Link'])
			await page.getByText(label, { exact: true }).first().waitFor();
	});

	const entries = (page: Page) => page.locator('[data-keyboard-nav-type="node"]');
	const openPanel = async (): Promise<Editor> => {
		const editor = await openEditor();
		const { page } = editor;
		await page.goto(`${stage().url}/workflow/new`, { waitUntil: 'commit' });
		await page.getByTestId('canvas-add-button').or(page.getByText('Add first step')).first().click();
		return editor;
	};

	/** Words that people type and the node that is first then. test/unit/tree/panel.test.ts has many more. */
	const SEARCHES = {
		'X Core': 'schedule tweet',
		'X Ads Analytics': 'ad spend',
		'X Ads Campaigns': 'pause campaign',
		'X Ads Audiences': 'custom audience',
		'X Ads Creatives': 'website card',
		'X Ads Measurement': 'offline conversion',
		'X Catalog': 'product feed',
		'X Chat': 'encrypted message',
		'X Live': 'twitter spaces',
		'X Core Admin': 'compliance',
		'X Stream': 'monitor keyword',
		'X Webhook': 'x webhook',
	};

	it('are first among the nodes of n8n by what people search for, and list their usual events first', async () => {
		const { page } = await openPanel();
		const bar = page.getByTestId('node-creator-search-bar');
		const first: string[] = [];
		for (const words of Object.values(SEARCHES)) {
			// What the search before found is gone first.
			await bar.fill('zzqqzz');
			await entries(page).first().waitFor({ state: 'detached' });
			await bar.fill(words);
			await entries(page).first().waitFor();
			const names = (await entries(page).allInnerTexts()).map((text) => text.split('\n')[0]?.trim() ?? '');
			// n8n's own node has the word in its name.
			first.push(names.find((name) => !name.includes('Formerly')) ?? '');
		}
		expect(first).toEqual(Object.keys(SEARCHES));
		await entries(page).getByText('X Webhook', { exact: true }).first().click();
		const events = page.locator('[data-keyboard-nav-type="action"]');
		await events.first().waitFor();
		expect((await events.allInnerTexts()).map((text) => text.trim()).slice(0, 3)).toEqual([
			'On mention',
			'On reply',
			'On direct message received, not encrypted',
		]);
		await events.nth(2).click();
		await page.getByTestId('parameter-input-eventTypes').getByText('Direct Message: Received').waitFor();
		expect(await page.getByTestId('credentials-label').allInnerTexts()).toEqual(['Credential']);
	});

	it('X Stream Trigger is found by searching, tested with a Post, and published', async () => {
		const { client, sim } = stage();
		const streams = streamSimulator(sim.platform);
		const connected = async () =>
			await until('a connection', async () => await Promise.resolve(streams.open.length > 0 || undefined));
		const editor = await openPanel();
		const { page } = editor;
		await page.getByTestId('node-creator-search-bar').fill('x stream');
		await page.getByText('X Stream', { exact: true }).first().click();
		await page.getByText('On a post that matches a rule', { exact: true }).first().click();
		await page.getByText('Add Rule', { exact: true }).first().click();
		await editor.parameter('value').locator('input,textarea').first().fill('n8n');
		await editor.executeOpenNode();
		await connected();
		streams.post('n8n in a test');
		await editor.output.getByText('n8n in a test').first().waitFor();

		await page.getByTestId('ndv-close-button').or(page.getByTestId('back-to-canvas')).first().click();
		await page.getByRole('button', { name: 'Publish' }).first().click();
		await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
		await page.getByText('The stream is open').waitFor();
		await connected();
		streams.post('n8n after publishing');
		const id = (await client.workflows()).find(({ active }) => active)?.id ?? '';
		await until('a run', async () => {
			const found = await client.executions(id);
			return found.find(({ mode, status }) => mode === 'trigger' && status === 'success');
		});
		await client.deactivate({ id });
	});

	it('X Webhook Trigger shows what it waits for, and what to do when there is no place for a test address', async () => {
		const { credential, sim } = stage();
		const { id } = webhookSimulator(sim.platform).register('https://crm.example.com/hook');
		const events = { eventTypes: ['post.create', 'profile.update.bio'], userIds: ME.id };
		const parameters = { authentication: 'app', ...events };
		const node = ours('xWebhookTrigger', 'On event', parameters, credential(CREDENTIAL_TYPES.app));
		const editor = await openEditor(
			{ name: 'No place, in the editor', nodes: [{ ...node, position: [0, 0] }], connections: {} },
			'On event',
		);
		const { page } = editor;
		await page.getByTestId('canvas-node').getByText('post, profile bio').waitFor();
		await editor.openNode('On event');
		await editor.executeOpenNode();
		const toast = page.locator('.el-notification').filter({ hasText: 'allows no more webhooks' });
		await toast.waitFor();
		expect(await toast.innerText()).toContain(`${id} (https://crm.example.com/hook)`);
		expect(await toast.innerText()).toContain('Share With Other Workflows');
	});
});
