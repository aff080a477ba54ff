import type { Browser } from 'playwright-core';
import { Editor, openBrowser } from '../../../scripts/runtime/browser';
import type { TestStage } from './stage';

/**
 * Gives a test file n8n's editor: what it returns opens a tab. After each test its tabs are photographed under its name
 * and closed. Call it at the top of a `describe`.
 */
export function useEditor(stage: () => TestStage): () => Promise<Editor> {
	let browser: Browser | undefined;
	let tabs: Editor[] = [];
	beforeAll(async () => {
		browser = await openBrowser();
	});
	afterEach(async () => {
		const name = expect.getState().currentTestName?.replace(/\W+/g, '-') ?? 'editor';
		for (const [index, tab] of tabs.entries()) {
			await tab.picture(index === 0 ? name : `${name}-${index + 1}`);
			await tab.close();
		}
		tabs = [];
	});
	afterAll(async () => {
		await browser?.close();
	});
	return async () => {
		if (browser === undefined) throw new Error('The browser is there only while tests run');
		const tab = await Editor.open(browser, stage());
		tabs.push(tab);
		return tab;
	};
}
