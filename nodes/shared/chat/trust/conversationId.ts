/** IDs of conversations: two users' IDs, or a group's ID, which begins with g. */

/**
 * The ID in events and signatures: both users, the smaller ID first, with a colon; a group's ID unchanged.
 *
 * @param id `123-456`, `456:123`, the other user's ID alone, or a group's ID.
 * @param ownId The authenticated user.
 */
export function signedConversation(id: string, ownId: string): string {
	const [first = '', second = ownId] = id.split(/[:-]/);
	if (!/^\d+$/.test(first)) return id;
	return BigInt(first) <= BigInt(second) ? `${first}:${second}` : `${second}:${first}`;
}

/** The ID in paths: with a hyphen. */
export const conversationInPath = (id: string): string => id.replace(':', '-');

/** Whether a version is newer: versions are times in milliseconds, with any number of digits. */
export const isNewer = (version: string, other: string): boolean =>
	/^\d+$/.test(version) && (!/^\d+$/.test(other) || BigInt(version) > BigInt(other));
