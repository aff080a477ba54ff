/**
 * Turns what is kept into what was asked for: default fields, requested fields, and expansions that fill `includes`.
 * What an expansion points at but is gone or hidden becomes a partial error beside the data.
 */
import type { SimRequest } from '../frame';
import { notFoundProblem, problemObject, type Problem } from '../frame/problems';
import type { UserList } from './lists';
import type { DmEvent, Media, Post, User } from './model';
import { mayRead, type CoreState } from './state';
import { oldExpansion } from './vocabulary';

type Output = Record<string, unknown>;

const privateMetrics = ['non_public_metrics', 'organic_metrics', 'promoted_metrics'];

export interface Rendered {
	includes?: Output;
	errors: Problem[];
}

/** Reads the selection of one request once, then renders any number of objects with it. */
export class Renderer {
	private readonly fields: Record<
		'user' | 'tweet' | 'media' | 'poll' | 'place' | 'dm_event' | 'list',
		Set<string>
	>;
	private readonly expansions: Set<string>;
	private readonly users = new Map<string, User>();
	private readonly tweets = new Map<string, Post>();
	private readonly media = new Map<string, Media>();
	private readonly polls = new Set<string>();
	private readonly places = new Set<string>();
	private readonly problems: Problem[] = [];
	private readonly callerId: string;

	constructor(
		private readonly state: CoreState,
		request: SimRequest,
	) {
		const named = (...names: string[]) =>
			new Set(names.flatMap((name) => request.query.get(name)?.split(',') ?? []).map(oldField));
		this.fields = {
			user: named('user.fields'),
			tweet: named('tweet.fields', 'post.fields'),
			media: named('media.fields'),
			poll: named('poll.fields'),
			place: named('place.fields'),
			dm_event: named('dm_event.fields'),
			list: named('list.fields'),
		};
		this.expansions = new Set(
			(request.query.get('expansions') ?? '').split(',').filter(Boolean).map(oldExpansion),
		);
		this.callerId = request.caller.userId;
	}

	user(user: User): Output {
		if (this.expansions.has('pinned_tweet_id')) this.reachPost(user.pinned_tweet_id, 'pinned_tweet_id');
		if (this.expansions.has('most_recent_tweet_id'))
			this.reachPost(user.most_recent_tweet_id, 'most_recent_tweet_id');
		if (this.expansions.has('affiliation.user_id')) {
			for (const id of user.affiliation?.user_id ?? []) this.reachUser(id, 'affiliation.user_id');
		}
		return this.pickUser(
			user,
			['pinned_tweet_id', 'most_recent_tweet_id'].filter((name) => this.expansions.has(name)),
		);
	}

	post(post: Post): Output {
		const extra: string[] = [];
		const wants = (name: string, field = name) => {
			if (!this.expansions.has(name)) return false;
			extra.push(field);
			return true;
		};
		if (wants('author_id')) this.reachUser(post.author_id, 'author_id');
		if (wants('in_reply_to_user_id') && post.in_reply_to_user_id)
			this.reachUser(post.in_reply_to_user_id, 'in_reply_to_user_id');
		if (wants('entities.mentions.username', 'entities')) {
			for (const mention of post.entities.mentions ?? [])
				this.reachUser(mention.id, 'entities.mentions.username');
		}
		if (wants('referenced_tweets.id', 'referenced_tweets')) {
			for (const reference of post.referenced_tweets ?? [])
				this.reachPost(reference.id, 'referenced_tweets.id');
		}
		if (wants('referenced_tweets.id.author_id', 'referenced_tweets')) {
			for (const { id } of post.referenced_tweets ?? []) {
				this.reachPost(id, 'referenced_tweets.id');
				const author = this.state.posts.get(id)?.author_id;
				if (author) this.reachUser(author, 'referenced_tweets.id.author_id');
			}
		}
		if (wants('edit_history_tweet_ids')) {
			for (const id of post.edit_history_tweet_ids) this.reachPost(id, 'edit_history_tweet_ids');
		}
		if (wants('attachments.media_keys', 'attachments')) this.reachMedia(post.attachments?.media_keys);
		if (wants('attachments.poll_ids', 'attachments'))
			for (const id of post.attachments?.poll_ids ?? []) this.polls.add(id);
		if (wants('geo.place_id', 'geo') && post.geo) this.places.add(post.geo.place_id);
		return this.pickPost(post, extra);
	}

	dmEvent(event: DmEvent): Output {
		const extra: string[] = [];
		if (this.expansions.has('sender_id')) {
			extra.push('sender_id');
			this.reachUser(event.sender_id, 'sender_id');
		}
		if (this.expansions.has('participant_ids'))
			for (const id of event.participant_ids ?? []) this.reachUser(id, 'participant_ids');
		if (this.expansions.has('attachments.media_keys')) {
			extra.push('attachments');
			this.reachMedia(event.attachments?.media_keys);
		}
		if (this.expansions.has('referenced_tweets.id')) {
			extra.push('referenced_tweets');
			for (const { id } of event.referenced_tweets ?? []) this.reachPost(id, 'referenced_tweets.id');
		}
		return pick(event, ['id', 'event_type', 'text', 'participant_ids', ...extra, ...this.fields.dm_event]);
	}

	list(list: UserList): Output {
		const extra = this.expansions.has('owner_id') ? ['owner_id'] : [];
		if (extra.length > 0) this.reachUser(list.owner_id, 'owner_id');
		const { members, followers, ...rest } = list;
		const counted = { ...rest, member_count: members.length, follower_count: followers.length };
		return pick(counted, ['id', 'name', ...extra, ...this.fields.list]);
	}

	mediaItem(media: Media): Output {
		return pick(media, ['media_key', 'type', ...this.fields.media]);
	}

	/** Puts a user beside the data. */
	include(user: User): void {
		this.users.set(user.id, user);
	}

	/** `includes` and `errors` of all that was rendered so far. */
	finish(): Rendered {
		const tweets = [...this.tweets.values()].map((post) => this.pickPost(post, []));
		const includes: Output = {
			...(this.users.size > 0 && { users: [...this.users.values()].map((user) => this.pickUser(user, [])) }),
			...(tweets.length > 0 && { tweets }),
			...(this.media.size > 0 && { media: [...this.media.values()].map((media) => this.mediaItem(media)) }),
			...(this.polls.size > 0 && { polls: this.pollItems() }),
			...(this.places.size > 0 && { places: this.placeItems() }),
		};
		return { ...(Object.keys(includes).length > 0 && { includes }), errors: this.problems };
	}

	/** Note a problem that goes beside the data. */
	complain(problem: Problem): void {
		const key = JSON.stringify(problem);
		if (!this.problems.some((known) => JSON.stringify(known) === key)) this.problems.push(problem);
	}

	private pickUser(user: User, extra: readonly string[]): Output {
		const wanted = ['id', 'name', 'username', ...extra, ...this.fields.user];
		const output = pick(user, wanted);
		if (wanted.includes('confirmed_email') && user.id === this.callerId)
			output['confirmed_email'] = `${user.username}@mail.example`;
		if (wanted.includes('connection_status') && this.callerId) {
			const mine = this.state.following.get(this.callerId) ?? [];
			const theirs = this.state.following.get(user.id) ?? [];
			output['connection_status'] = [
				...(mine.includes(user.id) ? ['following'] : []),
				...(theirs.includes(this.callerId) ? ['followed_by'] : []),
			];
		}
		return output;
	}

	private pickPost(post: Post, extra: readonly string[]): Output {
		const wanted = ['id', 'text', 'edit_history_tweet_ids', ...extra, ...this.fields.tweet];
		const hidden =
			post.author_id === this.callerId ? [] : privateMetrics.filter((name) => wanted.includes(name));
		for (const field of hidden) {
			this.complain(
				problemObject(
					'not-authorized-for-field',
					'Field Authorization Error',
					`Sorry, you are not authorized to access '${field}' on the Tweet with [${post.id}].`,
					{
						field,
						parameter: 'tweet.fields',
						value: field,
						resource_id: post.id,
						resource_type: 'tweet',
						section: 'data',
					},
				),
			);
		}
		return pick(
			post,
			wanted.filter((name) => !hidden.includes(name)),
		);
	}

	private reachUser(id: string, parameter: string): void {
		const user = this.state.users.get(id);
		if (user) this.users.set(id, user);
		else this.complain({ ...notFoundProblem(parameter, id, 'user'), section: 'includes' });
	}

	private reachPost(id: string | undefined, parameter: string): void {
		if (!id) return;
		const post = this.state.posts.get(id);
		if (!post) this.complain({ ...notFoundProblem(parameter, id, 'tweet'), section: 'includes' });
		else if (!mayRead(this.state, this.callerId, post.author_id))
			this.complain(hiddenPost(id, parameter, 'includes'));
		else this.tweets.set(id, post);
	}

	private reachMedia(keys: readonly string[] | undefined): void {
		for (const key of keys ?? []) {
			const media = this.state.media.get(key);
			if (media) this.media.set(key, media);
			else this.complain({ ...notFoundProblem('attachments.media_keys', key, 'media'), section: 'includes' });
		}
	}

	private pollItems(): Output[] {
		const wanted = ['id', 'options', ...this.fields.poll];
		return [...this.polls].flatMap((id) => this.state.polls.get(id) ?? []).map((poll) => pick(poll, wanted));
	}

	private placeItems(): Output[] {
		const wanted = ['id', 'full_name', ...this.fields.place];
		return [...this.places]
			.flatMap((id) => this.state.places.get(id) ?? [])
			.map((place) => pick(place, wanted));
	}
}

/** A Post of a protected account. */
export function hiddenPost(id: string, parameter: string, section: 'data' | 'includes'): Problem {
	return problemObject(
		'not-authorized-for-resource',
		'Authorization Error',
		`Sorry, you are not authorized to see the Tweet with ${parameter}: [${id}].`,
		{
			value: id,
			resource_id: id,
			resource_type: 'tweet',
			section,
			parameter,
		},
	);
}

/** Some members of an object, in the order asked for; absent ones are left out. */
export function pick(source: object, names: readonly string[]): Output {
	const all = new Map<string, unknown>(Object.entries(source));
	const output: Output = {};
	for (const name of new Set(names)) {
		const value = all.get(name);
		if (value !== undefined) output[name] = value;
	}
	return output;
}

const newerFields: Readonly<Record<string, string>> = {
	note_post: 'note_tweet',
	referenced_posts: 'referenced_tweets',
	edit_history_post_ids: 'edit_history_tweet_ids',
	pinned_post_id: 'pinned_tweet_id',
	most_recent_post_id: 'most_recent_tweet_id',
};

function oldField(name: string): string {
	return newerFields[name] ?? name;
}

const newerKeys: Readonly<Record<string, string>> = {
	...Object.fromEntries(Object.entries(newerFields).map(([newer, older]) => [older, newer])),
	tweets: 'posts',
	tweet_count: 'post_count',
	total_tweet_count: 'total_post_count',
};

/** The same answer in the newer spelling. */
export function renamed(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(renamed);
	if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [newerKeys[key] ?? key, renamed(member)]),
	);
}
