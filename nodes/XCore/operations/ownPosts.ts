/** This file reads the Posts of the authenticated user, as many as X lists. https://docs.x.com/x-api/users/get-posts */
import { pages } from '../../shared/engine/paging';
import { ownList, ownPostsIn, type OwnPost } from '../../shared/intent/ownPosts';
import { token, type Call } from '../../shared/operation/operation';

export interface Timeline {
	readonly posts: readonly OwnPost[];
	/** Nothing that was published after this moment is missing. */
	readonly from: number;
}

/** X lists no more than the latest 3,200 Posts of a user. Docs: "the 3200 most recent Posts", read on 2026-11-22. */
const LISTED = 3200;
/** Some of these are counted and not listed, such as deleted ones. */
const NEARLY_ALL = LISTED - 200;

/** Reads the user's own Posts since a moment, in milliseconds. */
export async function readOwnPosts({ api, lookup }: Pick<Call, 'api' | 'lookup'>, since: number) {
	const me = await lookup.ownUserId();
	const posts: OwnPost[] = [];
	for await (const { body } of pages(api, ownList(me, since), token(100, 5), Infinity, () => 1))
		posts.push(...ownPostsIn(body, me).filter(({ at }) => !Number.isNaN(at)));
	posts.sort((one, other) => one.at - other.at);
	const [oldest] = posts;
	const isCut = posts.length >= NEARLY_ALL && oldest !== undefined;
	return { posts, from: isCut ? oldest.at : since };
}
