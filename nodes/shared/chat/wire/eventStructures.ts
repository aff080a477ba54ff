/**
 * Describes events as X relays them, and the encrypted part of a message, in Thrift:
 * https://docs.x.com/xchat/real-time-events, https://docs.x.com/xchat/cryptography-primer
 */
import { binary, bool, i32, i64, list, struct, text, union, type ThriftValue } from './thrift';

export const MESSAGE_CREATE = struct({
	contents: [100, binary],
	conversation_key_version: [101, text],
	should_notify: [102, bool],
	ttl_msec: [103, i64],
	is_message_request: [109, bool],
});

const PARTICIPANT_KEY = struct({
	user_id: [1, text],
	encrypted_conversation_key: [2, text],
	public_key_version: [3, text],
});

const KEY_CHANGE = struct({
	conversation_key_version: [1, text],
	conversation_participant_keys: [2, list(PARTICIPANT_KEY)],
	for_key_rotation: [5, bool],
});

const GROUP_CREATE = struct({
	member_ids: [1, list(text)],
	admin_ids: [2, list(text)],
	title: [3, text],
	avatar_url: [4, text],
	conversation_key_version: [5, text],
	is_legacy_group_upgrade: [6, bool],
	ttl_msec: [7, i64],
});

const GROUP_MEMBER_ADD = struct({
	member_ids: [1, list(text)],
	current_member_ids: [2, list(text)],
	current_admin_ids: [3, list(text)],
	current_title: [4, text],
	current_avatar_url: [5, text],
	conversation_key_version: [6, text],
	current_ttl_msec: [7, i64],
	current_pending_member_ids: [8, list(text)],
	screen_capture_blocking_enabled: [9, bool],
});

const ADMIN_SETTINGS = struct({
	edit_group_info: [1, bool],
	edit_message_ttl: [2, bool],
	block_screen_capture: [3, bool],
	add_member: [4, bool],
	send_message: [5, bool],
	start_call: [6, bool],
});

const GROUP_CHANGE = union({
	group_create: [1, GROUP_CREATE],
	group_title_change: [2, struct({ custom_title: [1, text], conversation_key_version: [2, text] })],
	group_avatar_change: [3, struct({ custom_avatar_url: [1, text], conversation_key_version: [2, text] })],
	group_admin_add: [4, struct({ admin_ids: [1, list(text)] })],
	group_member_add: [5, GROUP_MEMBER_ADD],
	group_admin_remove: [6, struct({ admin_ids: [1, list(text)] })],
	group_member_remove: [7, struct({ member_ids: [1, list(text)] })],
	group_invite_enable: [8, struct({ expires_at_msec: [1, i64], invite_url: [2, text] })],
	group_invite_disable: [9, struct({ disabled_by_member_id: [1, text] })],
	group_join_request: [10, struct({ requesting_user_id: [1, text] })],
	group_join_reject: [11, struct({ rejected_user_ids: [1, list(text)] })],
	group_admin_settings_change: [12, ADMIN_SETTINGS],
});

const PLACEHOLDER = struct({ placeholder: [1, text] });

const METADATA_CHANGE = union({
	message_duration_change: [1, struct({ ttl_msec: [1, i64], apply_to_all_messages: [2, bool] })],
	message_duration_remove: [2, struct({ current_ttl_msec: [1, i64] })],
	mute_conversation: [3, struct({ muted_conversation_ids: [1, list(text)] })],
	unmute_conversation: [4, struct({ unmuted_conversation_ids: [1, list(text)] })],
	enable_screen_capture_detection: [5, PLACEHOLDER],
	disable_screen_capture_detection: [6, PLACEHOLDER],
	enable_screen_capture_blocking: [7, PLACEHOLDER],
	disable_screen_capture_blocking: [8, PLACEHOLDER],
});

/** The subject of an event. Exactly one member is set. */
export const DETAIL = union({
	message_create: [1, MESSAGE_CREATE],
	key_change: [3, KEY_CHANGE],
	group_change: [4, struct({ group_change: [1, GROUP_CHANGE], for_key_rotation: [2, bool] })],
	failure: [5, struct({ failure_type: [1, i32], rate_limit_tier: [2, i32] })],
	typing: [6, struct({ conversation_id: [1, text] })],
	message_delete: [7, struct({ sequence_ids: [1, list(text)], delete_message_action: [2, i32] })],
	conversation_delete: [8, struct({ conversation_id: [1, text] })],
	metadata_change: [9, struct({ conversation_metadata_change: [1, METADATA_CHANGE] })],
	read: [12, struct({ seen_until_sequence_id: [1, text], seen_at_millis: [2, i64] })],
	unread: [13, struct({ seen_until_sequence_id: [1, text] })],
	member_account_delete: [14, struct({ member_id: [1, text] })],
});

export type EventDetail = ThriftValue<typeof DETAIL>;

export const SIGNATURE = struct({
	signature: [1, text],
	public_key_version: [2, text],
	signature_version: [3, text],
	signing_public_key: [4, text],
});

export type EventSignature = ThriftValue<typeof SIGNATURE>;

export const MESSAGE_EVENT = struct({
	sequence_id: [1, text],
	message_id: [2, text],
	sender_id: [3, text],
	conversation_id: [4, text],
	conversation_token: [5, text],
	created_at_msec: [6, text],
	detail: [7, DETAIL],
	relay_source: [8, i32],
	message_event_signature: [9, SIGNATURE],
	previous_sequence_id: [10, text],
	is_trusted: [11, bool],
});

export type MessageEvent = ThriftValue<typeof MESSAGE_EVENT>;

/** The most attachments and links that are read. X's own clients show ten. */
const SHOWN = 100;

const NOTHING = struct({});

const ENTITY = struct({
	start_index: [1, i32],
	end_index: [2, i32],
	content: [
		3,
		union({
			hashtag: [1, NOTHING],
			cashtag: [2, NOTHING],
			mention: [3, NOTHING],
			url: [4, NOTHING],
			email: [5, NOTHING],
			address: [6, NOTHING],
			phone_number: [7, NOTHING],
		}),
	],
});

export type Entity = ThriftValue<typeof ENTITY>;

const DIMENSIONS = struct({ width: [1, i64], height: [2, i64] });

const MEDIA = struct({
	media_hash_key: [1, text],
	dimensions: [2, DIMENSIONS],
	type: [3, i32],
	duration_millis: [4, i64],
	filesize_bytes: [5, i64],
	filename: [6, text],
	attachment_id: [7, text],
	legacy_media_url_https: [8, text],
	legacy_media_preview_url: [9, text],
});

/** A picture of a link, encrypted like any file of the conversation. */
const LINK_IMAGE = struct({
	media_hash_key: [1, text],
	filesize_bytes: [2, i64],
	filename: [3, text],
	dimensions: [4, DIMENSIONS],
});

const LINK = struct({
	url: [1, text],
	banner_image: [2, LINK_IMAGE],
	favicon_image: [3, LINK_IMAGE],
	display_title: [4, text],
	attachment_id: [5, text],
});

const ATTACHMENT = union({
	media: [1, MEDIA],
	post: [2, struct({ rest_id: [1, text], post_url: [2, text], attachment_id: [3, text] })],
	url: [3, LINK],
	unified_card: [4, struct({ url: [1, text], attachment_id: [2, text] })],
	money: [5, struct({ fallback_text: [1, text] })],
});

export type Attachment = ThriftValue<typeof ATTACHMENT>;
export type LinkImage = ThriftValue<typeof LINK_IMAGE>;

/** The keys of a quoted message and of its edit; some more for writers that add others. */
const QUOTED_KEYS = 10;

/** The quoted message, with the event that proves that its author wrote it. */
const REPLY_PREVIEW = struct({
	sender_id: [1, i64],
	message_text: [2, text],
	entities: [3, list(ENTITY)],
	attachments: [4, list(ATTACHMENT, SHOWN)],
	replying_to_message_sequence_id: [6, text],
	replying_to_message_id: [7, text],
	raw_event_message_create: [8, MESSAGE_EVENT],
	raw_event_edit_message: [9, MESSAGE_EVENT],
	raw_event_ckces: [10, list(MESSAGE_EVENT, QUOTED_KEYS)],
});

export type ReplyPreview = ThriftValue<typeof REPLY_PREVIEW>;

const MESSAGE = struct({
	message_text: [1, text],
	entities: [2, list(ENTITY)],
	attachments: [3, list(ATTACHMENT, SHOWN)],
	replying_to_preview: [4, REPLY_PREVIEW],
	forwarded_message: [6, struct({ message_text: [1, text], entities: [2, list(ENTITY)] })],
	sent_from: [7, i32],
	ctas: [9, list(struct({ label: [1, text], url: [2, text] }), SHOWN)],
});

const REACTION = struct({
	message_sequence_id: [1, text],
	emoji: [2, text],
	message_attachment_id: [3, text],
});

const CONTENTS = union({
	message: [1, MESSAGE],
	reaction_add: [2, REACTION],
	reaction_remove: [3, REACTION],
	message_edit: [
		4,
		struct({ message_sequence_id: [1, text], updated_text: [2, text], entities: [3, list(ENTITY)] }),
	],
	read: [5, struct({ seen_until_sequence_id: [1, text], seen_at_millis: [2, i64] })],
	unread: [6, struct({ seen_until_sequence_id: [1, text] })],
	pin_conversation: [7, struct({ conversation_id: [1, text] })],
	unpin_conversation: [8, struct({ conversation_id: [1, text] })],
	screen_capture: [9, struct({ type: [1, i32] })],
	call_ended: [
		10,
		struct({ sent_at_millis: [1, i64], duration_seconds: [2, i64], is_audio_only: [3, bool] }),
	],
	call_missed: [11, struct({ sent_at_millis: [1, i64], is_audio_only: [2, bool] })],
	draft: [12, struct({ conversation_id: [1, text], draft_text: [2, text] })],
	accept_request: [13, NOTHING],
	nickname: [14, struct({ user_id: [1, i64], nickname_text: [2, text] })],
	verified_status: [15, struct({ user_id: [1, i64], verified_status: [2, bool] })],
	call_started: [16, struct({ is_audio_only: [1, bool], broadcast_id: [3, text] })],
});

export type Contents = ThriftValue<typeof CONTENTS>;

/** The plain text of an encrypted message. Exactly one member of the contents is set. */
export const ENTRY = struct({ contents: [1, CONTENTS] });
