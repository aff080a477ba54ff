/** This file defines how several events read: the cursor for their list, and the identity of its entries. */
import type { Entity } from '../../shared/model/escapedText';
import { asText } from '../../shared/util/text';
import { isOwnEntry, withoutPostsOf } from '../../shared/events/ownEntries';
import { saidInPost } from '../../shared/events/agentInput';
import type { Values } from '../../shared/operation/operation';
import { ANCHOR, byAdded } from '../cursor/byAdded';
import { byId } from '../cursor/byId';
import { byItsId, type TriggerEvent } from './event';
import { DAY } from '../../shared/util/time';

/** Identifies all versions of an edited Post by the ID of the first, so that they count as one. */
const byFirstVersion = (entity: Entity) => {
	const id = asText(entity.id);
	const history: unknown = entity.edit_history_tweet_ids ?? entity.edit_history_post_ids;
	const versions = Array.isArray(history) ? history.map(asText).filter((each) => /^\d+$/.test(each)) : [];
	const [first] = versions;
	return first === undefined || first === id ? { id, key: first ?? id } : { id, key: first, versions };
};

const posts = {
	noun: 'Post',
	expand: 'author_id' as const,
	identify: byFirstVersion,
	said: saidInPost,
};

/** Leaves out what the account posted itself, unless the form asks for it. */
export const withoutOwn = {
	options: ['includeOwnPosts'],
	isWanted: (entity: Entity, form: Values) => !isOwnEntry(entity, leftOut(form)),
} satisfies Partial<TriggerEvent>;

const leftOut = ({ includeOwnPosts, me }: Values): string | undefined =>
	includeOwnPosts === true || typeof me !== 'string' ? undefined : me;

/** Makes a query leave own Posts out, so that they cost nothing. */
export const ofOthers = (query: string, form: Values): string => withoutPostsOf(leftOut(form), query);

/** Pages of a list with bounds, which returns only what is new. */
const within = { hasBounds: true, seedSize: 1, sizes: [100] };

/** Posts of a list that X can limit by ID, so that only new ones are read. */
export const postsWithin = {
	...posts,
	cursor: byId(within),
	bounds: { since: 'since_id', until: 'until_id' },
	reread: 0,
};

/** Reads a list of the latest Posts alone: https://docs.x.com/x-api/x-api-v2/tweets/timelines (read on 2026-11-23) */
export const latestPosts = (depth: number) => ({ ...postsWithin, cursor: byId({ ...within, depth }) });

/** X searches the last seven days: https://docs.x.com/x-api/posts/search/introduction (read on 22 November 2026). */
export const searched = { ...postsWithin, cursor: byId({ ...within, reach: 7 * DAY }) };

/** Returns the page sizes of a list read from the top: the first page only shows whether something is new. */
export const fromSmallest = (smallest: number): readonly number[] =>
	[1, 1, 2, 4, 8, 16, 32, 64, 100].map((size) => Math.max(size, smallest));

/** Reads Posts of a list without bounds. */
export const postsFromTop = (smallest: number) => ({
	...posts,
	cursor: byId({
		hasBounds: false,
		seedSize: smallest,
		sizes: fromSmallest(smallest),
	}),
	reread: smallest,
});

/** Reads lists with the latest addition first. */
const added = (peekSize: number) => ({
	cursor: byAdded({ seedSize: 100, peekSize, pageSize: 100 }),
	reread: peekSize,
	identify: byItsId,
});

/** Posts with the latest addition to the list first, however old they are. */
export const addedPosts = { ...posts, ...added(ANCHOR) };

/** The same of a list whose pages have 5 entries at least: a second page would cost more than a single new one does. */
export const addedPostsByFive = { ...addedPosts, ...added(ANCHOR + 1), identify: posts.identify };

/** People with the latest addition to the list first. */
export const addedPeople = { ...added(ANCHOR), noun: 'user' };
