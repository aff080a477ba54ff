/** Finds out whether X published a Post of a thread although no answer came. */
import { NodeOperationError } from 'n8n-workflow';
import { timeOf } from '../../shared/events/ids';
import type { Call } from '../../shared/operation/operation';
import { wait } from '../../shared/util/wait';
import { findOwnPost, readOwnPosts } from './ownPosts';
import type { ThreadPlace } from './threadPlace';

/**
 * Finds the ID of a Post that was sent without an answer.
 *
 * @param text The text of the Post.
 * @param place The Posts before it, and the time at which it was sent.
 * @returns undefined if X does not have it.
 */
export async function findPublished(
	call: Call,
	text: string,
	{ lastId, unanswered = '' }: ThreadPlace,
): Promise<string | undefined> {
	const list = {
		read: async (since: number) => await readOwnPosts(call, since),
		wait: async (pause: number) => await wait(pause, call.context.getExecutionCancelSignal()),
		notListed: () => notListed(call, text),
	};
	// The time of a Post is X's own, and the clock of this machine may be wrong.
	const since = lastId === undefined ? Date.parse(unanswered) : timeOf(lastId);
	return (await findOwnPost(list, text, since, lastId))?.id;
}

/** The node cannot know whether the Post was published, so it must not publish it again. */
const notListed = ({ context, itemIndex }: Call, text: string): NodeOperationError =>
	new NodeOperationError(
		context.getNode(),
		'X lists the latest 3,200 Posts of the account only, and the thread is older',
		{
			itemIndex,
			description: `Look on X whether the Post that begins with "${text.slice(0, 50)}" was published. If it was, publish the rest as a thread that replies to it`,
		},
	);
