/** The two names of one thing: the current specification says `post`, everything written before it says `tweet`. */

const NEWER_FIELDS: Readonly<Record<string, string>> = {
	note_post: 'note_tweet',
	referenced_posts: 'referenced_tweets',
	edit_history_post_ids: 'edit_history_tweet_ids',
	pinned_post_id: 'pinned_tweet_id',
	most_recent_post_id: 'most_recent_tweet_id',
};

const OLDER_EXPANSIONS: Readonly<Record<string, string>> = {
	...NEWER_FIELDS,
	referenced_posts: 'referenced_tweets.id',
	affiliation: 'affiliation.user_id',
};

/** One spelling (the older one) for a value of `expansions`. */
export function oldExpansion(name: string): string {
	return OLDER_EXPANSIONS[name] ?? name;
}

/** One spelling (the older one) for the name of a field. */
export function oldField(name: string): string {
	return NEWER_FIELDS[name] ?? name;
}

const newerKeys: Readonly<Record<string, string>> = {
	...Object.fromEntries(Object.entries(NEWER_FIELDS).map(([newer, older]) => [older, newer])),
	tweets: 'posts',
	tweet_count: 'post_count',
	total_tweet_count: 'total_post_count',
};

/** The same answer in the newer spelling. */
export function renamed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(renamed);
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [newerKeys[key] ?? key, renamed(member)]),
	);
}
