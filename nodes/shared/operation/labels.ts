/** Turns names of requests into labels of the form. */
import type { Collection, Field, Fields } from './field';

/** Written in capitals, with or without a plural s. */
const ACRONYM = /^(ai|api|crc|dm|gtin|iab|id|mpn|tv|uri|url|utc|uuid|woeid)(s?)$/;

const SPELLING: Readonly<Record<string, string>> = {
	tweet: 'Post',
	tweets: 'Posts',
	retweet: 'Repost',
	retweets: 'Reposts',
	ios: 'iOS',
};

const SMALL = /^(a|an|and|as|at|by|for|in|of|on|or|the|to|with)$/;

/** `tweet.fields` → "Post Fields", `quote_tweet_id` → "Quote Post ID", `fileFormat` → "File Format". */
export function title(wire: string): string {
	const words = wire
		.replace(/([a-z])([A-Z])/g, '$1_$2')
		.toLowerCase()
		.split(/[._\s]+/)
		.filter(Boolean);
	return words
		.map((word, place) => {
			const [, acronym, plural] = ACRONYM.exec(word) ?? [];
			if (acronym !== undefined) return `${acronym.toUpperCase()}${plural}`;
			if (place > 0 && place < words.length - 1 && SMALL.test(word)) return word;
			return SPELLING[word] ?? word.charAt(0).toUpperCase() + word.slice(1);
		})
		.join(' ');
}

/** "Account" → "an Account"; "Placements" stays. */
export const withArticle = (name: string): string =>
	name.endsWith('s') ? name : `${/^[aeio]/i.test(name) ? 'an' : 'a'} ${name}`;

/** Returns the label of a field in the form. */
export const labelOf = (key: string, field: Field): string => field.label ?? title(key);

/** Names of the form's collections, in the order of the form. */
export const COLLECTIONS: Readonly<Record<Collection, { name: string; placeholder: string }>> = {
	additionalFields: { name: 'Additional Fields', placeholder: 'Add Field' },
	updateFields: { name: 'Update Fields', placeholder: 'Add Field' },
	filters: { name: 'Filters', placeholder: 'Add Filter' },
	options: { name: 'Options', placeholder: 'Add option' },
};

/** Returns the label of what a rule blames: `items.2.bid` → "Items 3 → Bid". */
export function labelAt(fields: Fields, path: string): string {
	// Keys may contain dots themselves, so the longest key that fits is meant.
	const [key] = Object.keys(fields)
		.filter((each) => path === each || path.startsWith(`${each}.`))
		.sort((a, b) => b.length - a.length);
	const field = key === undefined ? undefined : fields[key];
	if (key === undefined || !field)
		return path in COLLECTIONS ? COLLECTIONS[path as keyof typeof COLLECTIONS].name : title(path);
	const [, entry, inner] = /^(?:(\d+)(?:\.|$))?(.*)$/.exec(path.slice(key.length + 1)) ?? [];
	const label = entry === undefined ? labelOf(key, field) : `${labelOf(key, field)} ${Number(entry) + 1}`;
	return inner ? `${label} → ${labelAt(field.members ?? {}, inner)}` : label;
}

/** Returns a sentence with every `{key}` in it replaced by the label of that field. */
export const withLabels = (text: string, fields: Fields): string =>
	text.replace(/\{([^{}]+)\}/g, (written, key: string) => {
		const field = fields[key];
		return field ? `"${labelOf(key, field)}"` : written;
	});

/** n8n reads a dot in a property name as a path, so dots become underscores. */
export const propertyName = (key: string, field: Field): string => field.name ?? key.replaceAll('.', '_');
