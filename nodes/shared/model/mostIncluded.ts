/** The most billed objects that an expansion may include for each entity of an answer. */
interface Included {
	readonly users?: number;
	readonly posts?: number;
}

/** Expansions with a limited number of objects. Others may include any number. */
export const MOST_INCLUDED: Readonly<Record<string, Included | undefined>> = {
	'affiliation.user_id': { users: 1 },
	affiliation: { users: 1 },
	'article.cover_media': {},
	'article.media_entities': {},
	'attachments.media_keys': {},
	'attachments.media_source_tweet': { posts: 1 },
	'attachments.poll_ids': {},
	author_id: { users: 1 },
	creator_id: { users: 1 },
	// A Post is edited at most five times: https://docs.x.com/x-api/fundamentals/edit-posts
	edit_history_tweet_ids: { posts: 6 },
	edit_history_post_ids: { posts: 6 },
	'geo.place_id': {},
	in_reply_to_user_id: { users: 1 },
	liked_tweet_author_id: { users: 1 },
	liked_tweet_id: { posts: 1 },
	most_recent_tweet_id: { posts: 1 },
	most_recent_post_id: { posts: 1 },
	owner_id: { users: 1 },
	pinned_tweet_id: { posts: 1 },
	pinned_post_id: { posts: 1 },
	// A Post can reply to one Post and quote another.
	'referenced_tweets.id': { posts: 2 },
	referenced_posts: { posts: 2 },
	'referenced_tweets.id.author_id': { posts: 2, users: 2 },
	sender_id: { users: 1 },
	topic_ids: {},
};
