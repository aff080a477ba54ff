/** This file reads the Posts of the authenticated user from a page of them. https://docs.x.com/x-api/users/get-posts */
import { z } from 'zod';
import type { ApiRequest } from '../http/api';
import { unescape } from '../model/escapedText';
import { normalizeTweetKeys } from '../model/tweetNaming';
import { lenient } from '../util/lenient';

export interface OwnPost {
	readonly id: string;
	/** The text in the form that `comparable` gives. */
	readonly text: string;
	/** The time at which it was published, in milliseconds; NaN if X does not say. */
	readonly at: number;
	/** The Post that it replies to. */
	readonly answers: string | undefined;
	/** Whether it is a repost or a reply to someone else. */
	readonly isAside: boolean;
}

const FIELDS = ['created_at', 'entities', 'in_reply_to_user_id', 'note_tweet', 'referenced_tweets'];

const address = z.object({ url: lenient.text, expanded_url: lenient.text, media_key: lenient.text });
const entities = lenient.shaped({ urls: lenient.listOf(address) });
const withText = z.object({ text: lenient.textOrEmpty, full_text: lenient.text, entities });
const postSchema = withText.extend({
	id: lenient.text,
	created_at: lenient.text,
	in_reply_to_user_id: lenient.text,
	note_tweet: lenient.shaped({ text: lenient.textOrEmpty, entities }),
	referenced_tweets: lenient.listOf(z.object({ type: lenient.text, id: lenient.text })),
});
const pageSchema = z.object({ data: lenient.listOf(postSchema) });

/** A moment as X takes it, in whole seconds. */
export const inSeconds = (milliseconds: number): string =>
	new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * The request for the Posts of a user.
 *
 * @param since The oldest moment of interest, in milliseconds.
 * @param fields The fields of each Post; by default what `ownPostsIn` reads.
 * @param more Further parameters.
 */
export const ownList = (
	me: string,
	since: number,
	fields: readonly string[] = FIELDS,
	more: Readonly<Record<string, string>> = {},
): ApiRequest => ({
	method: 'GET',
	template: '/2/users/{id}/tweets',
	path: `/2/users/${me}/tweets`,
	query: [['start_time', inSeconds(since)], ['tweet.fields', fields.join()], ...Object.entries(more)],
	ownChoices: { 'tweet.fields': fields.map((value) => ({ value })) },
});

/** Reads the Posts in an answer to that request. */
export const ownPostsIn = (body: unknown, me: string): OwnPost[] =>
	pageSchema.parse(normalizeTweetKeys(body)).data.flatMap((post) => readPost(post, me) ?? []);

function readPost(post: z.infer<typeof postSchema>, me: string): OwnPost | undefined {
	const { id, created_at, note_tweet: note, in_reply_to_user_id: to, referenced_tweets: references } = post;
	if (id === undefined) return undefined;
	const isLong = note !== undefined && note.text !== '';
	return {
		id,
		text: writtenText(isLong ? note : post),
		at: Date.parse(created_at ?? ''),
		answers: references.find(({ type }) => type === 'replied_to')?.id,
		isAside: references.some(({ type }) => type === 'retweeted') || (to !== undefined && to !== me),
	};
}

/** Returns the text of a Post or message as its author wrote it, in the form that `comparable` gives. */
export function writtenText(entity: unknown): string {
	const { text, full_text: whole, entities: found } = withText.parse(entity);
	let written = whole ?? text;
	// X shortens the addresses that the user wrote, and adds one for media.
	for (const { url, expanded_url: full = '', media_key } of found?.urls ?? []) {
		if (url === undefined) continue;
		const isMedia =
			media_key !== undefined || /\/(status\/\d+\/(photo|video)|messages\/media)\/\d+/.test(full);
		written = written.replace(url, () => (isMedia ? '' : full));
	}
	return comparable(unescape(written));
}

/** Removes what X changes in a text: spaces, the scheme that it adds to addresses, and how characters are composed. */
export const comparable = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/\bhttps?:\/\//gi, '')
		.replace(/\s+/g, '');
