/** Names of conversations: two users' IDs, or a group's ID that begins with g. */

/**
 * The name as events and signatures have it: both users, the smaller ID first, with a colon; a group's ID as it is.
 *
 * @param id `123-456`, `456:123`, the other user's ID alone, or a group's ID.
 * @param ownId The authenticated user.
 */
export function signedConversation(id: string, ownId: string): string {
	const [first = '', second = ownId] = id.split(/[:-]/);
	if (!/^\d+$/.test(first)) return id;
	return BigInt(first) <= BigInt(second) ? `${first}:${second}` : `${second}:${first}`;
}

/** The name as paths have it: with a hyphen. */
export const conversationInPath = (id: string): string => id.replace(':', '-');

/** Whether one is newer: versions are times in milliseconds, of any number of digits. */
export const isNewer = (version: string, other: string): boolean =>
	/^\d+$/.test(version) && (!/^\d+$/.test(other) || BigInt(version) > BigInt(other));
