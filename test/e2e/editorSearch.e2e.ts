import type { Page } from 'playwright-core';
import { useStage } from './support/stage';
import { useEditor } from './support/useEditor';
import { until } from '../../scripts/runtime/until';

/** What people type, and the node that does it. */
const SEARCHES: Readonly<Record<string, string>> = {
	'X Core':
		'twitter, tweet, x post, post to x, publish post, schedule post, schedule tweet, dm, send dm, twitter dm, direct message, mention, new mention, when mentioned, new follower, new post, reply, reply to tweet, retweet, repost, like, follow, followers, hashtag, search tweets, search posts, thread, timeline, trend, bookmark, upload image, upload video, quote tweet, delete tweet, social media, x.com',
	'X Ads Analytics': 'ad spend, campaign spend, ads report, impressions',
	'X Ads Campaigns': 'twitter ads, pause campaign, create campaign, line item',
	'X Ads Audiences': 'custom audience, retargeting',
	'X Ads Creatives': 'website card, ad creative',
	'X Ads Measurement': 'offline conversion, conversion tracking, lead form, pixel',
	'X Catalog': 'facebook catalog, product feed, google merchant, product catalog',
	'X Chat': 'encrypted message, x chat',
	'X Webhook': 'twitter webhook',
	'X Stream': 'filtered stream, monitor keyword, real time',
	'X Core Admin': 'stream rule, compliance',
};

/** Nodes with as good a claim come before: the five of X Ads, and the one that keeps the rules of streams. */
const NOT_FIRST = ['twitter ads', 'filtered stream'];

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

	it('finds the right node among the first three, by the words that people search for', async () => {
		const page = await openPanel();
		const searches = Object.entries(SEARCHES).flatMap(([node, words]) =>
			words.split(', ').map((each) => [each, node] as const),
		);
		expect(searches.length).toBeGreaterThanOrEqual(60);
		const firsts: string[] = [];
		for (const [words, expected] of searches) {
			// n8n's own node has the word in its name.
			const names = (await found(page, words, expected)).filter((name) => !name.includes('Formerly'));
			if (names[0] === expected) firsts.push(words);
			else
				expect({ words, first: names.slice(0, 3) }).toEqual({
					words,
					first: expect.arrayContaining([expected]),
				});
		}
		expect(searches.map(([words]) => words).filter((words) => !firsts.includes(words))).toEqual(NOT_FIRST);
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
