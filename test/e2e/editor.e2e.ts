import type { Locator } from 'playwright-core';
import { CREDENTIAL_TYPES } from '../../scripts/runtime/credentials';
import { presets } from '../../nodes/shared/model/scopes';
import { ME } from '../simulator/identities';
import type { Editor } from '../../scripts/runtime/browser';
import { nodeOf } from '../support/coreNodes';
import { chain, ours, useStage } from './support/stage';
import { pick, useEditor } from './support/useEditor';

describe('X Core and X Core Admin in the editor', () => {
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

	it('opens, shows what it does, runs, and shows what came back', async () => {
		const opened = await openNew('user', 'getMe');
		await opened.shows('resource', 'User');
		await opened.shows('operation', 'Get Me');
		await opened.executeOpenNode();
		await opened.output.getByText(ME.username).first().waitFor();
	});

	it('shows the fields of a node to the next one before the first run', async () => {
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

	it('says under the node what it does', async () => {
		const { page } = await openNew('customApiCall', 'send');
		await page.getByTestId('ndv-close-button').or(page.getByTestId('back-to-canvas')).first().click();
		await page.getByTestId('canvas-node').getByText('Custom API Call: Send').waitFor();
	});

	it('takes another credential for another operation, of another kind', async () => {
		const opened = await openNew('developerAccount', 'get');
		const { name } = stage().credential(CREDENTIAL_TYPES.app);
		await opened.showsCredential(stage().credential(CREDENTIAL_TYPES.oAuth2).name);
		await opened.choose('resource', 'Stream Link');
		await opened.chooseCredential(name);
		await opened.choose('operation', 'Get Many');
		await opened.showsCredential(name);
	});

	it("does what is of the app with a user's credential that has the app as a part", async () => {
		const opened = await openNew('accountActivity', 'count');
		await opened.showsCredential(stage().credential(CREDENTIAL_TYPES.oAuth2).name);
		await opened.executeOpenNode();
		await opened.output.getByText('provisioned_count').first().waitFor();
	});

	it('shows what X left out beside what it gave', async () => {
		const opened = await openNew('user', 'getMany', { ids: `${ME.username},nobody_at_all` });
		await opened.executeOpenNode();
		await opened.output.getByText(ME.id).first().waitFor();
		await opened.output.getByText('X left something out').first().waitFor();
	});

	it('asks for what the nodes need with a new OAuth 2.0 credential without a choice of permissions', async () => {
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

	it('finds users by name in a list, and gets the chosen one', async () => {
		const opened = await openNew('user', 'get', { id: { __rl: true, mode: 'list', value: '' } });
		await pick(opened, 'id', ME.username, ME.username);
		await opened.executeOpenNode();
		await opened.output.getByText(ME.id).first().waitFor();
	});

	it('posts the file of the node before it with six clicks', async () => {
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

	it('shows what went wrong and what to do', async () => {
		const opened = await openNew('user', 'get', { id: { __rl: true, mode: 'id', value: '404404404' } });
		await opened.executeOpenNode();
		const message = opened.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toMatch(/404404404|not found|does not exist/i);
		expect(await opened.output.getByTestId('node-error-description').innerText()).toMatch(/\S/);
	});
});
