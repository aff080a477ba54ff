/**
 * The two names of one thing: the current specification says `post`, everything written before it says `tweet`. The
 * platform takes both, so every enumeration is widened by its twin, and by names that only the older text lists.
 */
import type { Bounds } from '../frame';

/** Selectable by name in the older specification only. */
const olderFields: Readonly<Record<string, readonly string[]>> = {
	'post.fields': [
		'author_id',
		'edit_history_tweet_ids',
		'edit_history_post_ids',
		'in_reply_to_user_id',
		'note_tweet',
		'referenced_tweets',
		'referenced_posts',
		'non_public_metrics',
		'source',
	],
	'user.fields': [
		'affiliation',
		'most_recent_tweet_id',
		'most_recent_post_id',
		'pinned_tweet_id',
		'pinned_post_id',
	],
	'dm_event.fields': ['participant_ids', 'referenced_tweets', 'referenced_posts', 'sender_id'],
	'news.fields': ['last_updated_at_ms'],
};

/** New expansion name to the older ones, the plain twin first. */
const expansionTwins: Readonly<Record<string, readonly string[]>> = {
	referenced_posts: [
		'referenced_tweets.id',
		'referenced_tweets.id.author_id',
		'referenced_tweets.id.attachments.media_keys',
		'entities.note.mentions.username',
	],
	edit_history_post_ids: ['edit_history_tweet_ids'],
	pinned_post_id: ['pinned_tweet_id'],
	most_recent_post_id: ['most_recent_tweet_id'],
	affiliation: ['affiliation.user_id'],
};

/** Other names of a parameter. */
export function aliasesOf(name: string, docsName?: string): string[] {
	if (docsName && docsName !== name) return [docsName];
	if (name === 'tweet.fields') return ['post.fields'];
	return [];
}

/** A parameter with the twins of its enumeration's values added. */
export function widen(bounds: Bounds): Bounds {
	if (!bounds.enum) return bounds;
	const key = bounds.name === 'tweet.fields' ? 'post.fields' : bounds.name;
	const extra =
		bounds.name === 'expansions'
			? bounds.enum.flatMap((value) => expansionTwins[value] ?? [])
			: (olderFields[key] ?? []);
	return { ...bounds, enum: [...new Set([...bounds.enum, ...extra])] };
}

/** One spelling (the older one) for a value of `expansions`. */
export function oldExpansion(name: string): string {
	return expansionTwins[name]?.[0] ?? name;
}
