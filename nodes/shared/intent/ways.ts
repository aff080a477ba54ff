/**
 * Says what a write is, by its method and path: whether a second one changes anything, and where X shows what it made.
 * The rule stands at the end; the tables name what it cannot know.
 */
import { get, isEqual, set } from 'lodash';
import type { ApiRequest } from '../http/api';
import { pattern } from '../http/confirmed';
import { effectOf } from '../model/effects';
import type { Entity } from '../model/escapedText';
import { createdAt } from '../model/ids';
import { cursor, cursorWithoutSize, token, tokenWithoutSize, type Paging } from '../operation/result';
import { asText, words } from '../util/text';
import { isObject, objects } from '../util/lenient';
import { comparable, ownList, ownPostsIn, writtenText } from './ownPosts';

/** What a write was to make, and for whom. */
export interface Intent {
	readonly request: ApiRequest;
	/** X's time before it was sent first, in milliseconds. */
	readonly since: number;
	/** The ID of the user who writes; empty where nobody asks for it. */
	readonly me: string;
}

/** How X shows what a write made. */
export interface Shown {
	readonly list: (intent: Intent) => ApiRequest;
	readonly paging: Paging;
	/** Whether the newest entries come first, so that an older one ends the search. */
	readonly isNewestFirst?: boolean;
	/** How many entries X lists at most; what is older is not shown. */
	readonly most?: number;
	/** Whether X takes one of them only, so that an older one is it as well. */
	readonly isSingle?: boolean;
	/** Whether list or entries are of the user's own ID. */
	readonly needsMe?: boolean;
	/** Whether X shows it there at all. What it does not show may be done although it is not found. */
	readonly showsAll?: (request: ApiRequest) => boolean;
	/** The entries of an answer that are what was to be made. */
	readonly find: (body: unknown, intent: Intent) => readonly Entity[] | Promise<readonly Entity[]>;
	/** The answer that X would have given. */
	readonly answer: (entity: Entity) => unknown;
}

/** What sending a write once more would do: nothing new, or a second one that X shows, or a second one that it does not. */
export type Way = 'harmless' | 'unseen' | Shown;

/** Rules are added and removed at one path. */
const REMOVES = /\/search\/stream\/rules$/;
/** X counts conversions with the same ID once: https://docs.x.com/x-ads-api/measurement/web-conversions */
const COUNTED_ONCE = /\/measurement\/conversions\//;

/** Returns the time of creation of an entry, in milliseconds; a `created_at` has whole seconds. */
export function timeIn({ id, dm_event_id, created_at, created_at_ms }: Entity): number | undefined {
	const at = Number(created_at_ms) || (createdAt(id ?? dm_event_id) ?? Date.parse(asText(created_at)) + 999);
	return Number.isNaN(at) ? undefined : at;
}

/** The entries of a page. */
export const entriesOf = (body: unknown): Entity[] => objects(get(body, 'data'));

/** Checks whether what X shows is what was sent: numbers and flags as texts, lists in any order or with commas. */
function isSame(sent: unknown, shown: unknown): boolean {
	if (isObject(sent)) return isEqual(sent, shown);
	if (Array.isArray(sent) || Array.isArray(shown)) {
		const [one, other] = [sent, shown].map((each) => [each].flat().map(asText).join().split(',').sort());
		return isEqual(one, other);
	}
	const [one, other] = [comparable(asText(sent)), comparable(asText(shown))];
	return one === other || (/^\d{4}-\d\d-\d\dT/.test(one) && Date.parse(one) === Date.parse(other));
}

const valueOf = ({ body, query = [] }: ApiRequest, name: string): unknown =>
	get(body, name) ?? query.find(([each]) => each === name)?.[1];

interface Row extends Partial<Pick<Shown, 'isNewestFirst' | 'isSingle' | 'needsMe' | 'showsAll'>> {
	/** Path of the list, made from that of the write. */
	readonly at?: (path: string, me: string) => string;
	readonly query?: Readonly<Record<string, string>>;
	/** Parameters of the list that have the value of a parameter of the write. */
	readonly given?: Readonly<Record<string, string>>;
	readonly paging?: Paging;
	/** What identifies an entry: a parameter of the write, and where the entry has it. */
	readonly same: Readonly<Record<string, string>>;
	/** The member with the ID of who wrote it. */
	readonly by?: string;
	/** Whether the page around an entry fits as well. */
	readonly fits?: (entry: Entity, page: readonly Entity[], intent: Intent) => boolean;
	readonly answer?: Shown['answer'];
}

const shown = ({ at = (path) => path, query = {}, given = {}, same, by, fits, ...row }: Row): Shown => ({
	paging: token(100),
	answer: (data) => ({ data }),
	...row,
	...(by !== undefined && { needsMe: true }),
	list: ({ request, me }) => ({
		method: 'GET',
		path: at(request.path, me),
		query: [
			...Object.entries(query),
			...Object.entries(given)
				.map(([name, sent]) => [name, asText(valueOf(request, sent))] as const)
				.filter(([, value]) => value !== ''),
		],
	}),
	find: (body, intent) =>
		entriesOf(body).filter(
			(entry, _index, page) =>
				(by === undefined || get(entry, by) === intent.me) &&
				fits?.(entry, page, intent) !== false &&
				Object.entries(same).every(([sent, at]) =>
					at === 'text'
						? writtenText(entry) === comparable(asText(valueOf(intent.request, sent)))
						: isSame(valueOf(intent.request, sent), get(entry, at)),
				),
		),
});

const POST: Shown = {
	list: ({ me, since }) => ownList(me, since),
	paging: token(100, 5),
	isNewestFirst: true,
	// Docs: "the 3200 most recent Posts", read on 2026-11-22.
	most: 3200,
	needsMe: true,
	// X's documentation of a user's Posts names neither Posts that are only ads nor those of a community.
	showsAll: ({ body }) => get(body, 'nullcast') !== true && get(body, 'community_id') === undefined,
	find: (body, { request, me }) => {
		const answers: unknown = get(request.body, 'reply.in_reply_to_tweet_id');
		const text = comparable(asText(get(request.body, 'text')));
		const found = ownPostsIn(body, me).filter((post) => post.text === text && post.answers === answers);
		return entriesOf(body).filter(({ id }) => found.some((post) => post.id === id));
	},
	answer: ({ id, text }) => ({ data: { id, text } }),
};

const MESSAGES = {
	query: {
		event_types: 'MessageCreate',
		'dm_event.fields': 'created_at,dm_conversation_id,entities,event_type,id,participant_ids,sender_id,text',
	},
	// X bills each event that it shows.
	paging: token(5),
	isNewestFirst: true,
	by: 'sender_id',
	answer: ({ id, dm_conversation_id }: Entity) => ({ data: { dm_conversation_id, dm_event_id: id } }),
};

/** Checks whether a message is in a group that is as new, and that nobody joined who was not to be in it. */
const isOfNewGroup: Row['fits'] = ({ dm_conversation_id: group, event_type }, page, { request, since, me }) =>
	event_type === 'MessageCreate' &&
	(createdAt(group) ?? 0) >= since &&
	page
		.filter((each) => each.dm_conversation_id === group)
		.flatMap(({ participant_ids: joined = [] }) => joined)
		.every((id) => id === me || [valueOf(request, 'participant_ids')].flat().includes(id));

const beside = (name: string) => (path: string) => path.replace(/[^/]+$/, name);

/** Rules of a stream. X takes each text once, so an older one is it as well. */
const rules = (sent: string, shownAt: string, paging: Paging): Shown => ({
	list: ({ request: { path } }) => ({ method: 'GET', path }),
	paging,
	isSingle: true,
	find: (body, { request }) => {
		const wanted = objects(valueOf(request, sent)).map(({ value }) => value);
		const found = objects(get(body, shownAt)).filter(({ value }) => wanted.includes(value));
		return wanted.length > 0 && found.length === wanted.length ? [set({}, shownAt, found)] : [];
	},
	answer: (data) => data,
});

const ofAds = (row: Omit<Row, 'paging'>): Shown => shown({ paging: cursorWithoutSize, ...row });

const SHOWN: Readonly<Record<string, Shown>> = {
	'POST /2/tweets': POST,
	'POST /2/dm_conversations/.+/messages': shown({
		...MESSAGES,
		at: beside('dm_events'),
		same: { text: 'text' },
	}),
	'POST /2/dm_conversations': shown({
		...MESSAGES,
		at: () => '/2/dm_events',
		query: { ...MESSAGES.query, event_types: 'MessageCreate,ParticipantsJoin' },
		same: { 'message.text': 'text' },
		fits: isOfNewGroup,
	}),
	'POST /2/chat/conversations/{}/messages': {
		list: ({ request: { path } }) => ({ method: 'GET', path: beside('events')(path) }),
		paging: token(5),
		isNewestFirst: true,
		showsAll: ({ meaning }) => meaning !== undefined,
		find: (body, { request: { meaning } }) => meaning?.find(body) ?? [],
		answer: ({ encoded_event: event }) => ({ data: { encoded_message_event: event } }),
	},
	'POST /2/lists': shown({
		at: (_path, me) => `/2/users/${me}/owned_lists`,
		query: { 'list.fields': 'created_at,id,name' },
		needsMe: true,
		same: { name: 'name' },
		answer: ({ id, name }) => ({ data: { id, name } }),
	}),
	'POST /2/users/{}/bookmarks/folders': shown({ same: { name: 'name' } }),
	'POST /2/broadcasts/{}/chat': shown({
		query: { 'broadcast_chat_message.fields': 'created_at_ms,id,text', expansions: 'author_id' },
		paging: token(20),
		isNewestFirst: true,
		by: 'author_id',
		same: { text: 'text' },
	}),
	'POST /2/webhooks': shown({ paging: tokenWithoutSize(), isSingle: true, same: { url: 'url' } }),
	'POST /2/notes': shown({
		at: () => '/2/notes/search/notes_written',
		query: { 'note.fields': 'id,info' },
		given: { test_mode: 'test_mode' },
		same: { post_id: 'info.post_id' },
		answer: ({ id }) => ({ data: { id } }),
	}),
	'POST /2/activity/subscriptions': shown({
		paging: token(1000),
		isSingle: true,
		same: Object.fromEntries(
			words(`event_type expires_at filter.direction filter.keyword filter.qualifiers filter.user_id tag
				webhook_id`).map((name) => [name, name]),
		),
	}),
	'POST /2/tweets/search/stream/rules': rules('add', 'data', token(1000)),
	'POST /2/powerstream/rules': rules('rules', 'data.rules', tokenWithoutSize()),
	'POST /2/compliance/jobs': shown({
		given: { type: 'type' },
		paging: tokenWithoutSize(),
		same: { type: 'type', name: 'name' },
	}),
	'POST /2/broadcasts/scheduled': shown({
		same: { source_id: 'source_id', scheduled_start_ms: 'scheduled_start_ms', title: 'title' },
	}),
	'POST /2/users/{}/public_keys': shown({
		paging: tokenWithoutSize(),
		isSingle: true,
		same: { 'public_key.public_key': 'public_key' },
		answer: ({ public_key_version }) => ({ data: { public_key_version } }),
	}),
	'POST /12/accounts/{}/tweet': shown({
		at: beside('tweets'),
		query: { tweet_type: 'PUBLISHED', timeline_type: 'ALL', include_mentions_and_replies: 'true' },
		given: { user_id: 'as_user_id' },
		paging: cursor(),
		same: { text: 'text' },
		// X adds the address of media to the text.
		showsAll: (request) => valueOf(request, 'media_keys') === undefined,
	}),
	// An account or user has one of these.
	'POST /12/accounts/{}/do_not_reach_lists': ofAds({ isSingle: true, same: {} }),
	'POST /12/product_catalogs': ofAds({
		isSingle: true,
		given: { user_id: 'user_id' },
		same: { name: 'name' },
	}),
	'POST /12/product_catalogs/{}/scheduled_feeds': ofAds({ isSingle: true, same: { feed_url: 'feed_url' } }),
	'POST /12/product_catalogs/{}/product_sets': ofAds({ same: { name: 'name', type: 'type' } }),
};

const ROWS = Object.entries(SHOWN).map(([route, row]) => [pattern(route), row] as const);

/** Sending these again changes nothing: X has a state for them, or nobody sees them but in what comes after them. */
const HARMLESS = new RegExp(
	[
		// What an account has, follows, hides or belongs to.
		'(retweets|likes|following|blocking|muting|members|bookmarks|followed_lists|pinned_lists|mute|mutes|block|unblock)',
		'(moderators|admins|admin_requests|join_requests|accept|approve|reject|remove|delete|typing|read|invite)',
		'(users|features|subscriptions/all|validate|search/webhooks/[^/]+|account|scheduled/[^/]+/live)',
		// A token that no one received is worth nothing, and a handle is one bot: https://docs.x.com/xchat/bots
		'(bots(/[^/]+/token)?|oauth2/token)',
		// Steps: files, and the jobs of reports.
		'(metadata|subtitles|media/upload(/.*)?|initialize|append|finalize|keys)',
	]
		.map((names) => `/${names}$`)
		.concat('/stats/jobs/')
		.join('|'),
);

/** Parameters of an advertising entity that someone else may change at any time. */
const CHANGES = new Set(['entity_status', 'status', 'paused']);

/**
 * What X shows in a list at the path at which it was created, with the names it was created with. The Ads API has that for
 * nearly all: https://docs.x.com/x-ads-api/campaign-management/reference
 */
const created = (fields: ReadonlySet<string>): Shown => ({
	list: ({ request }) => ({
		method: 'GET',
		path: request.path,
		query: [
			...Object.entries({ sort_by: 'created_at-desc', with_draft: 'true' }),
			...sentTo(request)
				.filter(([name]) => name.endsWith('_id'))
				.map(([name, value]) => [name === 'as_user_id' ? 'user_id' : `${name}s`, asText(value)] as const),
		].filter(([name]) => fields.has(name)),
	}),
	paging: cursor(),
	isNewestFirst: fields.has('sort_by'),
	find: (body, { request }) =>
		entriesOf(body).filter((entry) => {
			// X adds IDs and defaults to what lies inside of a value, and of several IDs each has an entry.
			const shownAs = (name: string) => entry[name] ?? entry[name.replace(/_ids$/, '_id')] ?? undefined;
			const known = sentTo(request).filter(
				([name, value]) => ![value].flat().some(isObject) && shownAs(name) !== undefined,
			);
			const isOf = ([name, value]: readonly [string, unknown]) =>
				(name in entry ? [value] : [value].flat().join().split(',')).some((one) =>
					isSame(one, shownAs(name)),
				);
			return known.length > 0 && known.every(isOf);
		}),
	answer: (data) => ({ data }),
});

const sentTo = ({ query = [], body }: ApiRequest): ReadonlyArray<readonly [string, unknown]> =>
	[...query, ...Object.entries(body ?? {})].filter(([name]) => !CHANGES.has(name));

/**
 * Returns what sending a write once more would do.
 *
 * @param listAt The names of the parameters of the list at a documented path, if X has one there.
 */
export function wayOf(
	request: ApiRequest,
	listAt: (template: string) => ReadonlySet<string> | undefined = () => undefined,
): Way {
	const { method, path, template = path, body } = request;
	const route = `${method} ${template}`;
	// What is replaced or deleted is the same afterwards, however often.
	if (method !== 'POST' || effectOf(route) === 'reads' || HARMLESS.test(path)) return 'harmless';
	if (REMOVES.test(path) && body !== undefined && get(body, 'add') === undefined) return 'harmless';
	if (COUNTED_ONCE.test(path) && objects(get(body, 'conversions')).every((one) => one.conversion_id))
		return 'harmless';
	const row = ROWS.find(([form]) => form.test(`${method} ${path}`))?.[1];
	if (row || path.startsWith('/2/') || Array.isArray(body)) return row ?? 'unseen';
	const fields = listAt(template);
	return fields ? created(fields) : 'unseen';
}
