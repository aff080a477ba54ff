import type { Browser } from 'playwright-core';
import { credentialTypes } from '../../scripts/runtime/credentials';
import { me } from '../simulator/identities';
import { Editor, openBrowser } from './support/browser';
import { chain, ours, useStage } from './support/stage';

describe('X Core in the editor', () => {
	const stage = useStage();
	let browser: Browser;
	let editor: Editor | undefined;

	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterEach(async () => {
		await editor?.picture(expect.getState().currentTestName?.replace(/\W+/g, '-') ?? 'editor');
		await editor?.close();
		editor = undefined;
	});
	afterAll(async () => {
		await browser.close();
	});

	const openGetUser = async (id: Record<string, unknown>): Promise<Editor> => {
		const { client, credential } = stage();
		const parameters = { authentication: 'oAuth2', resource: 'user', operation: 'get', id };
		const node = ours('xCore', 'Get user', parameters, credential(credentialTypes.oAuth2));
		const workflow = await client.createWorkflow(chain('Get a user, in the editor', node));
		const opened = await Editor.open(browser, stage());
		editor = opened;
		await opened.openWorkflow(workflow.id);
		await opened.openNode('Get user');
		return opened;
	};

	it('opens, shows what it does, runs, and shows what came back', async () => {
		const { client, credential } = stage();
		const parameters = { authentication: 'oAuth2', resource: 'user', operation: 'getMe' };
		const node = ours('xCore', 'Get me', parameters, credential(credentialTypes.oAuth2));
		const workflow = await client.createWorkflow(chain('Who am I, in the editor', node));

		editor = await Editor.open(browser, stage());
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Get me');
		expect(await editor.chosen('resource')).toBe('User');
		expect(await editor.chosen('operation')).toBe('Get Me');

		await editor.executeOpenNode();
		await editor.output.getByText(me.username).first().waitFor();
	});

	it('finds users by name in a list, and gets the chosen one', async () => {
		const opened = await openGetUser({ __rl: true, mode: 'list', value: '' });
		const { page } = opened;
		await page.getByTestId('rlc-input').click();
		await page.getByTestId('rlc-search').fill(me.username);
		await page.getByTestId('rlc-item').filter({ hasText: me.username }).first().click();
		await opened.executeOpenNode();
		await opened.output.getByText(me.id).first().waitFor();
	});

	it('shows what went wrong and what to do', async () => {
		const opened = await openGetUser({ __rl: true, mode: 'id', value: '404404404' });
		await opened.executeOpenNode();
		const message = opened.output.getByTestId('node-error-message');
		await message.waitFor();
		expect(await message.innerText()).toMatch(/404404404|not found|does not exist/i);
		expect(await opened.output.getByTestId('node-error-description').innerText()).toMatch(/\S/);
	});
});
