import type { Page } from 'playwright-core';
import { useStage } from './support/stage';
import { useEditor } from './support/useEditor';

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
	'X Live': 'twitter spaces, broadcast, go live',
	'X Webhook': 'twitter webhook',
	'X Stream': 'filtered stream, monitor keyword, real time',
	'X Core Admin': 'stream rule, compliance',
};

/**
 * The places of those that are not first: for short words n8n shows some of its popular nodes before, and the node that
 * keeps the rules of streams has as good a claim.
 */
const PLACES: Readonly<Record<string, number>> = { dm: 4, like: 2, 'filtered stream': 2 };

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
	const found = async (page: Page, words: string): Promise<string[]> => {
		const bar = page.getByTestId('node-creator-search-bar');
		// What the search before found is gone first.
		await bar.fill('zzqqzz');
		await entries(page).first().waitFor({ state: 'detached' });
		await bar.fill(words);
		await entries(page).first().waitFor();
		const texts = await entries(page).allInnerTexts();
		return texts.map((text) => text.split('\n')[0]?.trim() ?? '');
	};

	it('finds the right node among the first, by the words that people search for', async () => {
		const page = await openPanel();
		const searches = Object.entries(SEARCHES).flatMap(([node, words]) =>
			words.split(', ').map((each) => [each, node] as const),
		);
		expect(searches.length).toBeGreaterThanOrEqual(60);
		const places: Record<string, number> = {};
		for (const [words, expected] of searches) {
			// n8n's own node has the word in its name.
			const names = (await found(page, words)).filter((name) => !name.includes('Formerly'));
			const place = names.indexOf(expected) + 1;
			if (place !== 1) places[words] = place;
		}
		expect(places).toEqual(PLACES);
	});

	it('lists the events of the triggers, the usual ones first', async () => {
		const page = await openPanel();
		await found(page, 'x webhook');
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
});
