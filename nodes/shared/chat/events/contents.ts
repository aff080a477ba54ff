/** What the plain text of a message says, as a kind and a text. */
import { ENTRY, type Attachment, type Contents, type ReplyPreview } from '../wire/contentStructures';
import { decode } from '../wire/thrift';

/** The kind and text of a message. */
export interface MessageSummary {
	readonly kind: string;
	readonly [name: string]: unknown;
}

const MEDIA_TYPES = ['image', 'gif', 'video', 'audio', 'file', 'svg'];

/** The number of a kind of media in X Chat. */
export const mediaType = (name: string): number => MEDIA_TYPES.indexOf(name) + 1;

/**
 * Decodes the plain text of a message.
 *
 * @param plain Its bytes.
 * @throws NotThrift if they are not a message.
 */
export const readContents = (plain: Buffer): Contents => decode(ENTRY, plain).contents ?? {};

/** What a message says, as its kind and text. */
export function summarize(contents: Contents): MessageSummary {
	const { message, reaction_add: added, reaction_remove: removed, message_edit: edit } = contents;
	if (message)
		return {
			kind: 'message',
			text: message.message_text ?? '',
			...(message.attachments?.length && { attachments: message.attachments.map(attachment) }),
			...(message.forwarded_message && { forwarded_text: message.forwarded_message.message_text ?? '' }),
			...(message.ctas?.length && { links: message.ctas }),
		};
	if (added) return { kind: 'reactionAdded', ...reaction(added) };
	if (removed) return { kind: 'reactionRemoved', ...reaction(removed) };
	if (edit) return { kind: 'edit', target_id: edit.message_sequence_id, text: edit.updated_text ?? '' };
	return sayOther(contents);
}

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

/** One attachment as a flat object: its kind, and how to get it. */
function attachment({ media, post, url, unified_card: card, money }: Attachment): Record<string, unknown> {
	if (media)
		return {
			kind: MEDIA_TYPES[(media.type ?? 0) - 1] ?? 'file',
			media_hash_key: media.media_hash_key,
			...(media.filename !== undefined && { file_name: media.filename }),
			...(media.filesize_bytes !== undefined && { size: Number(media.filesize_bytes) }),
			...(media.dimensions && {
				width: Number(media.dimensions.width ?? 0),
				height: Number(media.dimensions.height ?? 0),
			}),
			...(media.duration_millis !== undefined && { duration_ms: Number(media.duration_millis) }),
			...(media.attachment_id !== undefined && { attachment_id: media.attachment_id }),
		};
	if (post) return { kind: 'post', post_id: post.rest_id, url: post.post_url };
	if (url) return { kind: 'url', url: url.url, title: url.display_title };
	if (card) return { kind: 'card', url: card.url };
	if (money) return { kind: 'money', text: money.fallback_text };
	return { kind: 'unknown' };
}

/** The message that a reply quotes. */
export const quoted = (preview: ReplyPreview) => ({
	id: preview.replying_to_message_sequence_id,
	message_id: preview.replying_to_message_id,
	sender_id: preview.sender_id,
	text: preview.message_text ?? '',
});
