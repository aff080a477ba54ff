/** What line items point at and other parts of the platform make: Posts, audiences, tags. Known ones are listed here. */

/** Posts that exist, on top of the numbered ones. */
const namedPosts = ['822333526255120384', '880290790664060928', '844796297743757315'];

/** The n-th of a thousand Posts of the account. */
export const postId = (index: number): string =>
	String(1_800_000_000_000_000_001n + BigInt(index) * 1_048_577n);

const posts = new Set([...namedPosts, ...Array.from({ length: 1_000 }, (_, index) => postId(index))]);

export const isPost = (id: string): boolean => posts.has(id);

const webEventTags: Readonly<Record<string, readonly string[]>> = {
	'18ce54d4x5t': ['o3bk1', 'o3bk2'],
	gq180y: ['o3bk9'],
};

export const findWebEventTag = (accountId: string, id: string): boolean =>
	webEventTags[accountId]?.includes(id) ?? false;

/** Custom audiences, and whether they are large enough to be targeted. */
export const audiences: Readonly<Record<string, { name: string; targetable: boolean }>> = {
	'249yj': { name: 'Newsletter readers', targetable: true },
	'249ym': { name: 'Buyers of last year', targetable: true },
	'249yk': { name: 'Too few people', targetable: false },
};
