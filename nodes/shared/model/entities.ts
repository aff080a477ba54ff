/**
 * X's entities: the fields of each, which of them Simplified keeps, and which other entities it refers to. The form's
 * field selections, the default fields, the joins of expansions and the two vocabularies are derived from this table.
 *
 * There are two vocabularies for Posts: `tweet` on the documentation pages, and `post` in the machine-readable
 * description since version 2.167. The table has the first; `newer` adds the second where it differs.
 *
 * https://docs.x.com/x-api/fundamentals/data-dictionary, https://docs.x.com/x-api/fundamentals/expansions
 */
import { mapValues } from 'lodash';
import { words } from '../util/text';
import { expansion, type EntityType } from './entityType';
import { withAddress } from './postAddress';

export type EntityName = keyof typeof ENTITIES;

const ENTITIES = {
	post: {
		label: 'Post Fields',
		noun: 'each Post',
		fieldsParam: 'tweet.fields',
		fields: words(`
			article article_title attachments author_id card_uri community_id context_annotations conversation_id
			created_at display_text_range edit_controls edit_history_tweet_ids entities geo id in_reply_to_user_id
			lang matched_media_notes media_metadata non_public_metrics note_request_suggestions note_tweet
			organic_metrics paid_partnership possibly_sensitive promoted_metrics public_metrics referenced_tweets
			reply_settings scopes source suggested_source_links suggested_source_links_with_counts text withheld`),
		simplifiedFields: words(`
			author_id conversation_id created_at in_reply_to_user_id lang possibly_sensitive public_metrics
			referenced_tweets reply_settings`),
		asides: words('bookmark_count impression_count lang'),
		includes: 'tweets',
		complete: withAddress(),
		escaped: ['text', 'note_tweet.text'],
		// https://docs.x.com/x-api/fundamentals/data-dictionary: the text of a long Post ends after 280 characters.
		whole: { text: 'note_tweet.text' },
		expansions: [
			expansion('article.cover_media', 'article_cover', 'media', { label: 'Cover of the Article' }),
			expansion('article.media_entities', 'article_media', 'media', { label: 'Media of the Article' }),
			expansion('attachments.media_keys', 'media', 'media'),
			expansion('attachments.media_source_tweet', 'media_source_tweet', 'post', {
				label: 'Post That the Media Is From',
				from: ['attachments.media_source_tweet_id'],
			}),
			expansion('attachments.poll_ids', 'polls', 'poll', { label: 'Poll' }),
			expansion('author_id', 'author', 'user', { isEssential: true }),
			expansion('edit_history_tweet_ids', 'edit_history', 'post', { newer: 'edit_history_post_ids' }),
			expansion('entities.mentions.username', 'mentioned_users', 'user', { from: ['entities.mentions'] }),
			expansion('entities.note.mentions.username', 'mentioned_users', 'user', {
				label: 'Users Mentioned in Long Text',
				from: ['entities.note.mentions', 'note_tweet.entities.mentions'],
			}),
			expansion('geo.place_id', 'place', 'place'),
			expansion('in_reply_to_user_id', 'in_reply_to_user', 'user', { label: 'User Replied To' }),
			expansion('referenced_tweets.id', 'referenced_tweets', 'post', {
				newer: 'referenced_posts',
				from: ['referenced_tweets'],
			}),
			// The author is joined into the referenced Post, by that Post's own `author_id`.
			expansion('referenced_tweets.id.author_id', 'referenced_tweets', 'post', {
				label: 'Authors of Referenced Posts',
				from: ['referenced_tweets'],
			}),
		],
		dropped: words('author_id edit_history_tweet_ids in_reply_to_user_id referenced_tweets'),
		newer: {
			'tweet.fields': 'post.fields',
			tweets: 'posts',
			edit_history_tweet_ids: 'edit_history_post_ids',
			note_tweet: 'note_post',
			referenced_tweets: 'referenced_posts',
			retweet_count: 'repost_count',
		},
	},
	user: {
		label: 'User Fields',
		noun: 'each user',
		fieldsParam: 'user.fields',
		fields: words(`
			affiliation confirmed_email connection_status created_at description entities id is_identity_verified
			location most_recent_tweet_id name parody pinned_tweet_id profile_banner_url profile_image_url protected
			public_metrics receives_your_dm subscriber_count subscribes_to_you subscription subscription_type url username verified
			verified_followers_count verified_type withheld`),
		simplifiedFields: words(`
			created_at description location profile_image_url protected public_metrics url verified verified_type`),
		asides: words('listed_count media_count profile_image_url verified_type'),
		includes: 'users',
		expansions: [
			expansion('affiliation.user_id', 'affiliated_with', 'user', {
				label: 'Affiliated Organization',
				newer: 'affiliation',
			}),
			expansion('most_recent_tweet_id', 'most_recent_tweet', 'post', { newer: 'most_recent_post_id' }),
			expansion('pinned_tweet_id', 'pinned_tweet', 'post', { newer: 'pinned_post_id' }),
		],
		dropped: words('affiliation most_recent_tweet_id pinned_tweet_id'),
		newer: {
			most_recent_tweet_id: 'most_recent_post_id',
			pinned_tweet_id: 'pinned_post_id',
			tweet_count: 'post_count',
		},
	},
	media: {
		label: 'Media Fields',
		noun: 'attached media',
		fieldsParam: 'media.fields',
		fields: words(`
			alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url
			promoted_metrics public_metrics type url variants width`),
		simplifiedFields: words(`
			alt_text duration_ms height media_key preview_image_url public_metrics type url variants width`),
		includes: 'media',
		identifier: 'media_key',
	},
	poll: {
		label: 'Poll Fields',
		noun: 'attached polls',
		fieldsParam: 'poll.fields',
		fields: words('duration_minutes end_datetime id options voting_status'),
		simplifiedFields: words('duration_minutes end_datetime options voting_status'),
		includes: 'polls',
	},
	place: {
		label: 'Place Fields',
		noun: 'tagged places',
		fieldsParam: 'place.fields',
		fields: words('contained_within country country_code full_name geo id name place_type'),
		simplifiedFields: words('country country_code full_name name place_type'),
		includes: 'places',
	},
	dmEvent: {
		label: 'Event Fields',
		noun: 'each event',
		fieldsParam: 'dm_event.fields',
		fields: words(`
			attachments created_at dm_conversation_id entities event_type id participant_ids referenced_tweets
			sender_id text`),
		simplifiedFields: words(`
			attachments created_at dm_conversation_id event_type participant_ids referenced_tweets sender_id text`),
		asides: words('event_type'),
		expansions: [
			expansion('attachments.media_keys', 'media', 'media'),
			expansion('participant_ids', 'participants', 'user'),
			expansion('referenced_tweets.id', 'referenced_tweets', 'post', {
				newer: 'referenced_posts',
				from: ['referenced_tweets'],
			}),
			expansion('sender_id', 'sender', 'user', { isEssential: true }),
		],
	},
	list: {
		label: 'List Fields',
		noun: 'each list',
		fieldsParam: 'list.fields',
		fields: words('created_at description follower_count id member_count name private'),
		simplifiedFields: words('created_at description follower_count member_count name private'),
		expansions: [expansion('owner_id', 'owner', 'user')],
	},
	space: {
		label: 'Space Fields',
		noun: 'each Space',
		fieldsParam: 'space.fields',
		fields: words(`
			created_at ended_at id is_ticketed lang participant_count scheduled_start started_at state
			subscriber_count title updated_at`),
		simplifiedFields: words(`
			created_at ended_at is_ticketed lang participant_count scheduled_start started_at state title`),
		expansions: [
			expansion('creator_id', 'creator', 'user'),
			expansion('host_ids', 'hosts', 'user'),
			expansion('invited_user_ids', 'invited_users', 'user'),
			expansion('speaker_ids', 'speakers', 'user'),
			expansion('topic_ids', 'topics', 'topic'),
		],
	},
	topic: {
		label: 'Topic Fields',
		noun: 'each topic',
		fieldsParam: 'topic.fields',
		fields: words('description id name'),
		simplifiedFields: words('description name'),
		includes: 'topics',
	},
	community: {
		label: 'Community Fields',
		fieldsParam: 'community.fields',
		fields: words('access created_at description id join_policy member_count name'),
		simplifiedFields: words('access created_at description join_policy member_count name'),
	},
	communityNote: {
		label: 'Note Fields',
		fieldsParam: 'note.fields',
		fields: words('id info scoring_status status test_result'),
	},
	news: {
		label: 'News Fields',
		fieldsParam: 'news.fields',
		fields: words(`
			category cluster_posts_results contexts disclaimer hook id keywords last_updated_at_ms name summary
			updated_at`),
		simplifiedFields: words('category contexts hook keywords name summary updated_at'),
		replaced: { last_updated_at_ms: 'updated_at' },
	},
	trend: {
		label: 'Trend Fields',
		fieldsParam: 'trend.fields',
		fields: words('trend_name tweet_count'),
	},
	personalizedTrend: {
		label: 'Trend Fields',
		fieldsParam: 'personalized_trend.fields',
		fields: words('category post_count trend_name trending_since'),
	},
	connection: {
		label: 'Connection Fields',
		fieldsParam: 'connection.fields',
		fields: words('client_ip connected_at disconnect_reason disconnected_at endpoint_name id'),
	},
	complianceJob: {
		label: 'Job Fields',
		fieldsParam: 'compliance_job.fields',
		fields: words(`
			created_at download_expires_at download_url id name resumable status type upload_expires_at upload_url`),
		simplifiedFields: words(`
			created_at download_expires_at download_url name resumable status type upload_expires_at upload_url`),
	},
	webhook: {
		label: 'Webhook Fields',
		fieldsParam: 'webhook_config.fields',
		fields: words('created_at id url valid'),
	},
	postCount: {
		label: 'Count Fields',
		fieldsParam: 'search_count.fields',
		fields: words('end start tweet_count'),
		newer: { tweet_count: 'post_count', total_tweet_count: 'total_post_count' },
	},
	ruleCount: {
		label: 'Count Fields',
		fieldsParam: 'rules_count.fields',
		fields: words(`
			all_project_client_apps cap_per_client_app cap_per_project client_app_rules_count project_rules_count`),
	},
	usage: {
		label: 'Usage Fields',
		fieldsParam: 'usage.fields',
		fields: words(`
			cap_reset_day daily_client_app_usage daily_project_usage project_cap project_id project_usage`),
		simplifiedFields: words('cap_reset_day daily_project_usage project_cap project_id project_usage'),
	},
	postAnalytics: {
		label: 'Analytics Fields',
		fieldsParam: 'analytics.fields',
		fields: words(`
			app_install_attempts app_opens bookmarks detail_expands email_tweet engagements follows hashtag_clicks id
			impressions likes media_views permalink_clicks quote_tweets replies retweets shares timestamp
			timestamped_metrics unfollows unlikes url_clicks user_profile_clicks`),
		simplifiedFields: words(`
			bookmarks engagements id impressions likes quote_tweets replies retweets timestamp timestamped_metrics`),
	},
	mediaAnalytics: {
		label: 'Analytics Fields',
		fieldsParam: 'media_analytics.fields',
		fields: words(`
			cta_url_clicks cta_watch_clicks media_key play_from_tap playback25 playback50 playback75
			playback_complete playback_start timestamp timestamped_metrics video_views watch_time_ms`),
		simplifiedFields: words(`
			media_key playback_complete playback_start timestamp timestamped_metrics video_views watch_time_ms`),
	},
	like: {
		label: 'Like Fields',
		fieldsParam: 'like_with_tweet_author.fields',
		fields: words(`
			attachments_media_keys created_at id liked_tweet_author_id liked_tweet_id timestamp_ms`),
		simplifiedFields: words('created_at id liked_tweet_author_id liked_tweet_id timestamp_ms'),
		expansions: [
			expansion('attachments.media_keys', 'media', 'media', { from: ['attachments_media_keys'] }),
			expansion('liked_tweet_author_id', 'liked_tweet_author', 'user', { label: 'Author of the Liked Post' }),
			expansion('liked_tweet_id', 'liked_tweet', 'post'),
		],
		newer: { liked_tweet_id: 'liked_post_id' },
	},
	broadcast: {
		label: 'Broadcast Fields',
		noun: 'each broadcast',
		fieldsParam: 'broadcast.fields',
		fields: words(`
			available_for_replay broadcast_id chat_option created_at_ms end_ms height id image_url image_url_medium
			image_url_small is_high_latency language media_key scheduled_end_ms scheduled_start_ms share_url
			source_id start_ms state title total_watched total_watching tweet_id twitter_user_id updated_at_ms width`),
		simplifiedFields: words(`
			created_at_ms end_ms id language media_key scheduled_start_ms share_url start_ms state title
			total_watched total_watching tweet_id twitter_user_id`),
	},
	broadcastChatMessage: {
		label: 'Message Fields',
		noun: 'each message',
		fieldsParam: 'broadcast_chat_message.fields',
		fields: words('author_name author_username broadcast_id created_at_ms id reply_to text'),
		expansions: [expansion('author_id', 'author', 'user')],
	},
	chatConversation: {
		label: 'Conversation Fields',
		noun: 'each conversation',
		fieldsParam: 'chat_conversation.fields',
		fields: words(`
			admin_settings created_at group_avatar_url group_description group_description_key_version group_name id invite
			is_muted message_ttl_ms pending_member_ids screen_capture_blocking_enabled screen_capture_detection_enabled type
			updated_at`),
		simplifiedFields: words('created_at group_name id is_muted message_ttl_ms type updated_at'),
		expansions: [
			expansion('admin_ids', 'admins', 'user'),
			expansion('member_ids', 'members', 'user'),
			expansion('participant_ids', 'participants', 'user'),
		],
	},
	chatMessageEvent: {
		label: 'Event Fields',
		noun: 'each event',
		fieldsParam: 'chat_message_event.fields',
		fields: words(`
			conversation_id conversation_token created_at encoded_event id is_trusted message_event_signature
			previous_id sender_id`),
		simplifiedFields: words('conversation_id created_at encoded_event id previous_id sender_id'),
	},
	publicKey: {
		label: 'Key Fields',
		noun: 'each public key',
		fieldsParam: 'public_key.fields',
		fields: words(`
			identity_public_key_signature juicebox_config public_key public_key_version signing_public_key`),
	},
} satisfies Readonly<Record<string, Omit<EntityType, 'simplifiedFields'> & Partial<EntityType>>>;

export const entities = mapValues(ENTITIES, (type): EntityType => ({
	simplifiedFields: type.fields,
	...type,
}));

/** Returns a referenced entity. */
export const entityNamed = (name: string): EntityType => entities[name as EntityName];
