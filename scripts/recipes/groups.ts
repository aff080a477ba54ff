/** What most people come for. */
export const FIVE_TASKS: readonly string[] = [
	'x-schedule-posts-from-sheet.json',
	'x-agent-answers-mentions.json',
	'x-direct-messages-to-table.json',
	'ads-daily-report.json',
	'catalog-nightly-sync-shopify.json',
];

/** The order in which people look for recipes: by what they want to do. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
	'Begin here': ['who-am-i.json', 'post-read-delete.json'],
	'What most people come for': FIVE_TASKS,
	Publish: [
		'x-image-from-url.json',
		'x-post-with-image.json',
		'x-thread-with-pictures.json',
		'chat-approve-post.json',
		'x-post-from-feed.json',
		'x-repost-best.json',
		'x-post-for-many-accounts.json',
	],
	'Search and report': [
		'x-own-posts-to-table.json',
		'x-search-to-table.json',
		'x-mentions-report.json',
		'stream-brand-monitor.json',
		'followers-sorted.json',
		'x-new-followers-to-table.json',
		'stream-unfollowed.json',
		'trigger-post-to-channel.json',
	],
	'Answer people': [
		'x-mentions-round.json',
		'trigger-mention-triage.json',
		'trigger-dm-auto-reply.json',
		'x-answer-direct-messages.json',
		'chat-answer-messages.json',
		'chat-agent-with-memory.json',
		'x-moderate-replies.json',
		'x-download-messages-media.json',
	],
	'Advertise with X Ads': [
		'ads-pause-overspending.json',
		'ads-pause-out-of-stock.json',
		'ads-new-leads.json',
		'ads-audience-from-sheet.json',
		'ads-offline-conversions.json',
		'ads-website-card.json',
		'ads-changed-line-items.json',
	],
	'Sell with a product catalog': [
		'catalog-nightly-sync.json',
		'catalog-nightly-sync-woocommerce.json',
		'catalog-send-held.json',
		'catalog-sync-in-parts.json',
		'catalog-price-drop.json',
		'catalog-out-of-stock-guard.json',
		'catalog-feed-setup.json',
	],
	'For experts': [
		'x-health-every-morning.json',
		'x-mcp-server.json',
		'x-delete-archive.json',
		'x-messages-of-v1.json',
		'trigger-once-redis.json',
		'trigger-once-postgres.json',
	],
};

/** All files, in the order of their groups. */
export const ORDER: readonly string[] = Object.values(GROUPS).flat();
