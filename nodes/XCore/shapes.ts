/** What Simplified asks for: the fields of each entity that most workflows use. */
import type { Shape } from '../shared/operation/operation';
import { POST_FIELDS } from '../shared/model/tweetNaming';

export const postShape: Shape = {
	fieldsParam: POST_FIELDS,
	simplifiedFields: [
		'author_id',
		'conversation_id',
		'created_at',
		'in_reply_to_user_id',
		'lang',
		'possibly_sensitive',
		'public_metrics',
		'referenced_tweets',
		'reply_settings',
	],
};

export const userShape: Shape = {
	fieldsParam: 'user.fields',
	simplifiedFields: [
		'created_at',
		'description',
		'location',
		'profile_image_url',
		'protected',
		'public_metrics',
		'url',
		'verified',
		'verified_type',
	],
};

export const dmEventShape: Shape = {
	fieldsParam: 'dm_event.fields',
	simplifiedFields: [
		'attachments',
		'created_at',
		'dm_conversation_id',
		'event_type',
		'participant_ids',
		'referenced_tweets',
		'sender_id',
		'text',
	],
};

export const listShape: Shape = {
	fieldsParam: 'list.fields',
	simplifiedFields: ['created_at', 'description', 'follower_count', 'member_count', 'name', 'private'],
};

export const mediaShape: Shape = {
	fieldsParam: 'media.fields',
	simplifiedFields: [
		'alt_text',
		'duration_ms',
		'height',
		'media_key',
		'preview_image_url',
		'public_metrics',
		'type',
		'url',
		'variants',
		'width',
	],
};

export const newsShape: Shape = {
	fieldsParam: 'news.fields',
	simplifiedFields: ['category', 'contexts', 'hook', 'keywords', 'name', 'summary', 'updated_at'],
};

export const connectionShape: Shape = {
	fieldsParam: 'connection.fields',
	simplifiedFields: [
		'client_ip',
		'connected_at',
		'disconnect_reason',
		'disconnected_at',
		'endpoint_name',
		'id',
	],
};

export const noteShape: Shape = {
	fieldsParam: 'note.fields',
	simplifiedFields: ['id', 'info', 'scoring_status', 'status', 'test_result'],
};

export const spaceShape: Shape = {
	fieldsParam: 'space.fields',
	simplifiedFields: [
		'created_at',
		'ended_at',
		'is_ticketed',
		'lang',
		'participant_count',
		'scheduled_start',
		'started_at',
		'state',
		'title',
	],
};

export const communityShape: Shape = {
	fieldsParam: 'community.fields',
	simplifiedFields: ['access', 'created_at', 'description', 'join_policy', 'member_count', 'name'],
};

export const complianceJobShape: Shape = {
	fieldsParam: 'compliance_job.fields',
	simplifiedFields: [
		'created_at',
		'download_expires_at',
		'download_url',
		'name',
		'resumable',
		'status',
		'type',
		'upload_expires_at',
		'upload_url',
	],
};

export const trendShape: Shape = {
	fieldsParam: 'trend.fields',
	simplifiedFields: ['trend_name', 'tweet_count'],
};

export const personalizedTrendShape: Shape = {
	fieldsParam: 'personalized_trend.fields',
	simplifiedFields: ['category', 'post_count', 'trend_name', 'trending_since'],
};
