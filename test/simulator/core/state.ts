/** The state of the core API: who and what there is, and the ways to find it. */
import type { Platform } from '../frame';
import type * as model from './model';

type Shelf<T> = Map<string, T>;
/** Identifiers by the user they belong to, newest first. */
type Relation = Map<string, string[]>;

export class CoreState {
	readonly users: Shelf<model.User> = new Map();
	/** Those of the users that are bots of the project. */
	readonly bots = new Set<string>();
	/** Lower-case username to identifier. */
	readonly usernames = new Map<string, string>();
	/** Oldest first, like everything here that has a time. */
	readonly posts: Shelf<model.Post> = new Map();
	readonly polls: Shelf<model.Poll> = new Map();
	readonly places: Shelf<model.Row> = new Map();
	readonly topics: Shelf<model.Row> = new Map();
	/** By media key. */
	readonly media: Shelf<model.Media> = new Map();
	readonly uploads: Shelf<model.Upload> = new Map();
	readonly lists: Shelf<model.UserList> = new Map();
	readonly spaces: Shelf<model.Space> = new Map();
	readonly bookmarkFolders: Shelf<model.BookmarkFolder> = new Map();
	readonly conversations: Shelf<model.Conversation> = new Map();
	readonly dmEvents: Shelf<model.DmEvent> = new Map();
	/** Contents by message, media and name. */
	readonly messageFiles = new Map<string, Buffer>();
	readonly complianceJobs: Shelf<model.ComplianceJob> = new Map();
	readonly powerstreamRules: Shelf<{ id: string; value: string; tag?: string }> = new Map();
	readonly following: Relation = new Map();
	readonly followers: Relation = new Map();
	/** Posts that a user likes, and bookmarked. */
	readonly likes: Relation = new Map();
	readonly bookmarks: Relation = new Map();
	/** The users that a user mutes, blocks, and accepts no messages from. */
	readonly muting: Relation = new Map();
	readonly blocking: Relation = new Map();
	readonly dmBlocking: Relation = new Map();
	readonly pinnedLists: Relation = new Map();
	/** What is trending, everywhere the same. */
	readonly trends = [
		{ trend_name: '#Monday', tweet_count: 12_000 },
		{ trend_name: 'Football', tweet_count: 9_000 },
	];
	/** Replies that were hidden by the author of the conversation. */
	readonly hiddenReplies = new Set<string>();
	/** Which of the two spellings answers are written in. */
	vocabulary: 'tweet' | 'post' = 'tweet';
	readonly settings;

	constructor({ options }: Platform) {
		this.settings = {
			processingSeconds: options.processingSeconds ?? 2,
			checkAfterSeconds: options.checkAfterSeconds ?? 1,
			/** What comes of videos that are processed. */
			processingOutcome: 'succeeded' as 'succeeded' | 'failed',
			/** Refuse a Post whose text the author has used before. */
			refuseDuplicates: false,
		};
	}
}

export function addUser(state: CoreState, user: model.User): void {
	state.users.set(user.id, user);
	state.usernames.set(user.username.toLowerCase(), user.id);
}

export function userByName(state: CoreState, username: string): model.User | undefined {
	return state.users.get(state.usernames.get(username.toLowerCase()) ?? '');
}

/** Members of a map, newest (last added) first. */
export function newestFirst<T>(map: ReadonlyMap<string, T>): T[] {
	return [...map.values()].reverse();
}

/** A user's identifiers in a relation, made when first asked for. */
export function listOf(map: Relation, key: string): string[] {
	const known = map.get(key) ?? [];
	map.set(key, known);
	return known;
}

/** Puts an identifier into a list, newest first and once, or takes it out. Whether that changed the list. */
export function put(list: string[], id: string, isIn: boolean): boolean {
	const place = list.indexOf(id);
	if (place >= 0 === isIn) return false;
	if (isIn) list.unshift(id);
	else list.splice(place, 1);
	return true;
}

/** Whether the caller may read an account's Posts. */
export function mayRead(state: CoreState, callerId: string, authorId: string): boolean {
	if (!state.users.get(authorId)?.protected) return true;
	return callerId === authorId || (state.following.get(callerId) ?? []).includes(authorId);
}
