/** What both sides read of an event, in one form, so that it can be compared. */
import type { AttachmentInfo, Event } from '@xdevplatform/chat-xdk';
import type { ReadableEvent } from '../../../nodes/shared/chat/events/readEvent';

/** An event in the form in which both are compared: members that a side does not give are undefined. */
export interface Compared {
	readonly kind: string;
	readonly verified: boolean;
	readonly names: readonly unknown[];
	readonly said: readonly unknown[];
}

const KINDS: Readonly<Record<string, string>> = {
	text: 'message',
	reaction: 'reactionAdded',
	reactionRemoved: 'reactionRemoved',
	markRead: 'read',
	markUnread: 'unread',
	edit: 'edit',
	messageDeleted: 'deletion',
	typing: 'typing',
	readReceipt: 'read',
	markedUnread: 'unread',
	memberDeleted: 'accountDeleted',
	conversationDeleted: 'conversationDeleted',
};

const ALIKE = new Set(['keyChange', 'groupChange', 'settingsChange', 'failure', 'unknown']);

/** Refused: not read at all, or not decrypted. */
export const REFUSED = 'refused';

/** The kinds that both name; the SDK gives marks, calls and drafts as one kind. */
const NAMED = new Set([...Object.values(KINDS), ...ALIKE]);

const number = (value: unknown): number | undefined =>
	value === undefined || value === null ? undefined : Number(value);
const orNothing = (value: unknown): unknown => (value === null || value === '' ? undefined : value);

/** What the nodes read. */
export function ofOurs(event: ReadableEvent | undefined): Compared {
	if (!event || event.kind === 'encrypted' || event.problem !== undefined) return refused();
	const kind = NAMED.has(event.kind) ? event.kind : 'unknown';
	const { text, target_id: target, emoji, attachments, entities } = event;
	const unsigned = (event.unsigned ?? {}) as Record<string, unknown>;
	return {
		kind,
		verified: event.verified === true,
		names: [event.id, event.message_id, event.sender_id, event.conversation_id].map(orNothing),
		said: kindOfContents(kind)
			? [text, target, emoji, unsigned.ttl_ms, unsigned.should_notify]
					.map(orNothing)
					.concat([
						(attachments as Record<string, unknown>[] | undefined)?.map(ourAttachment),
						(entities as { kind: string; start: number; end: number }[] | undefined)?.map((each) => [
							each.kind,
							each.start,
							each.end,
						]),
					])
			: [],
	};
}

const kindOfContents = (kind: string): boolean =>
	['message', 'reactionAdded', 'reactionRemoved', 'edit'].includes(kind);

const ourAttachment = (each: Record<string, unknown>): unknown[] => [
	each['kind'] === 'image' || each['media_hash_key'] !== undefined ? 'media' : each['kind'],
	...['media_hash_key', 'file_name', 'size', 'width', 'height', 'duration_ms', 'url', 'title', 'post_id'].map(
		(name) => orNothing(each[name]),
	),
];

/** What the SDK reads. */
export function ofSdk(event: Event | undefined): Compared {
	if (!event) return refused();
	const content: Readonly<Record<string, unknown>> = event.content ?? {};
	const named = event.type === 'message' ? String(content['content_type']) : event.type;
	const kind = KINDS[named] ?? (ALIKE.has(named) ? named : 'unknown');
	const target = content['target_message_id'];
	return {
		kind,
		verified: event.verified === true,
		names: [event.sequenceId, event.id, event.senderId, event.conversationId].map(orNothing),
		said: kindOfContents(kind)
			? [content['text'] ?? content['new_text'], target, content['emoji'], event.ttlMsec, event.shouldNotify]
					.map(orNothing)
					.concat([
						nonEmpty(event.attachments)?.map(theirAttachment),
						nonEmpty(content['entities'] as TheirEntity[] | undefined)?.map((each) => [
							entityKind(each.content),
							each.startIndex ?? 0,
							each.endIndex ?? 0,
						]),
					])
			: [],
	};
}

interface TheirEntity {
	readonly startIndex?: number | null;
	readonly endIndex?: number | null;
	readonly content?: object | null;
}

const entityKind = (content: object | null | undefined): string =>
	(Object.keys(content ?? {})[0] ?? 'unknown').replace('phoneNumber', 'phone_number');

const nonEmpty = <T>(list: readonly T[] | undefined): readonly T[] | undefined =>
	list && list.length > 0 ? list : undefined;

const TYPES: Readonly<Record<string, string>> = { unifiedCard: 'card', unified_card: 'card' };

function theirAttachment(each: AttachmentInfo): unknown[] {
	const type = String(each['attachment_type']);
	const url = type === 'media' ? each.legacyMediaUrlHttps : (each.url ?? each.postUrl);
	return [
		TYPES[type] ?? type,
		...[each.mediaHashKey, each.filename, number(each.filesizeBytes)].map(orNothing),
		...(each.dimensions ? [each.dimensions.width ?? 0, each.dimensions.height ?? 0] : [undefined, undefined]),
		...[number(each.durationMillis), url, each.displayTitle, each.restId].map(orNothing),
	];
}

const refused = (): Compared => ({ kind: REFUSED, verified: false, names: [], said: [] });
