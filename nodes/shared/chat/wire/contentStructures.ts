/** Describes the encrypted part of a message in Thrift: https://docs.x.com/xchat/cryptography-primer */
import { MESSAGE_EVENT } from './eventStructures';
import { bool, i32, i64, list, struct, text, union, type ThriftValue } from './thrift';

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
