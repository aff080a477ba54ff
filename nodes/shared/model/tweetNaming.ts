/**
 * Two vocabularies name the same things on the wire: `tweet.*` (documentation, samples) and `post.*` (OpenAPI 2.167).
 * Requests use the first; answers are read in both.
 */

/** Request parameter that selects the fields of Posts. */
export const POST_FIELDS = 'tweet.fields';

const canonical: ReadonlyMap<string, string> = new Map([
	['posts', 'tweets'],
	['post_count', 'tweet_count'],
	['total_post_count', 'total_tweet_count'],
	['note_post', 'note_tweet'],
	['referenced_posts', 'referenced_tweets'],
	['edit_history_post_ids', 'edit_history_tweet_ids'],
	['pinned_post_id', 'pinned_tweet_id'],
	['most_recent_post_id', 'most_recent_tweet_id'],
	['liked_post_id', 'liked_tweet_id'],
]);

/**
 * The same value with every key in the `tweet.*` vocabulary. What needs no change is not copied: most answers do not,
 * and they are large.
 *
 * @param kept Keys that stay: an entity may have one of the newer names in both vocabularies.
 */
export function normalizeTweetKeys<T>(value: T, kept: readonly string[] = []): T {
	const renamed = new Map([...canonical].filter(([key]) => !kept.includes(key)));
	return holds(value, renamed) ? (rename(value, renamed) as T) : value;
}

function holds(value: unknown, renamed: ReadonlyMap<string, string>): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (Array.isArray(value)) return value.some((member) => holds(member, renamed));
	const members = value as Readonly<Record<string, unknown>>;
	for (const key in members) {
		if (renamed.has(key)) return true;
		const member = members[key];
		if (typeof member === 'object' && holds(member, renamed)) return true;
	}
	return false;
}

function rename(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (Array.isArray(value)) return value.map((member) => rename(member, renamed));
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [renamed.get(key) ?? key, rename(member, renamed)]),
	);
}
