/** The state of the core API: who and what there is, and the ways to find it. */
import { me } from '../identities';
import { Refusal, notFound, invalidRequest, type Platform, type SimRequest } from '../frame';
import type { Conversation, DmEvent, Media, NewsStory, Place, Poll, Post, User } from './model';
import type { BookmarkFolder } from './bookmarks';
import type { Community, ComplianceJob } from './communities';
import type { UserList } from './lists';
import type { Space } from './spaces';
import type { Upload } from './uploads';

export interface Note {
	id: string;
	authorId: string;
	postId: string;
	testMode: boolean;
	info: Record<string, unknown>;
	status: string;
}

export interface StreamRule {
	id: string;
	value: string;
	tag?: string;
}

export interface Connection {
	id: string;
	endpoint_name: string;
	connected_at: string;
	disconnected_at?: string;
	disconnect_reason?: string;
	client_ip: string;
}

export interface CoreState {
	users: Map<string, User>;
	/** Lower-case username to identifier. */
	usernames: Map<string, string>;
	/** Oldest first; lists are made newest first. */
	posts: Map<string, Post>;
	/** Identifiers of Posts that once were and are gone. */
	deletedPosts: Set<string>;
	polls: Map<string, Poll>;
	places: Map<string, Place>;
	/** By media key. */
	media: Map<string, Media>;
	uploads: Map<string, Upload>;
	/** Whom a user follows, newest first. */
	following: Map<string, string[]>;
	/** Who follows a user, newest first. */
	followers: Map<string, string[]>;
	/** Posts that a user likes, newest first. */
	likes: Map<string, string[]>;
	/** Replies that were hidden by the author of the conversation. */
	hiddenReplies: Set<string>;
	/** Whom a user mutes, blocks, and takes no messages from; newest first. */
	muting: Map<string, string[]>;
	blocking: Map<string, string[]>;
	dmBlocking: Map<string, string[]>;
	/** Posts that a user bookmarked, newest first. */
	bookmarks: Map<string, string[]>;
	bookmarkFolders: Map<string, BookmarkFolder>;
	/** Oldest first. */
	lists: Map<string, UserList>;
	/** Lists that a user pinned, newest first. */
	pinnedLists: Map<string, string[]>;
	spaces: Map<string, Space>;
	communities: Map<string, Community>;
	/** Oldest first. */
	complianceJobs: Map<string, ComplianceJob>;
	conversations: Map<string, Conversation>;
	/** Oldest first. */
	dmEvents: Map<string, DmEvent>;
	news: Map<string, NewsStory>;
	notes: Map<string, Note>;
	powerstreamRules: Map<string, StreamRule>;
	connections: Map<string, Connection>;
	/** Which of the two spellings answers are written in. */
	vocabulary: 'tweet' | 'post';
	settings: {
		processingSeconds: number;
		checkAfterSeconds: number;
		/** What comes of videos that are processed. */
		processingOutcome: 'succeeded' | 'failed';
		/** Refuse a Post whose text the author has used before. */
		refuseDuplicates: boolean;
		/** Longest text by weighted length. */
		maxPostLength: number;
	};
}

/** An empty state with the settings of the platform's options. */
export function emptyState(platform: Platform): CoreState {
	return {
		users: new Map(),
		usernames: new Map(),
		posts: new Map(),
		deletedPosts: new Set(),
		polls: new Map(),
		places: new Map(),
		media: new Map(),
		uploads: new Map(),
		following: new Map(),
		followers: new Map(),
		likes: new Map(),
		hiddenReplies: new Set(),
		muting: new Map(),
		blocking: new Map(),
		dmBlocking: new Map(),
		bookmarks: new Map(),
		bookmarkFolders: new Map(),
		lists: new Map(),
		pinnedLists: new Map(),
		spaces: new Map(),
		communities: new Map(),
		complianceJobs: new Map(),
		conversations: new Map(),
		dmEvents: new Map(),
		news: new Map(),
		notes: new Map(),
		powerstreamRules: new Map(),
		connections: new Map(),
		vocabulary: 'tweet',
		settings: {
			processingSeconds: platform.options.processingSeconds ?? 2,
			checkAfterSeconds: platform.options.checkAfterSeconds ?? 1,
			processingOutcome: 'succeeded',
			refuseDuplicates: false,
			maxPostLength: 25_000,
		},
	};
}

export function addUser(state: CoreState, user: User): void {
	state.users.set(user.id, user);
	state.usernames.set(user.username.toLowerCase(), user.id);
}

export function userByName(state: CoreState, username: string): User | undefined {
	return state.users.get(state.usernames.get(username.toLowerCase()) ?? '');
}

/** A user that must be there. */
export function needUser(state: CoreState, id: string, parameter = 'id'): User {
	const user = state.users.get(id);
	if (!user) throw new Refusal(notFound(parameter, id, 'user'));
	return user;
}

/** A Post that must be there. */
export function needPost(state: CoreState, id: string, parameter = 'id'): Post {
	const post = state.posts.get(id);
	if (!post) throw new Refusal(notFound(parameter, id, 'tweet'));
	return post;
}

/** Members of a map, newest (last added) first. */
export function newestFirst<T>(map: ReadonlyMap<string, T>): T[] {
	return [...map.values()].reverse();
}

/** A list that is made when it is first asked for. */
export function listOf(map: Map<string, string[]>, key: string): string[] {
	const known = map.get(key);
	if (known) return known;
	const made: string[] = [];
	map.set(key, made);
	return made;
}

/** Paths that carry a user must carry the caller. */
export function needSelf(request: SimRequest, parameter = 'id'): void {
	const given = request.params[parameter] ?? '';
	if (given === request.caller.userId) return;
	throw new Refusal(
		invalidRequest({
			message: `The \`${parameter}\` query parameter value [${given}] must be the same as the authenticating user [${request.caller.userId}]`,
			parameters: { [parameter]: [given] },
		}),
	);
}

/** Whether the caller may read an account's Posts. */
export function mayRead(state: CoreState, callerId: string, authorId: string): boolean {
	if (!state.users.get(authorId)?.protected) return true;
	return callerId === authorId || (state.following.get(callerId) ?? []).includes(authorId);
}

export const meId = me.id;
