/** The kinds of entity: what of them is always shown, and what their expansions reach. */
import { userByName, type CoreState } from './state';

export type KindName = keyof typeof kinds;

export interface Kind {
	/** What problems call it. */
	readonly label: string;
	readonly shown: readonly string[];
	/** Parameters that ask for more fields. */
	readonly fields: readonly string[];
	/** Kind of what an expansion reaches; its name is the path to the identifiers. */
	readonly expansions?: Readonly<Record<string, string>>;
	/** Whether it is there for a caller at all. */
	readonly isVisible?: (row: never, callerId: string) => boolean;
	/** Fields that depend on who asks. */
	readonly computed?: (state: CoreState, row: never, callerId: string) => Readonly<Record<string, unknown>>;
}

const connectionStatus = (state: CoreState, userId: string, callerId: string) => [
	...((state.following.get(callerId) ?? []).includes(userId) ? ['following'] : []),
	...((state.following.get(userId) ?? []).includes(callerId) ? ['followed_by'] : []),
];

const list = <T extends Record<string, Kind>>(all: T): T => all;

export const kinds = list({
	users: {
		label: 'user',
		shown: ['id', 'name', 'username'],
		fields: ['user.fields'],
		expansions: {
			pinned_tweet_id: 'tweets',
			most_recent_tweet_id: 'tweets',
			'affiliation.user_id': 'users',
		},
		computed: (state, { id, username }: Record<'id' | 'username', string>, callerId) => ({
			...(id === callerId && { confirmed_email: `${username}@mail.example` }),
			...(callerId && { connection_status: connectionStatus(state, id, callerId) }),
		}),
	},
	tweets: {
		label: 'tweet',
		shown: ['id', 'text', 'edit_history_tweet_ids'],
		fields: ['tweet.fields', 'post.fields'],
		expansions: {
			author_id: 'users',
			in_reply_to_user_id: 'users',
			'entities.mentions.username': 'users',
			'referenced_tweets.id': 'tweets',
			'referenced_tweets.id.author_id': 'users',
			edit_history_tweet_ids: 'tweets',
			'attachments.media_keys': 'media',
			'attachments.poll_ids': 'polls',
			'geo.place_id': 'places',
		},
	},
	media: {
		label: 'media',
		shown: ['media_key', 'type'],
		fields: ['media.fields'],
	},
	polls: { label: 'poll', shown: ['id', 'options'], fields: ['poll.fields'] },
	places: {
		label: 'place',
		shown: ['id', 'full_name'],
		fields: ['place.fields'],
	},
	dmEvents: {
		label: 'dm_event',
		shown: ['id', 'event_type', 'text', 'participant_ids'],
		fields: ['dm_event.fields'],
		expansions: {
			sender_id: 'users',
			participant_ids: 'users',
			'attachments.media_keys': 'media',
			'referenced_tweets.id': 'tweets',
		},
	},
	lists: {
		label: 'list',
		shown: ['id', 'name'],
		fields: ['list.fields'],
		expansions: { owner_id: 'users' },
		isVisible: (row: { private: boolean; owner_id: string }, callerId) =>
			!row.private || row.owner_id === callerId,
		computed: (_state, { members, followers }: Record<'members' | 'followers', string[]>) => ({
			member_count: members.length,
			follower_count: followers.length,
		}),
	},
	spaces: {
		label: 'space',
		shown: ['id', 'state'],
		fields: ['space.fields'],
		expansions: {
			creator_id: 'users',
			host_ids: 'users',
			invited_user_ids: 'users',
			speaker_ids: 'users',
			topic_ids: 'topics',
		},
	},
	topics: { label: 'topic', shown: ['id', 'name'], fields: ['topic.fields'] },
	bookmarkFolders: {
		label: 'bookmark_folder',
		shown: ['id', 'name'],
		fields: [],
	},
});

/** An entity by what a request or another entity calls it. */
export function lookUp(state: CoreState, name: KindName, key: string): object | undefined {
	const all: ReadonlyMap<string, object> = state[name === 'tweets' ? 'posts' : name];
	return all.get(key) ?? (name === 'users' ? userByName(state, key) : undefined);
}
