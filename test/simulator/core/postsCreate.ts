/** Publishing and editing a Post: the whole body with the rules that go across its fields. */
import { forbidden } from '../frame';
import { objectOf, refuse, textOf, textsOf, type Answers, type Call, type Json } from './call';
import { mediaForPost } from './media';
import type { Post } from './model';
import { makePost, weightedLength } from './postsMake';
import { newestFirst, type CoreState } from './state';

/** Only one of these may make up the lower part of a Post. */
const EXCLUSIVE = ['media', 'quote_tweet_id', 'poll', 'card_uri', 'direct_message_deep_link'] as const;
const MAX_EDITS = 5;
/** By weighted length. */
const MAX_LENGTH = 25_000;

export const publishing: Answers = {
	'POST /2/tweets': (call) => {
		const { state, body } = call;
		checkBody(state, body);
		const post = build(call);
		state.posts.set(post.id, post);
		const author = state.users.get(post.author_id);
		if (author) {
			author.public_metrics.tweet_count += 1;
			author.most_recent_tweet_id = post.id;
		}
		const { id, text, edit_history_tweet_ids } = post;
		return { data: { id, text, edit_history_tweet_ids } };
	},
};

function checkBody(state: CoreState, body: Json): void {
	const text = textOf(body.text);
	const media = textsOf(objectOf(body.media)?.media_ids);
	if (text.trim() === '' && media.length === 0)
		refuse('$.text: is missing or empty and there is no media', { text: [text] });
	const used = EXCLUSIVE.filter((name) => body[name] !== undefined);
	if (used.length > 1)
		refuse(
			`$: ${used.join(', ')} may not be used together`,
			Object.fromEntries(used.map((name) => [name, []])),
		);
	if (body.share_with_followers === true && body.community_id === undefined) {
		refuse('$.share_with_followers: requires community_id', { share_with_followers: ['true'] });
	}
	if (weightedLength(text) > MAX_LENGTH)
		throw forbidden('Your Tweet text is too long. Please shorten it and try again.');
	const tagged = textsOf(objectOf(body.media)?.tagged_user_ids).filter((id) => !state.users.has(id));
	if (tagged.length > 0) refuse('$.media.tagged_user_ids: no such user', { 'media.tagged_user_ids': tagged });
	const place = textOf(objectOf(body.geo)?.place_id);
	if (place && !state.places.has(place)) refuse('$.geo.place_id: no such place', { 'geo.place_id': [place] });
}

function build({ state, platform, body, me: authorId }: Call): Post {
	const text = textOf(body.text);
	if (
		state.settings.refuseDuplicates &&
		newestFirst(state.posts).some((post) => post.author_id === authorId && post.text === text)
	) {
		throw forbidden('You are not allowed to create a Tweet with duplicate content.');
	}
	const post = makePost(state, { id: platform.newId(), authorId, text, at: platform.clock.now() });
	addReferences(state, post, body);
	const mediaKeys = mediaForPost(state, authorId, textsOf(objectOf(body.media)?.media_ids), platform);
	if (mediaKeys.length > 0) post.attachments = { media_keys: mediaKeys };
	const poll = objectOf(body.poll);
	if (poll) post.attachments = { poll_ids: [addPoll(state, platform.newId(), platform.clock.now(), poll)] };
	const place = textOf(objectOf(body.geo)?.place_id);
	if (place) post.geo = { place_id: place };
	if (typeof body.reply_settings === 'string') post.reply_settings = body.reply_settings;
	if (typeof body.community_id === 'string') post.community_id = body.community_id;
	if (typeof body.card_uri === 'string') post.card_uri = body.card_uri;
	if (body.paid_partnership === true) post.paid_partnership = true;
	if (weightedLength(text) > 280) post.note_tweet = { text };
	const previous = textOf(objectOf(body.edit_options)?.previous_post_id);
	if (previous) edit(state, platform.clock.now(), post, previous);
	return post;
}

function addReferences(state: CoreState, post: Post, body: Json): void {
	const repliedTo = textOf(objectOf(body.reply)?.in_reply_to_tweet_id);
	if (repliedTo) {
		const target = state.posts.get(repliedTo);
		if (!target) throw forbidden('You attempted to reply to a Tweet that is deleted or not visible to you.');
		post.referenced_tweets = [{ type: 'replied_to', id: target.id }];
		post.in_reply_to_user_id = target.author_id;
		post.conversation_id = target.conversation_id;
		target.public_metrics.reply_count += 1;
	}
	const quoted = textOf(body.quote_tweet_id);
	if (quoted) {
		const target = state.posts.get(quoted);
		if (!target)
			refuse('$.quote_tweet_id: the Tweet to quote is deleted or not visible to you', {
				quote_tweet_id: [quoted],
			});
		post.referenced_tweets = [...(post.referenced_tweets ?? []), { type: 'quoted', id: target.id }];
		target.public_metrics.quote_count += 1;
	}
}

function addPoll(state: CoreState, id: string, now: number, poll: Json): string {
	const minutes = Number(poll.duration_minutes);
	state.polls.set(id, {
		id,
		options: textsOf(poll.options).map((label, index) => ({ position: index + 1, label, votes: 0 })),
		duration_minutes: minutes,
		end_datetime: new Date(now + minutes * 60_000).toISOString(),
		voting_status: 'open',
	});
	return id;
}

/** A new version of an own Post of the last hour that is no poll, reply or community Post. */
function edit(state: CoreState, now: number, post: Post, previousId: string): void {
	const previous = state.posts.get(previousId);
	if (!previous)
		refuse('$.edit_options.previous_post_id: no such Tweet', {
			'edit_options.previous_post_id': [previousId],
		});
	if (previous.author_id !== post.author_id) throw forbidden('You are not authorized to edit this Tweet.');
	if (Date.parse(previous.edit_controls.editable_until) < now)
		throw forbidden('The Tweet is no longer editable.');
	if (previous.edit_controls.edits_remaining < 1) throw forbidden('The Tweet has no edits left.');
	const fixed = previous.attachments?.poll_ids ?? previous.community_id ?? previous.in_reply_to_user_id;
	if (fixed !== undefined) throw forbidden('This kind of Tweet cannot be edited.');
	const history = [...previous.edit_history_tweet_ids, post.id];
	post.edit_history_tweet_ids = history;
	post.edit_controls = {
		...previous.edit_controls,
		edits_remaining: MAX_EDITS - (history.length - 1),
		is_edit_eligible: history.length - 1 < MAX_EDITS,
	};
	for (const id of history) {
		const version = state.posts.get(id);
		if (version) version.edit_history_tweet_ids = history;
	}
}
