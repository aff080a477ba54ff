/** What the core API is about, as it is kept: every field filled in, older spelling; requests choose what they see. */

export interface User {
	id: string;
	name: string;
	username: string;
	created_at: string;
	description: string;
	location: string;
	url: string;
	profile_image_url: string;
	profile_banner_url: string;
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
	entities: {
		url: {
			urls: Array<{ start: number; end: number; url: string; expanded_url: string; display_url: string }>;
		};
	};
	public_metrics: {
		followers_count: number;
		following_count: number;
		tweet_count: number;
		listed_count: number;
		like_count: number;
		media_count: number;
	};
}

export interface PostEntities {
	hashtags?: Array<{ start: number; end: number; tag: string }>;
	mentions?: Array<{ start: number; end: number; username: string; id: string }>;
	urls?: Array<{ start: number; end: number; url: string; expanded_url: string; display_url: string }>;
	cashtags?: Array<{ start: number; end: number; tag: string }>;
}

export interface Reference {
	type: 'replied_to' | 'quoted' | 'retweeted';
	id: string;
}

export interface Post {
	id: string;
	text: string;
	author_id: string;
	created_at: string;
	conversation_id: string;
	lang: string;
	possibly_sensitive: boolean;
	reply_settings: string;
	source: string;
	edit_history_tweet_ids: string[];
	edit_controls: { edits_remaining: number; is_edit_eligible: boolean; editable_until: string };
	display_text_range: [number, number];
	entities: PostEntities;
	public_metrics: {
		retweet_count: number;
		reply_count: number;
		like_count: number;
		quote_count: number;
		bookmark_count: number;
		impression_count: number;
	};
	non_public_metrics: { impression_count: number; url_link_clicks: number; user_profile_clicks: number };
	organic_metrics: {
		impression_count: number;
		like_count: number;
		reply_count: number;
		retweet_count: number;
	};
	in_reply_to_user_id?: string;
	referenced_tweets?: Reference[];
	attachments?: { media_keys?: string[]; poll_ids?: string[] };
	geo?: { place_id: string };
	community_id?: string;
	paid_partnership?: boolean;
	card_uri?: string;
	note_tweet?: { text: string };
	context_annotations?: Array<{ domain: { id: string; name: string }; entity: { id: string; name: string } }>;
}

export interface Poll {
	id: string;
	options: Array<{ position: number; label: string; votes: number }>;
	duration_minutes: number;
	end_datetime: string;
	voting_status: 'open' | 'closed';
}

export interface Place {
	id: string;
	full_name: string;
	name: string;
	country: string;
	country_code: string;
	place_type: string;
}

export interface Media {
	media_key: string;
	id: string;
	type: 'photo' | 'video' | 'animated_gif' | 'subtitles';
	owner_id: string;
	category: string;
	media_type: string;
	url?: string;
	preview_image_url?: string;
	alt_text?: string;
	width: number;
	height: number;
	duration_ms?: number;
	public_metrics?: { view_count: number };
	variants?: Array<{ bit_rate?: number; content_type: string; url: string }>;
}

export interface Conversation {
	id: string;
	participants: string[];
	group: boolean;
}

export interface DmEvent {
	id: string;
	event_type: 'MessageCreate' | 'ParticipantsJoin' | 'ParticipantsLeave';
	dm_conversation_id: string;
	created_at: string;
	sender_id: string;
	text?: string;
	participant_ids?: string[];
	attachments?: { media_keys: string[] };
	referenced_tweets?: Array<{ id: string }>;
	entities?: PostEntities;
}

export interface NewsStory {
	id: string;
	name: string;
	category: string;
	summary: string;
	hook: string;
	disclaimer: string;
	keywords: string[];
	contexts: { topics: string[]; entities: { organizations: string[]; people: string[] } };
	cluster_posts_results: Array<{ post_id: string }>;
	updated_at: string;
	last_updated_at_ms: string;
}
