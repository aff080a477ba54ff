/** What the core API is about, as it is kept: every field filled in, older spelling; requests choose what they see. */
import type { Hash } from 'node:crypto';

type Texts<Name extends string> = Record<Name, string>;
type Counts<Name extends string> = Record<Name, number>;
type Span<Rest> = { start: number; end: number } & Rest;
type Link = Span<Texts<'url' | 'expanded_url' | 'display_url'>>;

/** Fields that no rule reads stay as the facts, the seed or a request gave them. */
export interface Row extends Texts<'id'> {
	[field: string]: unknown;
}

export interface User extends Row, Texts<'name' | 'username' | 'created_at' | 'description'> {
	protected: boolean;
	verified: boolean;
	receives_your_dm: boolean;
	pinned_tweet_id?: string;
	most_recent_tweet_id?: string;
	affiliation?: { user_id: string[] };
	public_metrics: Counts<
		'followers_count' | 'following_count' | 'tweet_count' | 'listed_count' | 'like_count' | 'media_count'
	>;
}

export interface PostEntities {
	hashtags?: Span<{ tag: string }>[];
	mentions?: Span<{ username: string; id: string }>[];
	urls?: Link[];
	cashtags?: Span<{ tag: string }>[];
}

type PostTexts = 'text' | 'author_id' | 'created_at' | 'conversation_id' | 'reply_settings';
type Reactions = 'retweet_count' | 'reply_count' | 'like_count' | 'impression_count';

export interface Post extends Row, Texts<PostTexts> {
	edit_history_tweet_ids: string[];
	edit_controls: { edits_remaining: number; is_edit_eligible: boolean; editable_until: string };
	entities: PostEntities;
	public_metrics: Counts<Reactions | 'quote_count' | 'bookmark_count'>;
	in_reply_to_user_id?: string;
	referenced_tweets?: { type: 'replied_to' | 'quoted' | 'retweeted'; id: string }[];
	attachments?: { media_keys?: string[]; poll_ids?: string[] };
	geo?: { place_id: string };
	community_id?: string;
}

export interface Poll extends Row {
	options: { position: number; label: string; votes: number }[];
	duration_minutes: number;
}

export interface Media extends Texts<'media_key' | 'owner_id'> {
	[field: string]: unknown;
	alt_text?: string;
	public_metrics?: { view_count: number };
}

export interface Conversation {
	id: string;
	participants: string[];
	group: boolean;
}

export interface DmEvent extends Texts<'id' | 'dm_conversation_id' | 'created_at' | 'sender_id'> {
	event_type: 'MessageCreate' | 'ParticipantsJoin' | 'ParticipantsLeave';
	text?: string;
	participant_ids?: string[];
	attachments?: { media_keys: string[] };
	referenced_tweets?: { id: string }[];
	entities?: PostEntities;
}

/** Identifiers of members and followers are kept newest first. */
export interface UserList extends Row, Texts<'name' | 'owner_id'> {
	private: boolean;
	members: string[];
	followers: string[];
}

export interface Space extends Row, Texts<'title' | 'creator_id'> {
	state: 'live' | 'scheduled' | 'ended';
	/** Who bought a ticket, and the Posts that were shared. */
	buyers: string[];
	posts: string[];
}

export interface BookmarkFolder {
	id: string;
	name: string;
	owner_id: string;
	/** Newest first. */
	posts: string[];
}

/** An upload in the making. */
export interface Upload {
	id: string;
	mediaKey: string;
	ownerId: string;
	category: string;
	mediaType: string;
	totalBytes: number;
	received: number;
	segments: Map<number, number>;
	/** Over the bytes in the order of arrival. */
	hash: Hash;
	sha256?: string;
	expires: number;
	/** When the processing is over, in milliseconds; absent while nothing was finalized. */
	readyAt?: number;
	startedAt?: number;
	altText?: string;
	subtitles: Array<{ id: string; language_code: string; display_name: string }>;
}

/** A job, as X stores it. */
export interface ComplianceJob {
	readonly id: string;
	readonly type: string;
	readonly name?: string;
	readonly resumable: boolean;
	readonly created_at: string;
	status: 'created' | 'in_progress' | 'failed' | 'complete';
	readonly uploadToken: string;
	readonly downloadToken: string;
	ids: readonly string[];
}
