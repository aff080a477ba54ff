/**
 * n8n's panel of nodes finds our nodes by plain phrases, with n8n's own search.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sublimeSearch } from '@n8n/utils/search/sublime-search';
import { host } from '../../support';
import { PROJECT_ROOT as ROOT } from '../../../scripts/runtime/package';

/**
 * What people type into the panel, in their own words, by the node that should be among the results. The list was
 * written before the aliases of the nodes; n8n shows a trigger of the same name (X Trigger) inside the page of X Core.
 */
const PHRASES: Readonly<Record<string, string>> = {
	'X Core': `
		twitter, tweet, x, post on x, post to twitter, post tweet, send tweet, create post, publish
		post, schedule posts, delete tweet, get tweet, search twitter, twitter search, search posts,
		reply, reply to mention, reply to tweet, auto reply, quote post, retweet, repost, like post,
		likes, hide reply, tweet thread, thread, twitter followers, get followers, followers, following,
		follow user, unfollow, block user, unblock user, mute user, get user, user lookup, find user,
		profile, my timeline, home timeline, user posts, get mentions, mentions, send message, send dm,
		direct message, twitter dm, group dm, get messages, upload image, upload video, upload media,
		post image, subtitles, alt text, bookmarks, get bookmarks, twitter list, add to list, list
		members, trending, trends, community, community notes, news, article, tweet analytics, post
		analytics, impressions, count posts, hashtag, social media
	`,
	'X Trigger': `
		new mention, new followers, new follower, new dm, new message, new tweet, when mentioned,
		twitter trigger, new reply, new lead
	`,
	'X Stream Trigger': 'keyword monitor, brand monitoring, filtered stream, real time tweets',
	'X Webhook Trigger': 'twitter webhook, dm webhook, account activity',
	'X Live': 'spaces, twitter spaces, live stream, broadcast',
	'X Core Admin': 'stream rules, custom api call, api usage, rotate token',
	'X Chat': 'encrypted message, send and wait, human approval, approve',
	'X Ads Campaigns': 'twitter ads, pause campaign, stop campaign, create campaign, budget',
	'X Ads Creatives': 'promoted tweet, website card',
	'X Ads Audiences': 'custom audience, customer list',
	'X Ads Analytics': 'ad spend, ad spend report, campaign report',
	'X Ads Measurement': 'conversion, leads, pixel',
	'X Catalog': 'product feed, upload products, csv products, sync products, shopify catalog',
};

const entries = () =>
	host()
		.nodesOfPackage()
		.map(([file, { description }]) => {
			const codex = JSON.parse(readFileSync(join(ROOT, file.replace(/\.js$/, '.json')), 'utf8')) as object;
			return { properties: { displayName: description.displayName, codex } };
		});

/** The names of the nodes that the panel shows. It takes these two words out of what is typed. */
const shown = (phrase: string): string[] =>
	sublimeSearch(phrase.replace('trigger', '').replace('node', '').trimEnd(), entries()).map(
		({ item }) => item.properties.displayName,
	);

const phrases = Object.entries(PHRASES).flatMap(([node, all]) =>
	all.split(',').map((phrase) => [phrase.replace(/\s+/g, ' ').trim(), node] as const),
);

it('finds the node for 105 of 115 plain phrases and more', () => {
	const missed = phrases.filter(([phrase, node]) => !shown(phrase).includes(node));
	expect(phrases.length).toBeGreaterThanOrEqual(115);
	expect(missed).toEqual([]);
});
