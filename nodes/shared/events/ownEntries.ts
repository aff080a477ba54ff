/** Finds what the account of a credential wrote. It starts nothing unless asked for, so that no workflow answers itself. */
import { id } from '../model/delivered';
import type { Entity } from '../model/escapedText';
import { firstText, object, objects } from '../util/lenient';
import type { XEvent } from './event';

/** Returns the ID of the writer of a Post or a message, or undefined if the entity does not say. */
export const writerOf = ({ author_id, sender_id }: Entity): string | undefined =>
	firstText(author_id, sender_id);

/** Returns whether the account wrote a Post or a message. */
export const isOwnEntry = (entity: Entity, me: string | undefined): boolean =>
	me !== undefined && writerOf(entity) === me;

/** Types of events that are about what the account does. A user who chooses one wants its own Posts. */
const MEANT: ReadonlySet<string> = new Set([
	'broadcast.chat.remove',
	'chat.sent',
	'dm.indicate_typing',
	'dm.read',
	'dm.sent',
	'post.create',
	'post.delete',
]);

/** Types of events that are about something that someone wrote. */
const WRITTEN = /^(post|stream|dm|chat|broadcast\.chat)\b/;

/**
 * Returns whether an event only repeats to the account what it has written. Events like Post: Created are about the
 * account and do not count, except in the Account Activity source, which delivers everything.
 */
export function isOwnEvent(event: XEvent, me: string | undefined): boolean {
	const { eventType, source, payload } = event;
	if (me === undefined || !WRITTEN.test(eventType)) return false;
	if (MEANT.has(eventType) && source !== 'accountActivity') return false;
	const [message = {}] = objects(payload.direct_message_events);
	const writer = firstText(
		payload.author_id,
		payload.sender_id,
		object(payload.message_create).sender_id,
		object(message.message_create).sender_id,
		message.sender_id,
		id(payload.user),
		id(payload.author),
	);
	return writer === me;
}

/**
 * The most characters of a query: of searches and rules, of pay-per-use and Enterprise plans.
 * https://docs.x.com/x-api/posts/search/integrate/build-a-query and
 * https://docs.x.com/x-api/posts/filtered-stream/integrate/build-a-rule (read on 22 November 2026)
 */
const QUERY_LIMITS = [512, 1024, 2048, 4096];

/**
 * Excludes the Posts of an account from a query, so that they are not even read. A query that would become too long for
 * the plan stays as it was: then own Posts are left out after they have been read.
 */
export function withoutPostsOf(me: string | undefined, query: string): string {
	if (me === undefined) return query;
	const isEither = /(^|[\s)])OR([\s(]|$)/.test(query.replace(/"[^"]*"/g, '""'));
	// Without the brackets it would belong to the last alternative alone.
	const without = `${isEither ? `(${query})` : query} -from:${me}`;
	const limit = QUERY_LIMITS.find((each) => query.length <= each) ?? 0;
	return without.length <= limit ? without : query;
}
