/** Converts IDs of conversations: the IDs of two users, or the ID of a group, which starts with g. */
import { DAY } from '../../util/time';

/**
 * Writes an ID as events and signatures have it: both users' IDs with a colon, the smaller one first. A group's ID
 * is unchanged.
 *
 * @param id `123-456`, `456:123`, the other user's ID alone, or a group's ID.
 * @param ownId The authenticated user.
 */
export function signedConversation(id: string, ownId: string): string {
	const [first = '', second = ownId] = id.split(/[:-]/);
	if (!/^\d+$/.test(first)) return id;
	return BigInt(first) <= BigInt(second) ? `${first}:${second}` : `${second}:${first}`;
}

/**
 * Returns whether an event's conversation is the one that was asked for: by the result of `signedConversation`, or by
 * the other user's ID alone if the reader is not known.
 */
export const isConversation = (signed: string | undefined, asked: string): boolean =>
	signed === asked || (/^\d+$/.test(asked) && signed?.split(':').includes(asked) === true);

export const isGroup = (id: string): boolean => id.startsWith('g');

/** Returns whether a user can be in a conversation: one of the two that its ID names, or anyone in a group. */
export const mayBeIn = (conversation: string, userId: string): boolean =>
	isGroup(conversation) || conversation.split(':').includes(userId);

/** Writes an ID as paths have it: with a hyphen. */
export const conversationInPath = (id: string): string => id.replace(':', '-');

/** Returns whether a version is newer. Versions are times in milliseconds, and may have any number of digits. */
export const isNewer = (version: string, other: string): boolean =>
	/^\d+$/.test(version) && (!/^\d+$/.test(other) || BigInt(version) > BigInt(other));

/** The reason where a version is far ahead. The one who names it would have the newest key for ever. */
export const TOO_FAR_AHEAD =
	'its version is more than a day ahead of the time, so it is neither read nor written with';

/** Returns whether a version is a time more than a day ahead: clocks of phones may be wrong by minutes. */
export const isAhead = (version: string, now: number): boolean =>
	isNewer(version, String(Math.floor(now + DAY)));

/** Sorts what has a version, the newest first. */
export const newestFirst = <T extends { readonly version: string }>(all: readonly T[]): T[] =>
	[...all].sort((a, b) => (isNewer(a.version, b.version) ? -1 : isNewer(b.version, a.version) ? 1 : 0));
