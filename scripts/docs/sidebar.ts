/** The pages of the site in the order in which people need them: heading of the group → pages by their path in docs. */
export const SIDEBAR: Readonly<Record<string, readonly string[]>> = {
	'Start here': ['start', 'keys', 'events', 'recipes', 'migrate'],
	'Use the nodes': ['usage', 'core', 'core-admin', 'agents', 'cost', 'errors', 'security', 'oauth1-to-2'],
	Triggers: ['poll-trigger', 'stream-trigger', 'webhook-trigger', 'queue-mode'],
	'Ads and catalogs': [
		'ads',
		'ads-creatives',
		'ads-audiences',
		'ads-analytics',
		'ads-measurement',
		'catalog',
	],
	Chat: ['chat'],
	'Every operation': [
		'reference/x-core',
		'reference/x-core-admin',
		'reference/x-chat',
		'reference/x-ads-campaigns',
		'reference/x-ads-creatives',
		'reference/x-ads-audiences',
		'reference/x-ads-analytics',
		'reference/x-ads-measurement',
		'reference/x-catalog',
	],
	'How it is built': [
		'architecture',
		'reliability',
		'benchmarks',
		'review',
		'decisions/ciphers',
		'decisions/markdown',
	],
};
