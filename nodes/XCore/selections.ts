/** Field selections and expansions: every documented value, in the vocabulary that requests use. */
import type { Field } from '../shared/operation/operation';
import { choices, choicesFrom, selection, type Appearance } from '../shared/fields';
import { title } from '../shared/operation/labels';
import { POST_FIELDS } from '../shared/model/tweetNaming';

const pick = (values: readonly string[], rest: Appearance): Field =>
	choices(choicesFrom(values, title), rest);

const POST = [
	'article',
	'article_title',
	'attachments',
	'author_id',
	'card_uri',
	'community_id',
	'context_annotations',
	'conversation_id',
	'created_at',
	'display_text_range',
	'edit_controls',
	'edit_history_tweet_ids',
	'entities',
	'geo',
	'id',
	'in_reply_to_user_id',
	'lang',
	'matched_media_notes',
	'media_metadata',
	'non_public_metrics',
	'note_request_suggestions',
	'note_tweet',
	'organic_metrics',
	'paid_partnership',
	'possibly_sensitive',
	'promoted_metrics',
	'public_metrics',
	'referenced_tweets',
	'reply_settings',
	'scopes',
	'source',
	'suggested_source_links',
	'suggested_source_links_with_counts',
	'text',
	'withheld',
];

const USER = [
	'affiliation',
	'confirmed_email',
	'connection_status',
	'created_at',
	'description',
	'entities',
	'id',
	'is_identity_verified',
	'location',
	'most_recent_tweet_id',
	'name',
	'parody',
	'pinned_tweet_id',
	'profile_banner_url',
	'profile_image_url',
	'protected',
	'public_metrics',
	'receives_your_dm',
	'subscribes_to_you',
	'subscription',
	'subscription_type',
	'url',
	'username',
	'verified',
	'verified_followers_count',
	'verified_type',
	'withheld',
];

const MEDIA = [
	'alt_text',
	'duration_ms',
	'height',
	'media_key',
	'non_public_metrics',
	'organic_metrics',
	'preview_image_url',
	'promoted_metrics',
	'public_metrics',
	'type',
	'url',
	'variants',
	'width',
];

const POLL = ['duration_minutes', 'end_datetime', 'id', 'options', 'voting_status'];
const PLACE = ['contained_within', 'country', 'country_code', 'full_name', 'geo', 'id', 'name', 'place_type'];

const DM_EVENT = [
	'attachments',
	'created_at',
	'dm_conversation_id',
	'entities',
	'event_type',
	'id',
	'participant_ids',
	'referenced_tweets',
	'sender_id',
	'text',
];

const POST_EXPANSIONS = [
	'article.cover_media',
	'article.media_entities',
	'attachments.media_keys',
	'attachments.media_source_tweet',
	'attachments.poll_ids',
	'author_id',
	'edit_history_tweet_ids',
	'entities.mentions.username',
	'entities.note.mentions.username',
	'geo.place_id',
	'in_reply_to_user_id',
	'referenced_tweets.id',
	'referenced_tweets.id.author_id',
];

const ofPosts = pick(POST, { label: 'Post Fields', description: 'Which fields of each Post to return' });
const ofUsers = pick(USER, { label: 'User Fields', description: 'Which fields of each user to return' });
const ofMedia = pick(MEDIA, {
	label: 'Media Fields',
	description: 'Which fields of attached media to return',
});
const expansions = (values: readonly string[]) =>
	pick(values, { label: 'Expansions', description: 'Related entities to fetch and join into the result' });

/** Of operations that answer with Posts. */
export const postSelection = selection({
	[POST_FIELDS]: ofPosts,
	expansions: expansions(POST_EXPANSIONS),
	'user.fields': ofUsers,
	'media.fields': ofMedia,
	'poll.fields': pick(POLL, {
		label: 'Poll Fields',
		description: 'Which fields of attached polls to return',
	}),
	'place.fields': pick(PLACE, {
		label: 'Place Fields',
		description: 'Which fields of tagged places to return',
	}),
});

/** Of operations that answer with users. */
export const userSelection = selection({
	'user.fields': ofUsers,
	expansions: expansions(['affiliation.user_id', 'most_recent_tweet_id', 'pinned_tweet_id']),
	[POST_FIELDS]: ofPosts,
});

/** Of operations that answer with Direct Message events. */
export const dmSelection = selection({
	'dm_event.fields': pick(DM_EVENT, {
		label: 'Event Fields',
		description: 'Which fields of each event to return',
	}),
	expansions: expansions(['attachments.media_keys', 'participant_ids', 'referenced_tweets.id', 'sender_id']),
	'user.fields': ofUsers,
	[POST_FIELDS]: ofPosts,
	'media.fields': ofMedia,
});

/** Of operations that answer with lists. */
export const listSelection = selection({
	'list.fields': pick(
		['created_at', 'description', 'follower_count', 'id', 'member_count', 'name', 'private'],
		{ label: 'List Fields', description: 'Which fields of each list to return' },
	),
	expansions: expansions(['owner_id']),
	'user.fields': ofUsers,
});

/** Of operations that answer with Spaces. */
export const spaceSelection = selection({
	'space.fields': pick(
		[
			'created_at',
			'ended_at',
			'id',
			'is_ticketed',
			'lang',
			'participant_count',
			'scheduled_start',
			'started_at',
			'state',
			'subscriber_count',
			'title',
			'updated_at',
		],
		{ label: 'Space Fields', description: 'Which fields of each Space to return' },
	),
	expansions: expansions(['creator_id', 'host_ids', 'invited_user_ids', 'speaker_ids', 'topic_ids']),
	'user.fields': ofUsers,
	'topic.fields': pick(['description', 'id', 'name'], {
		label: 'Topic Fields',
		description: 'Which fields of each topic to return',
	}),
});

/** Of operations that answer with media. */
export const mediaSelection = selection({ 'media.fields': ofMedia });

/** Of operations with one field parameter of their own. */
export const fieldsOf = (param: string, values: readonly string[], label: string) =>
	selection({
		[param]: pick(values, { label, description: 'Which fields to return' }),
	});
