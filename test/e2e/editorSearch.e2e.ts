import type { Page } from 'playwright-core';
import { useStage } from './support/stage';
import { useEditor } from './support/useEditor';
import { until } from '../../scripts/runtime/until';

describe('the panel of nodes', () => {
	const stage = useStage();
	const openEditor = useEditor(stage);

	const openPanel = async (): Promise<Page> => {
		const { page } = await openEditor();
		await page.goto(`${stage().url}/workflow/new`, { waitUntil: 'commit' });
		await page.getByTestId('canvas-add-button').or(page.getByText('Add first step')).first().click();
		return page;
	};
	const entries = (page: Page) => page.locator('[data-keyboard-nav-type="node"]');

	/** The names of the nodes that a search finds, in the order of the panel. */
	const found = async (page: Page, words: string, expected: string): Promise<string[]> => {
		await page.getByTestId('node-creator-search-bar').fill(words);
		await entries(page).getByText(expected, { exact: true }).first().waitFor();
		return await until(`what "${words}" finds`, async () => {
			const texts = await entries(page).allInnerTexts();
			const names = texts.map((text) => text.split('\n')[0]?.trim() ?? '');
			return names.length > 0 ? names : undefined;
		});
	};

	it('finds the right node first, by the words that people search for', async () => {
		const page = await openPanel();
		for (const [words, expected] of [
			['post to x', 'X Core'],
			['hashtag', 'X Core'],
			['follow', 'X Core'],
			['social media', 'X Core'],
			['stream rule', 'X Core Admin'],
			['compliance', 'X Core Admin'],
			['product feed', 'X Catalog'],
			['twitter ads', 'X Ads Campaigns'],
			['twitter webhook', 'X Webhook'],
			['followers', 'X Core'],
			['upload image', 'X Core'],
			['trend', 'X Core'],
			['ads report', 'X Ads Analytics'],
		] as const)
			expect({ words, first: (await found(page, words, expected))[0] }).toEqual({ words, first: expected });
		// n8n's own node has the word in its name.
		const ours = (await found(page, 'twitter', 'X Core')).filter((name) => !name.includes('Formerly'));
		expect(ours[0]).toBe('X Core');
	});

	it('lists the events of the triggers, the usual ones first', async () => {
		const page = await openPanel();
		await found(page, 'x webhook', 'X Webhook');
		await entries(page).getByText('X Webhook', { exact: true }).first().click();
		const events = page.locator('[data-keyboard-nav-type="action"]');
		await events.first().waitFor();
		expect((await events.allInnerTexts()).map((text) => text.trim()).slice(0, 3)).toEqual([
			'On mention',
			'On reply',
			'On direct message received',
		]);
		await events.nth(2).click();
		await page.getByTestId('parameter-input-eventTypes').getByText('Direct Message: Received').waitFor();
		expect(await page.getByTestId('credentials-label').allInnerTexts()).toEqual([
			'App Credential',
			'User Credential',
		]);
	});
});
