/** Finds out whether X published a Post although no answer came. https://docs.x.com/x-api/users/get-posts */
import type { Call } from '../../shared/operation/operation';
import { wait } from '../../shared/util/wait';
import { isTextOf, ownList, ownPostsIn } from './ownPosts';
import type { ThreadPlace } from './threadPlace';

/** The list of Posts may be delayed. */
const PAUSES = [2000, 8000];
/** Clocks differ. */
const MARGIN = 120_000;

/**
 * The ID of a Post that was sent without an answer.
 *
 * @param text The text of the Post.
 * @param place What was published before it, and when it was sent.
 * @returns undefined if X does not have it.
 */
export async function findPublished(
	call: Call,
	text: string,
	place: ThreadPlace,
): Promise<string | undefined> {
	const { lastId, unanswered = '' } = place;
	const me = await call.lookup.ownUserId();
	const from = Date.parse(unanswered) - MARGIN;
	const since = lastId === undefined ? [] : [['since_id', lastId] as const];
	for (const pause of PAUSES) {
		await wait(pause, call.context.getExecutionCancelSignal());
		const { body } = await call.api.send(ownList(me, ['max_results', '100'], ...since));
		const found = ownPostsIn(body, me).find((post) => {
			const isRecent = lastId !== undefined || !(post.at < from);
			return isRecent && post.answers === lastId && isTextOf(text, post);
		});
		if (found) return found.id;
	}
	return undefined;
}
