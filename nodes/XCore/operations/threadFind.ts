/** Finds out whether X published a Post although no answer came. https://docs.x.com/x-api/users/get-posts */
import { z } from 'zod';
import { unescape } from '../../shared/model/escapedText';
import { normalizeTweetKeys } from '../../shared/model/tweetNaming';
import type { Call } from '../../shared/operation/operation';
import { wait } from '../../shared/util/wait';
import type { ThreadPlace } from './threadPlace';

const postSchema = z.object({
	id: z.string(),
	text: z.string().default(''),
	created_at: z.string().optional(),
	referenced_tweets: z.array(z.object({ type: z.string(), id: z.string() })).optional(),
});
const pageSchema = z.object({ data: z.array(postSchema).default([]) });

const FIELDS = ['created_at', 'referenced_tweets'];
const QUERY = [
	['max_results', '100'],
	['tweet.fields', FIELDS.join()],
] as const;

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
	for (const pause of PAUSES) {
		await wait(pause, call.context.getExecutionCancelSignal());
		const { body } = await call.api.send({
			method: 'GET',
			template: '/2/users/{id}/tweets',
			path: `/2/users/${me}/tweets`,
			query: [...QUERY, ...(lastId === undefined ? [] : [['since_id', lastId] as const])],
			ownChoices: { 'tweet.fields': FIELDS.map((value) => ({ value })) },
		});
		const posts = pageSchema.parse(normalizeTweetKeys(body)).data;
		const found = posts.find((post) => {
			const answers = post.referenced_tweets?.find(({ type }) => type === 'replied_to')?.id;
			const isRecent = lastId !== undefined || !(Date.parse(post.created_at ?? '') < from);
			return isRecent && answers === lastId && bare(unescape(post.text)) === bare(text);
		});
		if (found) return found.id;
	}
	return undefined;
}

/** X replaces addresses, and adds some for media. */
const bare = (text: string) =>
	text
		.normalize('NFC')
		.split(/\s+/)
		.map((word) => (/^https?:\/\/\S|\S\.\p{L}{2}/u.test(word) ? '' : word.replace(/https?:\/\/\S+/, '')))
		.join('');
