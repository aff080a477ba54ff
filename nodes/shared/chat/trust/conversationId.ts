/** IDs of conversations: the IDs of two users, or the ID of a group, which starts with g. */

/**
 * The ID as events and signatures have it: both users' IDs with a colon, the smaller one first. A group's ID is
 * unchanged.
 *
 * @param id `123-456`, `456:123`, the other user's ID alone, or a group's ID.
 * @param ownId The authenticated user.
 */
export function signedConversation(id: string, ownId: string): string {
	const [first = '', second = ownId] = id.split(/[:-]/);
	if (!/^\d+$/.test(first)) return id;
	return BigInt(first) <= BigInt(second) ? `${first}:${second}` : `${second}:${first}`;
}

/** The ID as paths have it: with a hyphen. */
export const conversationInPath = (id: string): string => id.replace(':', '-');

/** Whether a version is newer. Versions are times in milliseconds, and may have any number of digits. */
export const isNewer = (version: string, other: string): boolean =>
	/^\d+$/.test(version) && (!/^\d+$/.test(other) || BigInt(version) > BigInt(other));
