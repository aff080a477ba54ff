/** This file reads the Posts of the authenticated user. https://docs.x.com/x-api/users/get-posts */
import { z } from 'zod';
import { pages } from '../../shared/engine/paging';
import type { ApiRequest } from '../../shared/http/connection';
import { unescape } from '../../shared/model/escapedText';
import { normalizeTweetKeys } from '../../shared/model/tweetNaming';
import { token, type Call } from '../../shared/operation/operation';
import { lenient } from '../../shared/util/lenient';

/** A Post as the publish queue and threads see it. */
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

/** The Posts of the user that X lists. */
export interface Timeline {
	/** Oldest first. */
	readonly posts: readonly OwnPost[];
	/** Nothing that was published after this moment is missing. */
	readonly from: number;
}

/** X lists no more than the latest 3,200 Posts of a user. Docs: "the 3200 most recent Posts", read on 2026-11-22. */
const LISTED = 3200;
/** Some of these are counted and not listed, such as deleted ones. */
const NEARLY_ALL = LISTED - 200;
/** The list of Posts may be delayed. */
const PAUSES = [2000, 8000];
/** Clocks differ, and X counts whole seconds. */
export const MARGIN = 120_000;

const FIELDS = ['created_at', 'entities', 'in_reply_to_user_id', 'note_tweet', 'referenced_tweets'];

const address = z.object({ url: lenient.text, expanded_url: lenient.text, media_key: lenient.text });
const entities = lenient.shaped({
	urls: lenient.listOf(address),
});
const postSchema = z.object({
	id: lenient.text,
	text: lenient.textOrEmpty,
	created_at: lenient.text,
	in_reply_to_user_id: lenient.text,
	entities,
	note_tweet: lenient.shaped({ text: lenient.textOrEmpty, entities }),
	referenced_tweets: lenient.listOf(z.object({ type: lenient.text, id: lenient.text })),
});
const pageSchema = z.object({ data: lenient.listOf(postSchema) });

/**
 * Reads the user's own Posts.
 *
 * @param since The oldest moment of interest, in milliseconds.
 */
export async function readOwnPosts(
	{ api, lookup }: Pick<Call, 'api' | 'lookup'>,
	since: number,
): Promise<Timeline> {
	const me = await lookup.ownUserId();
	const request = ownList(me, ['start_time', inSeconds(since)]);
	const posts: OwnPost[] = [];
	for await (const { body } of pages(api, request, token(100, 5), Infinity, () => 1))
		posts.push(...ownPostsIn(body, me).filter(({ at }) => !Number.isNaN(at)));
	posts.sort((one, other) => one.at - other.at);
	const [oldest] = posts;
	const isCut = posts.length >= NEARLY_ALL && oldest !== undefined;
	return { posts, from: isCut ? oldest.at : since };
}

/** The account as `findOwnPost` sees it. */
export interface OwnList {
	/** The account's Posts since a moment. */
	read(since: number): Promise<Timeline>;
	wait(milliseconds: number): Promise<void>;
	/** Checks whether a Post is known to be another one. */
	isTaken?(id: string): boolean;
	/** Makes the error where X no longer lists that time. Without it, the Post counts as not published. */
	notListed?(): Error;
}

/**
 * Looks for a Post that was sent without a certain answer, until X lists it.
 *
 * @param text Its text.
 * @param since The time at which it was sent, or the Post before it, in milliseconds.
 * @param answers The Post that it replies to.
 */
export async function findOwnPost(
	list: OwnList,
	text: string,
	since: number,
	answers: string | undefined,
): Promise<OwnPost | undefined> {
	const earliest = since - MARGIN;
	const isIt = (post: OwnPost) =>
		post.text === comparable(text) &&
		post.answers === answers &&
		post.at >= earliest &&
		list.isTaken?.(post.id) !== true;
	for (const pause of PAUSES) {
		await list.wait(pause);
		const { posts, from } = await list.read(earliest);
		const found = posts.find(isIt);
		if (found) return found;
		if (from > earliest && list.notListed) throw list.notListed();
	}
	return undefined;
}

/** A moment as X takes it, in whole seconds. */
const inSeconds = (milliseconds: number): string =>
	new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');

/** The request for the Posts of a user, with what `ownPostsIn` reads. */
const ownList = (me: string, ...query: (readonly [string, string])[]): ApiRequest => ({
	method: 'GET',
	template: '/2/users/{id}/tweets',
	path: `/2/users/${me}/tweets`,
	query: [...query, ['tweet.fields', FIELDS.join()]],
	ownChoices: { 'tweet.fields': FIELDS.map((value) => ({ value })) },
});

/** Reads the Posts in an answer to that request. */
export const ownPostsIn = (body: unknown, me: string): OwnPost[] =>
	pageSchema.parse(normalizeTweetKeys(body)).data.flatMap((post) => readPost(post, me) ?? []);

function readPost(post: z.infer<typeof postSchema>, me: string): OwnPost | undefined {
	const { id, created_at, note_tweet: note, in_reply_to_user_id: to, referenced_tweets: references } = post;
	if (id === undefined) return undefined;
	const isLong = note !== undefined && note.text !== '';
	const text = withAddresses(isLong ? note.text : post.text, (isLong ? note : post).entities?.urls ?? []);
	const answers = references.find(({ type }) => type === 'replied_to')?.id;
	const isRepost = references.some(({ type }) => type === 'retweeted');
	return {
		id,
		text: comparable(unescape(text)),
		at: Date.parse(created_at ?? ''),
		answers,
		isAside: isRepost || (to !== undefined && to !== me),
	};
}

type Address = z.infer<typeof address>;

/** A text with the addresses that the user wrote: X shortens them, and adds one for media. */
function withAddresses(text: string, urls: readonly Address[]): string {
	let written = text;
	for (const { url, expanded_url: full = '', media_key } of urls) {
		if (url === undefined) continue;
		const isMedia = media_key !== undefined || /\/status\/\d+\/(photo|video)\/\d+$/.test(full);
		written = written.replace(url, () => (isMedia ? '' : full));
	}
	return written;
}

/** Removes what X changes in a text: spaces, the scheme that it adds to addresses, and how characters are composed. */
export const comparable = (text: string): string =>
	text
		.normalize('NFC')
		.replace(/\bhttps?:\/\//gi, '')
		.replace(/\s+/g, '');
