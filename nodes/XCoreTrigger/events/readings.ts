/** Ways of reading that several events share: the cursor for a list, and what identifies its entries. */
import type { Entity } from '../../shared/model/escapedText';
import { asText } from '../../shared/util/text';
import { byAdded } from '../cursor/byAdded';
import { byId } from '../cursor/byId';
import { byItsId } from './event';

/** How many entries a poll reads of a list without bounds if nothing is new. Each of them costs money. */
export const PEEK = 20;

/** All versions of an edited Post count as one, identified by the ID of the first. */
const byFirstVersion = (entity: Entity) => {
	const id = asText(entity.id);
	const history: unknown = entity.edit_history_tweet_ids ?? entity.edit_history_post_ids;
	const first: unknown = Array.isArray(history) ? history[0] : undefined;
	return { id, key: typeof first === 'string' && first !== '' ? first : id };
};

const posts = { noun: 'Post', expand: 'author_id', identify: byFirstVersion };

/** Posts of a list that X can limit by ID, so that only new ones are read. */
export const postsWithin = {
	...posts,
	cursor: byId({ hasBounds: true, seedSize: 20, peekSize: 100, pageSize: 100 }),
	bounds: { since: 'since_id', until: 'until_id' },
	reread: 0,
};

/** Posts of a list without bounds, which is read from the top each time. */
export const postsFromTop = {
	...posts,
	cursor: byId({ hasBounds: false, seedSize: PEEK, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
};

const added = {
	cursor: byAdded({ seedSize: 100, peekSize: PEEK, pageSize: 100 }),
	reread: PEEK,
	identify: byItsId,
};

/** Posts with the latest addition to the list first, however old they are. */
export const addedPosts = { ...posts, ...added };

/** People with the latest addition to the list first. */
export const addedPeople = { ...added, noun: 'user' };
