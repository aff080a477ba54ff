/** Reads what an event is about as a kind and a text: the plain text of a message, and details that are not encrypted. */
import { isEmpty, omit, pick } from 'lodash';
import {
	ENTRY,
	type Attachment,
	type Contents,
	type Entity,
	type LinkImage,
	type ReplyPreview,
	type EventDetail,
} from '../wire/eventStructures';
import { decode } from '../wire/thrift';

export interface MessageSummary {
	readonly kind: string;
	readonly [name: string]: unknown;
}

const MEDIA_TYPES = ['image', 'gif', 'video', 'audio', 'file', 'svg'];

/** Numbers a kind of media as X Chat does. */
export const mediaType = (name: string): number => MEDIA_TYPES.indexOf(name) + 1;

/**
 * Decodes the plain text of a message.
 *
 * @throws NotThrift if they are not a message.
 */
export const readContents = (plain: Buffer): Contents => decode(ENTRY, plain).contents ?? {};

/** Summarizes a message by its kind and text. */
export function summarize(contents: Contents): MessageSummary {
	const { message, reaction_add: added, reaction_remove: removed, message_edit: edit } = contents;
	if (message)
		return {
			kind: 'message',
			text: message.message_text ?? '',
			...entitiesOf(message),
			...(message.attachments?.length && { attachments: message.attachments.map(attachment) }),
			...(message.forwarded_message && { forwarded_text: message.forwarded_message.message_text ?? '' }),
			...(message.ctas?.length && { links: message.ctas }),
		};
	if (added) return { kind: 'reactionAdded', ...reaction(added) };
	if (removed) return { kind: 'reactionRemoved', ...reaction(removed) };
	if (edit)
		return {
			kind: 'edit',
			target_id: edit.message_sequence_id,
			text: edit.updated_text ?? '',
			...entitiesOf(edit),
		};
	return sayOther(contents);
}

/** Lists mentions, links and so on in a text, with their places as the sender's client counts them. */
const entitiesOf = ({ entities }: { readonly entities?: readonly Entity[] | undefined }) =>
	entities?.length
		? {
				entities: entities.map(({ start_index: start, end_index: end, content = {} }) => ({
					kind: Object.keys(content)[0] ?? 'unknown',
					start: start ?? 0,
					end: end ?? 0,
				})),
			}
		: {};

/** What X's servers know of a message: whether it disappears, notifies, or is a request. None of it is signed. */
export const circumstances = ({
	ttl_msec: ttl,
	should_notify: shouldNotify,
	is_message_request: isRequest,
}: NonNullable<EventDetail['message_create']>) => ({
	unsigned: {
		...(ttl !== undefined && { ttl_ms: Number(ttl) }),
		...(shouldNotify !== undefined && { should_notify: shouldNotify }),
		...(isRequest !== undefined && { is_message_request: isRequest }),
	},
});

const reaction = (given: NonNullable<Contents['reaction_add']>) => ({
	target_id: given.message_sequence_id,
	emoji: given.emoji,
	...(given.message_attachment_id !== undefined && { attachment_id: given.message_attachment_id }),
});

function sayOther(contents: Contents): MessageSummary {
	const { call_ended: ended, call_missed: missed, call_started: started, nickname } = contents;
	if (contents.read) return { kind: 'read', seen_until_id: contents.read.seen_until_sequence_id };
	if (contents.unread) return { kind: 'unread', seen_until_id: contents.unread.seen_until_sequence_id };
	if (contents.pin_conversation) return { kind: 'conversationPinned' };
	if (contents.unpin_conversation) return { kind: 'conversationUnpinned' };
	if (contents.screen_capture)
		return { kind: 'screenCaptured', is_recording: contents.screen_capture.type === 2 };
	if (ended)
		return { kind: 'callEnded', ...call(ended), duration_seconds: Number(ended.duration_seconds ?? 0) };
	if (missed) return { kind: 'callMissed', ...call(missed) };
	if (started) return { kind: 'callStarted', ...call(started) };
	if (contents.accept_request) return { kind: 'requestAccepted' };
	if (nickname) return { kind: 'nickname', user_id: nickname.user_id, text: nickname.nickname_text };
	// Drafts and read marks come from the sender's own devices.
	if (contents.draft) return { kind: 'draft', text: contents.draft.draft_text ?? '' };
	if (contents.verified_status) return { kind: 'verifiedStatus', user_id: contents.verified_status.user_id };
	return { kind: 'unknown' };
}

const call = ({ is_audio_only: isAudio }: { readonly is_audio_only?: boolean | undefined }) => ({
	is_audio_only: isAudio === true,
});

/** Flattens one attachment into an object: its kind, and how to get it. */
function attachment({ media, post, url, unified_card: card, money }: Attachment): Record<string, unknown> {
	if (media)
		return {
			kind: MEDIA_TYPES[(media.type ?? 0) - 1] ?? 'file',
			media_hash_key: media.media_hash_key,
			...fileOf(media),
			...(media.duration_millis !== undefined && { duration_ms: Number(media.duration_millis) }),
			...(media.attachment_id !== undefined && { attachment_id: media.attachment_id }),
			...(media.legacy_media_url_https !== undefined && { url: media.legacy_media_url_https }),
			...(media.legacy_media_preview_url !== undefined && { preview_url: media.legacy_media_preview_url }),
		};
	if (post) return { kind: 'post', post_id: post.rest_id, url: post.post_url };
	if (url)
		return {
			kind: 'url',
			url: url.url,
			title: url.display_title,
			...(url.banner_image && { image: imageOf(url.banner_image) }),
			...(url.favicon_image && { icon: imageOf(url.favicon_image) }),
		};
	if (card) return { kind: 'card', url: card.url };
	if (money) return { kind: 'money', text: money.fallback_text };
	return { kind: 'unknown' };
}

const imageOf = (image: LinkImage) => ({ media_hash_key: image.media_hash_key, ...fileOf(image) });

const fileOf = ({ filename, filesize_bytes: size, dimensions }: LinkImage) => ({
	...(filename !== undefined && { file_name: filename }),
	...(size !== undefined && { size: Number(size) }),
	...(dimensions && { width: Number(dimensions.width ?? 0), height: Number(dimensions.height ?? 0) }),
});

/** Describes the message that a reply quotes. */
export const quoted = (preview: ReplyPreview) => ({
	id: preview.replying_to_message_sequence_id,
	message_id: preview.replying_to_message_id,
	sender_id: preview.sender_id,
	text: preview.message_text ?? '',
});

/** https://docs.x.com/xchat/troubleshooting */
const FAILURES: Readonly<Record<number, string>> = {
	1: 'The event says nothing',
	2: 'An internal error of X',
	3: 'The message is too large',
	4: 'Too many messages',
	5: 'The signature of the sender is not valid',
	6: 'Written with an older key of the conversation than the newest',
	7: 'The recipient has not accepted the conversation',
	8: 'The key of the recipient has changed',
	9: 'Only encrypted messages are allowed',
	10: 'Only an admin may do this',
	11: 'Taken for spam',
	12: 'The limit of messages is reached; a higher one is for sale',
	13: 'The signature does not fit the public key',
	14: 'An error without a name',
	15: 'The sender is not a member of the group',
	16: 'The version of the signature is not valid',
	17: 'The request for the PIN is not valid',
	18: 'Too many pinned messages',
};

/**
 * The members of changes that are not covered by the signature. That of new members covers three lists as one, so where
 * one ends and the next begins is X's word.
 */
const UNSIGNED_OF_CHANGE: Readonly<Record<string, readonly string[]>> = {
	group_create: ['admin_ids', 'ttl_msec'],
	group_member_add: ['member_ids', 'current_member_ids', 'current_admin_ids', 'current_pending_member_ids'],
};

/** Summarizes what an event is about. An encrypted message is only reported as a message. */
export function summarizeDetail(detail: EventDetail): MessageSummary {
	const { key_change: keys, failure, message_delete: deleted, group_change: group } = detail;
	if (detail.message_create)
		return { kind: 'encrypted', key_version: detail.message_create.conversation_key_version };
	if (keys)
		return {
			kind: 'keyChange',
			key_version: keys.conversation_key_version,
			unsigned: { member_ids: (keys.conversation_participant_keys ?? []).map(({ user_id: id }) => id) },
		};
	if (deleted)
		return {
			kind: 'deletion',
			target_ids: deleted.sequence_ids ?? [],
			is_for_all: deleted.delete_message_action === 2,
		};
	if (group) return { kind: 'groupChange', ...changeOf(group.group_change) };
	if (failure)
		return { kind: 'failure', failure: FAILURES[failure.failure_type ?? 0] ?? 'A failure without a name' };
	return saySmall(detail);
}

function saySmall(detail: EventDetail): MessageSummary {
	if (detail.typing) return { kind: 'typing' };
	if (detail.conversation_delete) return { kind: 'conversationDeleted' };
	if (detail.metadata_change)
		return { kind: 'settingsChange', ...changeOf(detail.metadata_change.conversation_metadata_change) };
	if (detail.read) return { kind: 'read', seen_until_id: detail.read.seen_until_sequence_id };
	if (detail.unread) return { kind: 'unread', seen_until_id: detail.unread.seen_until_sequence_id };
	if (detail.member_account_delete)
		return { kind: 'accountDeleted', member_id: detail.member_account_delete.member_id };
	return { kind: 'unknown' };
}

/** Finds the member of a union that is set, with its name. */
function changeOf(union: object | undefined): Record<string, unknown> {
	const [change] = Object.entries(union ?? {}) as [string, Record<string, unknown>][];
	if (!change) return {};
	const [name, all] = change;
	const unsigned = pick(all, UNSIGNED_OF_CHANGE[name] ?? []);
	return {
		change: name,
		details: omit(all, Object.keys(unsigned)),
		...(!isEmpty(unsigned) && { unsigned }),
	};
}
