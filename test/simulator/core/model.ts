/** What the core API is about, as it is kept: every field filled in, older spelling; requests choose what they see. */
import type { Hash } from 'node:crypto';

type Texts<Name extends string> = Record<Name, string>;
type Counts<Name extends string> = Record<Name, number>;
type Span<Rest> = { start: number; end: number } & Rest;
type Link = Span<Texts<'url' | 'expanded_url' | 'display_url'>>;

type UserTexts = 'id' | 'name' | 'username' | 'created_at' | 'description' | 'location' | 'url';

export interface User extends Texts<UserTexts | 'profile_image_url' | 'profile_banner_url'> {
	protected: boolean;
	verified: boolean;
	verified_type: 'blue' | 'business' | 'government' | 'none';
	subscription_type: 'Basic' | 'Premium' | 'PremiumPlus' | 'None';
	is_identity_verified: boolean;
	parody: boolean;
	receives_your_dm: boolean;
	verified_followers_count: number;
	pinned_tweet_id?: string;
	most_recent_tweet_id?: string;
	affiliation?: { badge_url: string; description: string; url: string; user_id: string[] };
	entities: { url: { urls: Link[] } };
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

type PostTexts = 'id' | 'text' | 'author_id' | 'created_at' | 'conversation_id' | 'lang' | 'source';
type Reactions = 'retweet_count' | 'reply_count' | 'like_count' | 'impression_count';

export interface Post extends Texts<PostTexts | 'reply_settings'> {
	possibly_sensitive: boolean;
	edit_history_tweet_ids: string[];
	edit_controls: { edits_remaining: number; is_edit_eligible: boolean; editable_until: string };
	display_text_range: [number, number];
	entities: PostEntities;
	public_metrics: Counts<Reactions | 'quote_count' | 'bookmark_count'>;
	non_public_metrics: Counts<'impression_count' | 'url_link_clicks' | 'user_profile_clicks'>;
	organic_metrics: Counts<Reactions>;
	in_reply_to_user_id?: string;
	referenced_tweets?: { type: 'replied_to' | 'quoted' | 'retweeted'; id: string }[];
	attachments?: { media_keys?: string[]; poll_ids?: string[] };
	geo?: { place_id: string };
	community_id?: string;
	paid_partnership?: boolean;
	card_uri?: string;
	note_tweet?: { text: string };
}

export interface Poll {
	id: string;
	options: { position: number; label: string; votes: number }[];
	duration_minutes: number;
	end_datetime: string;
	voting_status: 'open' | 'closed';
}

export interface Media extends Texts<'media_key' | 'id' | 'owner_id' | 'category' | 'media_type'> {
	type: 'photo' | 'video' | 'animated_gif' | 'subtitles';
	url?: string;
	preview_image_url?: string;
	alt_text?: string;
	width: number;
	height: number;
	duration_ms?: number;
	public_metrics?: { view_count: number };
	variants?: { bit_rate?: number; content_type: string; url: string }[];
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
export interface UserList extends Texts<'id' | 'name' | 'description' | 'created_at' | 'owner_id'> {
	private: boolean;
	members: string[];
	followers: string[];
}

export interface Space extends Texts<'id' | 'title' | 'lang' | 'creator_id' | 'created_at' | 'updated_at'> {
	state: 'live' | 'scheduled' | 'ended';
	started_at?: string;
	scheduled_start?: string;
	ended_at?: string;
	is_ticketed: boolean;
	participant_count: number;
	subscriber_count: number;
	host_ids: string[];
	invited_user_ids: string[];
	speaker_ids: string[];
	topic_ids: string[];
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

/** Kinds that no rule looks into: their fields are whatever the seed or a request gave them. */
export interface Row extends Texts<'id'> {
	[field: string]: unknown;
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
	/** Bytes of each segment. */
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
