/** From the wire's names to the editor's. */
import type { Field } from './operation';

const spelling: Record<string, string> = {
	id: 'ID',
	ids: 'IDs',
	url: 'URL',
	urls: 'URLs',
	uri: 'URI',
	dm: 'DM',
	ai: 'AI',
	iab: 'IAB',
	tv: 'TV',
	crc: 'CRC',
	utc: 'UTC',
	woeid: 'WOEID',
	geo: 'Geo',
	tweet: 'Post',
	tweets: 'Posts',
	retweet: 'Repost',
	retweets: 'Reposts',
	gtin: 'GTIN',
	mpn: 'MPN',
	uuid: 'UUID',
	uuids: 'UUIDs',
	ios: 'iOS',
	api: 'API',
	app: 'App',
};

const small = new Set([
	'a',
	'an',
	'and',
	'as',
	'at',
	'by',
	'for',
	'in',
	'of',
	'on',
	'or',
	'the',
	'to',
	'with',
]);

/** `tweet.fields` → "Post Fields", `quote_tweet_id` → "Quote Post ID", `fileFormat` → "File Format". */
export function title(wire: string): string {
	const words = wire
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[._\s]+/)
		.filter(Boolean);
	return words
		.map((word, place) => {
			if (spelling[word] !== undefined) return spelling[word];
			if (place > 0 && place < words.length - 1 && small.has(word)) return word;
			return word.charAt(0).toUpperCase() + word.slice(1);
		})
		.join(' ');
}

export const labelOf = (key: string, field: Field): string => field.label ?? title(key);

/** n8n reads a dot in a property name as a path: dots become underscores. */
export const propertyName = (key: string, field: Field): string => field.name ?? key.replaceAll('.', '_');
