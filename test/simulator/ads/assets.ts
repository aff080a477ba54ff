/** Posts that line items can promote. */

/** Posts that exist, on top of the numbered ones. */
const NAMED_POSTS = ['822333526255120384', '880290790664060928', '844796297743757315'];

/** The n-th of a thousand Posts of the account. */
export const postId = (index: number): string =>
	String(1_800_000_000_000_000_001n + BigInt(index) * 1_048_577n);

const posts = new Set([...NAMED_POSTS, ...Array.from({ length: 1_000 }, (_, index) => postId(index))]);

export const isPost = (id: string): boolean => posts.has(id);
