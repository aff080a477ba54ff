import type { BrowserContext } from 'playwright-core';
import { Editor, openProfile } from '../../../scripts/runtime/browser';
import type { Workflow } from '../../../scripts/runtime/types';
import { profileFolder } from './shared';
import type { TestStage } from './stage';

/** Opens a tab: empty, with a workflow that is stored for it, or with the form of one of its nodes. */
export type OpenEditor = (workflow?: Workflow, node?: string) => Promise<Editor>;

/**
 * Gives a test file n8n's editor. After each test its tabs are photographed under its name and closed. Call it at the
 * top of a `describe`.
 */
export function useEditor(stage: () => TestStage): OpenEditor {
	let browser: BrowserContext | undefined;
	let tabs: Editor[] = [];
	beforeAll(async () => {
		browser = await openProfile(profileFolder());
	});
	afterEach(async () => {
		const name = expect.getState().currentTestName?.replace(/\W+/g, '-') ?? 'editor';
		for (const [index, tab] of tabs.entries()) {
			await tab.picture(index === 0 ? name : `${name}-${index + 1}`);
			await tab.close();
		}
		tabs = [];
		// n8n's tabs share a worker, which asks the first of them. Beside the tab of a duplicate it would outlive that one.
		for (const page of browser?.pages().slice(1) ?? []) await page.close();
	});
	afterAll(async () => {
		await browser?.close();
	});
	return async (workflow, node) => {
		if (browser === undefined) throw new Error('The browser is there only while tests run');
		const tab = await Editor.open(browser, stage());
		tabs.push(tab);
		if (workflow === undefined) return tab;
		const { id, nodes } = await stage().client.createWorkflow(workflow);
		const found = nodes.find(({ name }) => name === node);
		await (found?.id === undefined ? tab.openWorkflow(id) : tab.openForm(id, found.id));
		return tab;
	};
}

/** Chooses an entry of the list of a resource locator, after searching for some text. */
export async function pick({ page }: Editor, field: string, entry: string, typed = ''): Promise<void> {
	await page.getByTestId(`resource-locator-${field}`).getByTestId('rlc-input').click();
	if (typed !== '') await page.getByTestId('rlc-search').fill(typed);
	await page.getByTestId('rlc-item').filter({ hasText: entry, visible: true }).first().click();
}
