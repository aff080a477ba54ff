/** What line items point at and other parts of the platform make: media, Posts, audiences, tags. Known ones are listed here. */

/** Media of the account library, by the kind of creative that it makes. */
export const accountMedia: Readonly<Record<string, string>> = {
	'10miy': 'INTERSTITIAL_LANDSCAPE_TABLET',
	'10mix': 'PREROLL',
	'10miz': 'BANNER',
};

/** Posts that exist, on top of the numbered ones. */
const namedPosts = ['822333526255120384', '880290790664060928', '844796297743757315'];

/** The n-th of a thousand Posts of the account. */
export const postId = (index: number): string =>
	String(1_800_000_000_000_000_001n + BigInt(index) * 1_048_577n);

const posts = new Set([...namedPosts, ...Array.from({ length: 1_000 }, (_, index) => postId(index))]);

export const isPost = (id: string): boolean => posts.has(id);

/** Scheduled Posts: when they go out, and as which Post. */
export const scheduledPosts: Readonly<Record<string, { at: string; postId: string }>> = {
	'870358555227860992': { at: '2099-01-01T00:00:00Z', postId: '870358555227870001' },
	'870358555227860993': { at: '2099-06-01T00:00:00Z', postId: '870358555227870002' },
	'870366669373194240': { at: '2017-06-01T20:00:00Z', postId: '870369382207070208' },
};

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
