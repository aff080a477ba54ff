/** Publishes one Post of a thread or of the queue. https://docs.x.com/x-api/posts/create-post */
import { z } from 'zod';
import { unsaidError } from '../../shared/engine/contract';
import type { ApiRequest } from '../../shared/http/connection';
import type { Call } from '../../shared/operation/operation';

const answerSchema = z.object({ data: z.object({ id: z.string(), text: z.string().optional() }) });

interface PostPart {
	readonly text: string;
	readonly mediaIds?: readonly string[] | undefined;
	readonly poll?: { readonly options: readonly string[]; readonly duration_minutes: number } | undefined;
	readonly previous: string | undefined;
	/** The people who may reply. X takes it for the first Post of a thread only. */
	readonly replySettings: string | undefined;
	readonly items?: readonly number[];
}

/**
 * Publishes a Post, and returns its ID and its text as X shows it.
 *
 * @throws The error that X did not say whether it was done, if the answer names no Post.
 */
export async function publishPost(
	call: Pick<Call, 'context' | 'itemIndex' | 'send'>,
	{ text, mediaIds = [], poll, previous, replySettings, items }: PostPart,
): Promise<{ id: string; text: string }> {
	const request: ApiRequest = {
		method: 'POST',
		path: '/2/tweets',
		continuesThread: previous !== undefined,
		...(items && { items }),
		body: {
			...(text !== '' && { text }),
			...(mediaIds.length > 0 && { media: { media_ids: mediaIds } }),
			...(poll && { poll }),
			...(previous !== undefined && { reply: { in_reply_to_tweet_id: previous } }),
			...(previous === undefined && replySettings !== undefined && { reply_settings: replySettings }),
		},
	};
	const answer = answerSchema.safeParse(await call.send(request));
	if (!answer.success) throw unsaidError(call, request);
	const { id, text: shown = text } = answer.data.data;
	return { id, text: shown };
}
