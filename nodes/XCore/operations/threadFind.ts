/** Finds out whether X published a Post although no answer came. https://docs.x.com/x-api/users/get-posts */
import { NodeOperationError } from 'n8n-workflow';
import { pages } from '../../shared/engine/paging';
import { token, type Call } from '../../shared/operation/operation';
import { wait } from '../../shared/util/wait';
import { inSeconds, isTextOf, NEARLY_ALL, ownList, ownPostsIn, type OwnPost } from './ownPosts';
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
	const isIt = (post: OwnPost) =>
		(lastId !== undefined || !(post.at < from)) && post.answers === lastId && isTextOf(text, post);
	for (const pause of PAUSES) {
		await wait(pause, call.context.getExecutionCancelSignal());
		// Weeks later, the account may have published hundreds of other Posts.
		const request = ownList(
			me,
			lastId === undefined ? ['start_time', inSeconds(from)] : ['since_id', lastId],
		);
		let listed = 0;
		for await (const { body } of pages(call.api, request, token(100, 5), Infinity, () => 1)) {
			const posts = ownPostsIn(body, me);
			const found = posts.find(isIt);
			if (found) return found.id;
			listed += posts.length;
		}
		if (listed >= NEARLY_ALL) throw notListed(call, text);
	}
	return undefined;
}

/** Whether the Post was published is not known, so it must not be published again. */
const notListed = ({ context, itemIndex }: Call, text: string): NodeOperationError =>
	new NodeOperationError(
		context.getNode(),
		'X lists the latest 3,200 Posts of the account only, and the thread is older',
		{
			itemIndex,
			description: `Look on X whether the Post that begins with "${text.slice(0, 50)}" was published. If it was, publish the rest as a thread that replies to it`,
		},
	);
