/**
 * Two vocabularies name the same things on the wire: `tweet.*` (documentation, samples) and `post.*` (OpenAPI 2.167).
 * Requests use the first; answers are read in both.
 */

/** Request parameter that selects the fields of Posts. */
export const POST_FIELDS = 'tweet.fields';

const canonical: Readonly<Record<string, string>> = {
	posts: 'tweets',
	post_count: 'tweet_count',
	total_post_count: 'total_tweet_count',
	note_post: 'note_tweet',
	referenced_posts: 'referenced_tweets',
	edit_history_post_ids: 'edit_history_tweet_ids',
	pinned_post_id: 'pinned_tweet_id',
	most_recent_post_id: 'most_recent_tweet_id',
	liked_post_id: 'liked_tweet_id',
};

/**
 * The same value with every key in the `tweet.*` vocabulary.
 *
 * @param kept Keys that stay: an entity may have one of the newer names in both vocabularies.
 */
export function inOneVocabulary<T>(value: T, kept: readonly string[] = []): T {
	if (Array.isArray(value)) return value.map((member: unknown) => inOneVocabulary(member, kept)) as T;
	if (typeof value !== 'object' || value === null) return value;
	const name = (key: string) => (kept.includes(key) ? key : (canonical[key] ?? key));
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [name(key), inOneVocabulary<unknown>(member, kept)]),
	) as T;
}
