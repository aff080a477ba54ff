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

	it('opens, shows what it does, runs, and shows what came back', async () => {
		const { client, credential, url } = stage();
		const parameters = { authentication: 'oAuth2', resource: 'user', operation: 'getMe' };
		const node = ours('xCore', 'Get me', parameters, credential(credentialTypes.oAuth2));
		const workflow = await client.createWorkflow(chain('Who am I, in the editor', node));

		editor = await Editor.signIn(browser, url);
		await editor.openWorkflow(workflow.id);
		await editor.openNode('Get me');
		expect(await editor.chosen('resource')).toBe('User');
		expect(await editor.chosen('operation')).toBe('Get Me');

		await editor.executeOpenNode();
		await editor.output.getByText(me.username).first().waitFor();
	});
});
