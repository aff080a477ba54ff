/**
 * Where requests differ from the published description, each line with its reason. A line that is no difference any
 * more fails the test as well.
 */
import { each, type Explained } from './differences';

const OF_THE_JOB = 'read from the job, which is asked for before';
const THE_PRESENT = 'the present, where the form says no time';
const OF_EACH_PLACEMENT =
	'a run asks for one placement after the other, for all of them where none is chosen';
const OF_THE_DAYS = 'the days that are read anew, which the operation finds';
const OF_THE_BINARY_DATA = 'the binary data of the item';

/** What a request lacks that the description requires. */
export const LACKING: Explained = {
	'xAdsAnalytics.report.get: placement': OF_EACH_PLACEMENT,
	'xAdsAnalytics.report.start: placement': OF_EACH_PLACEMENT,
	'xAdsAnalytics.report.sync: end_time': OF_THE_DAYS,
	'xAdsAnalytics.report.sync: start_time': OF_THE_DAYS,
	'xAdsMeasurement.lead.getMany: end_epoch': THE_PRESENT,
	'xAdsMeasurement.leadExport.create: end_epoch': THE_PRESENT,
	'xCoreAdmin.complianceJob.download: token': OF_THE_JOB,
	'xCoreAdmin.complianceJob.upload: body': OF_THE_BINARY_DATA,
	'xCoreAdmin.complianceJob.upload: token': OF_THE_JOB,
	'xCore.directMessage.createGroup: message': OF_THE_BINARY_DATA,
	'xCore.directMessage.send: body': OF_THE_BINARY_DATA,
	'xCore.directMessage.sendToConversation: body': OF_THE_BINARY_DATA,
};

/** Names and choices that are in no public source. */
export const UNDOCUMENTED: Explained = {
	'xAdsAnalytics.report.estimate: entity=ACCOUNT':
		'a report of the account itself asks for no activity: the request of the record is not sent',
};

const OF_THE_PAGES = 'the pages of the documentation and their samples have it, as the facts say';
const OF_2_166 = 'the description had it until 2.166, as the facts say';

/** Names and choices that the form offers, and that another public source has beside the description. */
export const BEYOND_THE_DESCRIPTION: Explained = {
	'budget_optimization=CAMPAIGN': 'documented until 2026-06, and campaigns made then still have it',
	...each('dm_event.fields=', 'participant_ids referenced_tweets sender_id', OF_THE_PAGES),
	'event_type=oauth.revoke': OF_THE_PAGES,
	'expansions=affiliation.user_id': OF_2_166,
	'expansions=edit_history_tweet_ids': OF_THE_PAGES,
	...each('expansions=', 'entities.note.mentions.username most_recent_tweet_id', OF_2_166),
	...each('expansions=', 'pinned_tweet_id referenced_tweets.id referenced_tweets.id.author_id', OF_THE_PAGES),
	'news.fields=last_updated_at_ms': OF_THE_PAGES,
	...each(
		'post.fields=',
		'author_id edit_history_tweet_ids in_reply_to_user_id note_tweet referenced_tweets',
		OF_THE_PAGES,
	),
	'tweet.fields': OF_THE_PAGES,
	...each('user.fields=', 'affiliation most_recent_tweet_id pinned_tweet_id', OF_THE_PAGES),
};

/** Documented choices that a menu lacks. */
export const UNOFFERED_CHOICES: Explained = {
	'expansions may be username':
		'the last part of entities.mentions.username and entities.note.mentions.username, which are offered',
	'xCoreAdmin.activitySubscription.create: event_type may be chat.conversation_join':
		'the deprecated spelling of chat.conversation.join, which is offered',
};

/** What the node asks for automatically if the user chose no fields, and the description lacks. */
export const ASKED_AUTOMATICALLY: Explained = {
	...each('dm_event.fields=', 'participant_ids referenced_tweets sender_id', OF_THE_PAGES),
	...each('post.fields=', 'author_id in_reply_to_user_id note_tweet referenced_tweets', OF_THE_PAGES),
	'tweet.fields': OF_THE_PAGES,
};
const OF_THE_LIMIT = 'one page of bounded size, which Limit asks for';
const NOT_DESCRIBED = 'no public page says what stands in it, and X’s own clients send without it';
const OF_CONTENT = 'the field Content makes it of Markdown, or takes it as JSON';
const IN_JSON = 'the field More Metadata takes it as JSON';
const SIGNED = 'made, and signed, by the record';

const signed = (label: string): Explained =>
	each(
		`xChat.${label}: action_signatures.`,
		'encoded_message_event_detail message_event_signature message_id signature_payload',
		SIGNED,
	);

const withKeys = (label: string): Explained => ({
	...signed(label),
	...each(
		`xChat.${label}: conversation_participant_keys.`,
		'encrypted_conversation_key public_key_version user_id',
		SIGNED,
	),
});

/** Documented members inside a body that no field sends. */
export const UNOFFERED_MEMBERS: Explained = {
	...signed('message.delete'),
	...withKeys('conversation.rotateKeys'),
	...withKeys('group.addMembers'),
	...withKeys('group.create'),
	...each(
		'xChat.publicKey.register: public_key.',
		`identity_public_key_signature public_key public_key_fingerprint registration_method signing_public_key
		signing_public_key_signature`,
		SIGNED,
	),
	...each(
		'xCore.article.createDraft: content_state.blocks.',
		'data entity_ranges inline_style_ranges key',
		OF_CONTENT,
	),
	'xCore.article.createDraft: content_state.entities': OF_CONTENT,
	...each(
		'xCore.media.addAltText: metadata.',
		`allow_download_status audience_policy content_expiration domain_restrictions found_media_origin
		geo_restrictions management_info preview_image sensitive_media_warning shared_info sticker_info upload_source`,
		IN_JSON,
	),
};

const SAME_TOKEN = 'another name for pagination_token, which is sent';

/** Documented parameters of the core API that no request of a record has. */
export const UNSENT: Explained = {
	'GET /2/communities/search: next_token': SAME_TOKEN,
	'GET /2/tweets/counts/all: next_token': SAME_TOKEN,
	'GET /2/tweets/counts/recent: next_token': SAME_TOKEN,
	'GET /2/tweets/search/all: next_token': SAME_TOKEN,
	'GET /2/tweets/search/recent: next_token': SAME_TOKEN,
	'GET /2/compliance/jobs/{id}/download: compliance_job.fields': 'the answer is a file, which has no fields',
	'GET /2/news/search: max_results': OF_THE_LIMIT,
	'GET /2/spaces/search: max_results': OF_THE_LIMIT,
	'POST /2/chat/conversations/group: base64_encoded_key_rotation': NOT_DESCRIBED,
	'POST /2/chat/conversations/{id}/keys: base64_encoded_key_rotation': NOT_DESCRIBED,
	'POST /2/media/upload/initialize: total_bytes': OF_THE_BINARY_DATA,
	'PUT /2/chat/conversations/{id}: base64_encoded_key_rotation': NOT_DESCRIBED,
	'PUT /2/chat/conversations/{id}: conversation_participant_keys':
		'a new key is a step of its own: Rotate Keys',
	'PUT /2/chat/conversations/{id}: rotated_pmk_bundle': NOT_DESCRIBED,
};
