/** The data at the start: always the same except for the times, which end now. */
import { groupBy, omit } from 'lodash';
import { operationOf, sampleOf } from '../../facts';
import { ME } from '../identities';
import { idAt, type Platform } from '../platform';
import type { DmEvent, Media, Space, User, UserList } from './model';
import { entitiesOf, makePost } from './postsMake';
import { attachFile } from './messageFiles';
import { oneToOneId } from './messages';
import { addUser, CoreState, listOf, newestFirst } from './state';

const HOUR = 3_600_000;
const PLACE_ID = '01a9a39529b27f36';
const firstNames =
	'Ada Ben Chloé Dmitri Elif Farah Goran Hana Ines Jonas Kwame Lucía Mei Noor Oskar Priya Quinn Rosa Sven Tariq'.split(
		' ',
	);
const lastNames =
	'Abebe Brandt Costa Dubois Eriksen Fischer García Haddad Ivanov Jansen Kim Lindqvist Moreau Nakamura Okafor Petrov Rossi Silva Tanaka Weber'.split(
		' ',
	);
const TEXTS = [
	'Shipping the new release today 🚀 #changelog',
	'Has anyone tried the new espresso place by the river?',
	'Reading about distributed systems again. Recommendations? #books',
	'@acme_support my order #4411 never arrived, can you help?',
	'@acme_support thanks for the quick answer!',
	'Automating the boring parts with #n8n, saved hours this week https://n8n.io',
	'Morning run done: 8.4 km in the rain ☔',
	'What a match last night ⚽ #football',
	'Our team is hiring a support engineer https://acme.example/jobs',
	'Photos from the weekend hike #mountains',
];

/** What the documentation shows of an entity. */
const shown = (route: string): object => (sampleOf(operationOf(route)).answer as { data: object }).data;

/** The documented user without what depends on the caller or leads to others. */
const documentedUser = omit(shown('GET /2/users/{id}'), [
	'affiliation',
	'withheld',
	'confirmed_email',
	'connection_status',
]);

/** Followers come first, `ME` before all; account 30 is protected. */
export function seed(platform: Platform): CoreState {
	const state = new CoreState(platform);
	const now = platform.clock.now();
	const count = Math.max(platform.options.followers ?? 300, 40);
	const own = user({ id: ME.id, name: ME.name, username: ME.username }, -1, now);
	own.public_metrics.followers_count = Math.max(300, count);
	addUser(state, own);
	for (let index = 0; index < count; index += 1) {
		const first = firstNames[index % firstNames.length] ?? '';
		const last = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? '';
		const username = `${first}_${last}_${index}`
			.normalize('NFD')
			.replace(/[^A-Za-z0-9_]/g, '')
			.slice(0, 15 - String(index).length);
		const id = String(1_500_000_000_000_000_001n + BigInt(index) * 7_919_000_003n);
		const known = { id, name: `${first} ${last}`, username: `${username.replace(/_?\d*$/, '')}${index}` };
		addUser(state, user(known, index, now));
	}
	const ids = [...state.users.keys()].slice(1);
	const hidden = state.users.get(ids[30] ?? '');
	if (hidden) hidden.protected = true;
	state.followers.set(ME.id, ids.slice(0, platform.options.followers ?? 300));
	state.following.set(ME.id, ids.slice(0, 25));
	for (const id of ids.slice(0, 25)) listOf(state.followers, id).push(ME.id);
	for (const id of ids.slice(0, platform.options.followers ?? 300)) state.following.set(id, [ME.id]);
	const place = {
		name: 'Manhattan',
		full_name: 'Manhattan, NY',
		country: 'United States',
		country_code: 'US',
	};
	state.places.set(PLACE_ID, { id: PLACE_ID, ...place, place_type: 'city' });
	seedPosts(state, ids, now);
	seedMessages(platform, state, ids, now);
	seedFamilies(platform, state, ids);
	return state;
}

function user(known: Pick<User, 'id' | 'name' | 'username'>, index: number, now: number): User {
	const { id, username } = known;
	const shortUrl = `https://t.co/u${(index + 2).toString(36)}`;
	const own = index < 0;
	return {
		...documentedUser,
		...known,
		created_at: new Date(Math.floor((now - (400 + (index % 900)) * 24 * HOUR) / 1000) * 1000).toISOString(),
		description: own ? 'Help for people who use Acme' : 'Building things that last',
		url: shortUrl,
		profile_image_url: `https://images.example/profile/${id}_normal.jpg`,
		protected: false,
		verified: own || index % 7 === 0,
		verified_type: own ? 'business' : index % 7 === 0 ? 'blue' : 'none',
		receives_your_dm: index % 3 !== 2,
		entities: {
			url: {
				urls: [
					{
						start: 0,
						end: shortUrl.length,
						url: shortUrl,
						expanded_url: `https://${username.toLowerCase()}.example/`,
						display_url: `${username.toLowerCase()}.example`,
					},
				],
			},
		},
		public_metrics: {
			followers_count: own ? 300 : Math.abs(index * 37) % 5000,
			following_count: own ? 25 : Math.abs(index * 17) % 900,
			tweet_count: Math.abs(index * 101) % 12_000,
			listed_count: Math.abs(index) % 40,
			like_count: Math.abs(index * 71) % 9000,
			media_count: Math.abs(index * 3) % 300,
		},
	};
}

/** 240 Posts over the last ten days, oldest first; every sixth is of `ME`, some reply, quote, carry a photo or a poll. */
function seedPosts(state: CoreState, ids: readonly string[], now: number): void {
	const photo = (index: number): Media => ({
		media_key: `3_${idAt(now - index * HOUR)}`,
		type: 'photo',
		owner_id: ME.id,
		url: `https://images.example/media/${index}.jpg`,
		alt_text: 'Mountains in the morning light',
		width: 1200,
		height: 800,
	});
	const made: string[] = [];
	for (let index = 0; index < 240; index += 1) {
		const at = now - (240 - index) * HOUR;
		const own = index % 6 === 0;
		const authorId = own ? ME.id : (ids[(index * 7) % 40] ?? ME.id);
		const text = own
			? `We are looking into it, more soon. Ticket ${4000 + index} #acme`
			: (TEXTS[index % TEXTS.length] ?? '');
		const target = made[index - 3];
		const post = makePost(state, { id: String(idAt(at) + BigInt(index)), authorId, text, at });
		if (index % 10 === 4 && target) {
			post.referenced_tweets = [{ type: 'replied_to', id: target }];
			const author = state.posts.get(target)?.author_id;
			if (author) post.in_reply_to_user_id = author;
			post.conversation_id = state.posts.get(target)?.conversation_id ?? post.conversation_id;
		} else if (index % 10 === 7 && target) {
			post.referenced_tweets = [{ type: 'quoted', id: target }];
		} else if (index % 10 === 9) {
			const media = photo(index);
			state.media.set(media.media_key, media);
			post.attachments = { media_keys: [media.media_key] };
		}
		if (index % 40 === 20) post.geo = { place_id: PLACE_ID };
		if (index % 60 === 30) {
			const pollId = String(idAt(at) + 1000n);
			state.polls.set(pollId, {
				id: pollId,
				options: [
					{ position: 1, label: 'Tea', votes: 12 },
					{ position: 2, label: 'Coffee', votes: 31 },
				],
				duration_minutes: 1440,
				end_datetime: new Date(at + 24 * HOUR).toISOString(),
				voting_status: at + 24 * HOUR < now ? 'closed' : 'open',
			});
			post.attachments = { poll_ids: [pollId] };
		}
		post.public_metrics = {
			retweet_count: index % 9,
			reply_count: index % 5,
			like_count: (index * 7) % 120,
			quote_count: index % 3,
			bookmark_count: index % 4,
			impression_count: index * 53,
		};
		state.posts.set(post.id, post);
		made.push(post.id);
	}
	// The newest Post of someone else quotes one that is gone: asking for it gives a partial error.
	const gone = String(idAt(now - 400 * HOUR));
	const last = state.posts.get(made[239] ?? '');
	if (last) last.referenced_tweets = [{ type: 'quoted', id: gone }];
	const hidden = makePost(state, {
		id: String(idAt(now - 250 * HOUR)),
		authorId: ids[30] ?? '',
		text: 'For my followers only',
		at: now - 250 * HOUR,
	});
	state.posts.set(hidden.id, hidden);
	state.likes.set(ME.id, made.filter((_id, index) => index % 12 === 5).reverse());
	const byAuthor = groupBy(made, (id) => state.posts.get(id)?.author_id);
	for (const user of state.users.values()) {
		const [first, ...more] = byAuthor[user.id] ?? [];
		if (first === undefined) continue;
		user.most_recent_tweet_id = more.at(-1) ?? first;
		if (user.id === ME.id || user.verified) user.pinned_tweet_id = first;
	}
}

/** One transparent pixel. */
const PICTURE = {
	name: 'pArcel12.png',
	type: 'photo',
	content: Buffer.from(
		'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
		'base64',
	),
} as const;

/** A one-to-one conversation with each of the first twelve followers, and one group. */
function seedMessages(platform: Platform, state: CoreState, ids: readonly string[], now: number): void {
	const lines = [
		'Hi, is somebody there?',
		'Hello! How can we help?',
		'My parcel is late, see https://acme.example/t/12',
		'Thank you, we will check',
		'Great, thanks 🙏',
	];
	let step = 0;
	const add = (conversation: string, sender: string, text: string) => {
		step += 1;
		const at = now - 20 * 24 * HOUR + step * 20 * 60_000;
		const event: DmEvent = {
			id: String(idAt(at)),
			event_type: 'MessageCreate',
			dm_conversation_id: conversation,
			created_at: new Date(at).toISOString(),
			sender_id: sender,
			text,
			entities: entitiesOf(state, text),
		};
		state.dmEvents.set(event.id, event);
		return event;
	};
	for (const other of ids.slice(0, 12)) {
		const conversation = oneToOneId(ME.id, other);
		state.conversations.set(conversation, { id: conversation, participants: [ME.id, other], group: false });
		for (let line = 0; line < 12; line += 1) {
			const event = add(conversation, line % 2 === 0 ? other : ME.id, lines[line % lines.length] ?? '');
			// A picture of the parcel that is late.
			if (other === ids[0] && line === 2)
				attachFile(state, event, { ...PICTURE, media: `${event.id.slice(0, -1)}9` });
		}
	}
	const group = String(idAt(now - 21 * 24 * HOUR));
	const members = [ME.id, ...ids.slice(2, 5)];
	state.conversations.set(group, { id: group, participants: members, group: true });
	const joined = now - 20 * 24 * HOUR;
	const id = String(idAt(joined));
	state.dmEvents.set(id, {
		id,
		event_type: 'ParticipantsJoin',
		dm_conversation_id: group,
		sender_id: ME.id,
		created_at: new Date(joined).toISOString(),
		participant_ids: members,
	});
	for (let line = 0; line < 6; line += 1)
		add(group, members[line % members.length] ?? ME.id, lines[line % lines.length] ?? '');
	platform.newId();
}

const TOPIC_ID = '848920371311001600';

/** @param ids The users except `ME`, in the order of the seed. */
function seedFamilies(platform: Platform, state: CoreState, ids: readonly string[]): void {
	state.muting.set(ME.id, ids.slice(32, 34));
	state.blocking.set(ME.id, ids.slice(34, 37));
	const foreign = newestFirst(state.posts).filter(
		({ author_id }) => author_id !== ME.id && !state.users.get(author_id)?.protected,
	);
	const bookmarked = foreign.slice(10, 20).map(({ id }) => id);
	state.bookmarks.set(ME.id, bookmarked);
	const folder = { id: platform.newId(), name: 'Ideas', owner_id: ME.id, posts: bookmarked.slice(0, 3) };
	state.bookmarkFolders.set(folder.id, folder);
	state.topics.set(TOPIC_ID, { id: TOPIC_ID, name: 'Technology', description: 'All about technology' });
	seedLists(platform, state, ids);
	seedSpaces(platform, state, ids);
	for (const [value, tag] of [
		['from:acme_support', 'own'],
		['#acme lang:en', 'brand'],
	] as const) {
		const id = platform.newId();
		state.powerstreamRules.set(id, { id, value, tag });
	}
}

/** One live Space, a scheduled one of `ME` with tickets, and one that has ended. */
function seedSpaces(platform: Platform, state: CoreState, ids: readonly string[]): void {
	const [first = '', second = '', third = ''] = ids;
	const at = (hours: number) => platform.clock.iso(hours * HOUR);
	const none = { host_ids: [], speaker_ids: [], invited_user_ids: [], buyers: [], posts: [] };
	const base = { ...shown('GET /2/spaces/{id}'), ...none, creator_id: first, topic_ids: [TOPIC_ID] };
	const spaces: Space[] = [
		{
			...base,
			id: '1DXxyRYNejbKM',
			title: 'Release party live',
			state: 'live',
			started_at: at(-1),
			participant_count: 420,
			host_ids: [first],
			speaker_ids: [first, second],
			posts: [...state.posts.keys()].slice(-60, -58),
		},
		{
			...base,
			id: '1nAJELYEEPvGL',
			title: 'Ask Acme anything',
			state: 'scheduled',
			scheduled_start: at(30),
			creator_id: ME.id,
			host_ids: [ME.id, first],
			buyers: [second, third],
		},
		{ ...base, id: '1zqKVXPQhvZJB', title: 'Last release party', state: 'ended', ended_at: at(-300) },
	];
	for (const space of spaces) state.spaces.set(space.id, space);
}

/** Two lists of `ME`, the second one private, and one that someone else keeps and `ME` is on and follows. */
function seedLists(platform: Platform, state: CoreState, ids: readonly string[]): void {
	const keep = (name: string, owner_id: string, members: string[], rest: Partial<UserList> = {}) => {
		const none = { private: false, description: `${name} we hear from`, followers: [] };
		const list = {
			...shown('GET /2/lists/{id}'),
			...none,
			id: platform.newId(),
			name,
			owner_id,
			members,
			...rest,
		};
		state.lists.set(list.id, list);
		return list.id;
	};
	const pinned = keep('Customers', ME.id, ids.slice(0, 12), { followers: ids.slice(0, 3) });
	keep('Rivals', ME.id, ids.slice(12, 15), { private: true });
	keep('Support teams', ids[0] ?? '', [ME.id, ...ids.slice(1, 4)], { followers: [ME.id] });
	state.pinnedLists.set(ME.id, [pinned]);
}
