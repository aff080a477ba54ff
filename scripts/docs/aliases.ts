/** The words by which the panel of n8n finds a node: those of people, and the main words of its actions. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { uniqBy } from 'lodash';
import { specs } from './specs';

const ROOT = resolve(__dirname, '../..');

const OF_TRIGGER = words(
	'Twitter Trigger, Tweet, Mention, New Mention, New Mentions, When Mentioned, New Post, New Posts, New Tweet, DM, New DM, New Message, Direct Message, New Follower, New Followers, New Reply, New Like, New Repost, New Lead, New Quote, Poll, Social Media, Auto Reply',
);
const OF_ADS = words('Twitter Ads, X Ads, Ads');

/** What people call the things of a node where its actions have other words. */
const OWN: Readonly<Record<string, readonly string[]>> = {
	XCore: [
		...words(
			'Twitter, X, x.com, X API, X Trigger, Post to X, Post on X, X Post, Post to Twitter, Post Tweet, Publish Post, Schedule Posts, Schedule Tweet, Send Tweet, Delete Tweet, Get Tweet, Search Tweets, Twitter Search, Search Twitter, Following, Reply, Reply to Mention, Reply to Tweet, Quote Post, Quote Tweet, Retweet, Tweet Thread, Twitter Thread, Twitter Followers, Twitter List, Tweet Analytics, Post Analytics, Impressions, Hashtag, My Timeline, User Profile, User Lookup, Find User, User Posts, Send Message, Send DM, Twitter DM, Group DM, Get Messages, Upload Image, Upload Video, Post Image, Alt Text, Add to List, List Members, Trending, Get Mentions, Count Posts',
		),
		...OF_TRIGGER,
	],
	XCoreTrigger: OF_TRIGGER,
	XStreamTrigger: words(
		'Twitter Trigger, Filtered Stream, Real Time Tweets, Keyword, Keywords, Keyword Monitor, Monitor Keyword, Brand Monitoring, Social Listening, Mention, Live Events',
	),
	XWebhookTrigger: words(
		'Twitter Trigger, Twitter Webhook, Webhook, Account Activity, DM Webhook, Direct Message, Mention, Event',
	),
	XLive: words(
		'Twitter Live, Twitter Spaces, Live Audio, Live Video, Live Stream, Livestream, Schedule Broadcast, Periscope, X API',
	),
	XCoreAdmin: words(
		'Twitter Admin, X Developer, X API, API Usage, App, Webhooks, Filtered Stream, Stream Rules, PowerStream, Developer Account, Custom API Call',
	),
	XChat: words(
		'Twitter Chat, XChat, Encrypted Direct Message, Chat, Group Chat, Send and Wait, Human Approval, Human in the Loop, Approve Post, Ask for Approval',
	),
	XAdsCampaigns: [
		...OF_ADS,
		...words('Advertising, PPC, Stop Campaign, Start Campaign, Ad Group, Campaign Budget, Ad Budget'),
	],
	XAdsCreatives: [
		...OF_ADS,
		...words('Ad Creative, Promoted Tweet, Promoted Post, Website Card, App Card, Media Library'),
	],
	XAdsAudiences: [
		...OF_ADS,
		...words('Custom Audience, Customer List, Customer Match, Do Not Reach, Retargeting'),
	],
	XAdsAnalytics: [
		...OF_ADS,
		...words(
			'Analytics, Statistics, Insights, Impressions, ROAS, Ad Spend Report, Ads Report, Campaign Report, Campaign Spend',
		),
	],
	XAdsMeasurement: [
		...OF_ADS,
		...words('Pixel, Conversions API, Offline Conversion, Conversion Tracking, Leads, Lead Form, A/B Test'),
	],
	XCatalog: words(
		'Product Feed, Product Catalog, Upload Products, Upload Product Feed, CSV Products, Import Products, Merchant, Twitter Shopping, Shop, E-commerce, Dynamic Product Ads, Inventory, Facebook Catalog, Meta Catalog, Google Merchant, Shopify Catalog, WooCommerce',
	),
};

/** Words of an action that no one types. */
const LITTLE = new Set(
	'a an the of for in to from on by with who that are is you your someone many whether what only may do it or and unhide unencrypted encrypted authenticated ids keys'.split(
		' ',
	),
);

function words(list: string): string[] {
	return list.split(', ');
}

const mainWords = (action: string): string =>
	action
		.split(/\s+/)
		.filter((word) => !LITTLE.has(word.toLowerCase()))
		.slice(0, 3)
		.join(' ');

/** Whether n8n finds the second where it finds the first: it looks for the letters in their order. */
function isWithin(pattern: string, target: string): boolean {
	let from = 0;
	for (const letter of pattern.toLowerCase()) {
		const at = target.toLowerCase().indexOf(letter, from);
		if (at < 0) return false;
		from = at + 1;
	}
	return true;
}

/** Returns the aliases of each node, by the name of its folder. */
export function aliases(): Readonly<Record<string, readonly string[]>> {
	const actions = Object.entries(specs).map(([node, { resources }]) => {
		const all = resources.flatMap(({ operations }) => Object.values(operations).map(({ action }) => action));
		return [node.replaceAll(' ', ''), all.map(mainWords)] as const;
	});
	const ofActions = Object.fromEntries(actions);
	return Object.fromEntries(
		Object.entries(OWN).map(([folder, own]) => {
			const derived = (ofActions[folder] ?? []).filter((alias) => !own.some((word) => isWithin(alias, word)));
			const kept = derived.filter(
				(alias, place) =>
					!derived.some(
						(other, at) => at !== place && alias.length < other.length && other.startsWith(alias),
					),
			);
			return [folder, uniqBy([...own, ...kept], (alias) => alias.toLowerCase())];
		}),
	);
}

/** The codex files with their aliases: path from the root of the repository → content. */
export const codexFiles = (): Record<string, string> =>
	Object.fromEntries(
		Object.entries(aliases()).map(([folder, all]) => {
			const path = `nodes/${folder}/${folder}.node.json`;
			const list = all.map((alias) => `\t\t${JSON.stringify(alias)}`).join(',\n');
			const codex = readFileSync(resolve(ROOT, path), 'utf8');
			return [path, codex.replace(/"alias": \[[^\]]*\]/, `"alias": [\n${list}\n\t]`)];
		}),
	);
