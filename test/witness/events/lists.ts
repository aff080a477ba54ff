/** The lists of X that are polled, as its description has them (2.167, read on 2026-11-22). */
import type { Kind } from './bill';
import { DAY } from './time';

export interface ListShape {
	/** The event of the trigger that reads it, and what its form holds. */
	readonly event: string;
	readonly form: Readonly<Record<string, unknown>>;
	readonly path: RegExp;
	readonly kind: Kind;
	/** What X takes as `max_results`, and what it gives without. */
	readonly page: { readonly least: number; readonly most: number; readonly usual: number };
	/** Whether `since_id` and `until_id` bound it. */
	readonly bounds: boolean;
	/** How it is sorted: by ID, or what was added last first. */
	readonly order: 'id' | 'added';
	/** How far it reaches back. */
	readonly reach?: number;
	readonly depth?: number;
	/** A search ends half a minute ago unless it says otherwise. */
	readonly isSearch?: boolean;
	/** Whether the event is about the account of the credential, which is looked up. */
	readonly ofAccount?: boolean;
	readonly authentication: 'app' | 'oAuth1' | 'oAuth2';
}

const byId = (value: string) => ({ __rl: true, mode: 'id', value });
const posts = { kind: 'post', order: 'id', bounds: true, authentication: 'app' } as const;
const people = { kind: 'user', order: 'added', bounds: false, authentication: 'app' } as const;
const chosen = { kind: 'post', order: 'added', bounds: false, authentication: 'oAuth1' } as const;
const WATCHED = '1700000000000000001';

/** Each style of a history is played with seven of them that follow each other. */
export const LISTS: Readonly<Record<string, ListShape>> = {
	likesOfUser: {
		...chosen,
		event: 'likeOfUser',
		form: { user_id: byId('2501000001') },
		path: /^\/2\/users\/2501000001\/liked_tweets$/,
		page: { least: 5, most: 100, usual: 100 },
	},
	replies: {
		...posts,
		event: 'reply',
		form: { post_id: byId(WATCHED) },
		path: /^\/2\/tweets\/search\/recent$/,
		page: { least: 10, most: 100, usual: 10 },
		reach: 7 * DAY,
		isSearch: true,
	},
	quotes: {
		...posts,
		bounds: false,
		event: 'quote',
		form: { post_id: byId(WATCHED) },
		path: /^\/2\/tweets\/1700000000000000001\/quote_tweets$/,
		page: { least: 10, most: 100, usual: 10 },
	},
	members: {
		...people,
		event: 'listMember',
		form: { list_id: byId('1701000000000000001') },
		path: /^\/2\/lists\/1701000000000000001\/members$/,
		page: { least: 1, most: 100, usual: 100 },
	},
	mentions: {
		...posts,
		event: 'mention',
		form: { user_id: byId('2501000001') },
		path: /^\/2\/users\/2501000001\/mentions$/,
		page: { least: 5, most: 100, usual: 10 },
		depth: 800,
	},
	bookmarks: {
		...chosen,
		event: 'bookmark',
		form: {},
		path: /^\/2\/users\/2501000001\/bookmarks$/,
		page: { least: 1, most: 100, usual: 100 },
		ofAccount: true,
	},
	messages: {
		event: 'directMessage',
		form: {},
		path: /^\/2\/dm_events$/,
		kind: 'message',
		page: { least: 1, most: 100, usual: 100 },
		bounds: false,
		order: 'id',
		reach: 30 * DAY,
		ofAccount: true,
		authentication: 'oAuth1',
	},
	search: {
		...posts,
		event: 'postBySearch',
		form: { query: 'zebra' },
		path: /^\/2\/tweets\/search\/recent$/,
		page: { least: 10, most: 100, usual: 10 },
		reach: 7 * DAY,
		isSearch: true,
	},
	posts: {
		...posts,
		event: 'postOfUser',
		form: { users: '2501000001' },
		path: /^\/2\/users\/2501000001\/tweets$/,
		page: { least: 5, most: 100, usual: 10 },
		depth: 3200,
	},
	postsOfList: {
		...posts,
		bounds: false,
		event: 'postOfList',
		form: { list_id: byId('1701000000000000001') },
		path: /^\/2\/lists\/1701000000000000001\/tweets$/,
		page: { least: 1, most: 100, usual: 100 },
	},
	followers: {
		...people,
		event: 'follower',
		form: { user_id: byId('2501000001') },
		path: /^\/2\/users\/2501000001\/followers$/,
		page: { least: 1, most: 1000, usual: 100 },
	},
	likesOnPost: {
		...people,
		event: 'likeOnPost',
		form: { post_id: byId(WATCHED) },
		path: /^\/2\/tweets\/1700000000000000001\/liking_users$/,
		page: { least: 1, most: 100, usual: 100 },
		authentication: 'oAuth1',
	},
};
