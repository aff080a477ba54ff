/** Gives n8n's AI Agent and memory nodes what they read of an item without mapping: the text and its conversation. */
import type { IDataObject } from 'n8n-workflow';
import { id } from '../model/delivered';
import { entityNamed } from '../model/entities';
import { readTexts, unescape, type Entity } from '../model/escapedText';
import { firstText, object, objects, text } from '../util/lenient';
import type { XEvent } from './event';
import { descending } from '../model/ids';

/** The members have the names that n8n's nodes look for. What X did not send is null. */
export interface AgentInput {
	/** The text as people wrote it. Null where there is none, or where it could not be decrypted. */
	readonly chatInput: string | null;
	/** The conversation: of messages, or the Post that a thread began with. */
	readonly sessionId: string | null;
}

const said = (chatInput: string | undefined, sessionId: string | undefined): AgentInput => ({
	chatInput: chatInput ?? null,
	sessionId: sessionId ?? null,
});

const POST = entityNamed('post');

/** Reads what a Post says, in either of X's forms. Without a conversation, the session is that of the answered Post. */
export function saidInPost(post: Entity): AgentInput {
	const whole = readTexts(POST, post);
	const older = firstText(object(post.extended_tweet).full_text, post.full_text);
	const answered = firstText(post.in_reply_to_status_id_str, repliedTo(post));
	return said(
		older === undefined ? text(whole.text) : unescape(older),
		firstText(post.conversation_id, answered, id(post)),
	);
}

export const repliedTo = ({ referenced_tweets: tweets, referenced_posts: posts = tweets }: Entity) =>
	objects(posts).find(({ type }) => type === 'replied_to')?.id;

/** Reads what a message says: a Direct Message, or one of an encrypted conversation after it was decrypted. */
export const saidInMessage = (message: Entity): AgentInput =>
	said(text(message.text), firstText(message.dm_conversation_id, message.conversation_id));

const SAYING =
	/^(stream\.post|post\.(create|mention\.create|reply\.create|quote\.create)|(dm|chat)\.(received|sent))$/;

/** Reads what an event says. Returns undefined if no one says anything in it. */
export function agentInputOf({ eventType, payload, chat }: XEvent): AgentInput | undefined {
	if (!SAYING.test(eventType)) return undefined;
	if (eventType.startsWith('dm.')) return saidInDirectMessage(payload);
	if (!eventType.startsWith('chat.')) return saidInPost(payload);
	const { chatInput, sessionId } = saidInMessage(chat ?? {});
	return { chatInput, sessionId: sessionId ?? text(payload.conversation_id) ?? null };
}

/**
 * X delivers Direct Messages in an older form without their conversation. The ID of a conversation of two is made of
 * theirs: https://docs.x.com/x-api/direct-messages/lookup/integrate (read on 23 November 2026)
 */
function saidInDirectMessage(payload: IDataObject): AgentInput {
	const [wrapped = payload] = objects(payload.direct_message_events);
	const { message_data: data, sender_id: sender, target } = object(wrapped.message_create);
	const pair = [text(sender), text(object(target).recipient_id)].filter((each) => each !== undefined);
	const isPair = pair.length === 2 && pair.every((each) => /^\d+$/.test(each));
	const { chatInput, sessionId } = saidInMessage(wrapped);
	const written = text(object(data).text);
	return {
		chatInput: written === undefined ? chatInput : unescape(written),
		sessionId: sessionId ?? (isPair ? pair.sort(descending).reverse().join('-') : null),
	};
}
