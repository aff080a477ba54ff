import { toJson } from '../../../nodes/shared/events/event';
import { eventItem } from '../../../nodes/shared/events/eventItem';
import { canonicalEventType, EVENT_TYPES } from '../../../nodes/shared/model/eventTypes';
import { eventsOf } from '../../../nodes/XWebhookTrigger/events';

const one = (body: unknown) => {
	const events = eventsOf(body);
	expect(events).toHaveLength(1);
	const event = events[0];
	if (event === undefined) throw new Error('no event');
	return event;
};

describe('activity events', () => {
	const post = {
		data: {
			event_uuid: '1990000000000000001',
			event_type: 'post.create',
			filter: { user_id: '2244994945' },
			tag: 'own posts',
			payload: {
				id: '1990000000000000001',
				text: 'hi',
				author_id: '2244994945',
				created_at: '2026-08-01T10:00:00.000Z',
			},
			includes: { users: [{ data: { id: '2244994945', username: 'acme_support' } }] },
		},
	};

	const ADDRESS = 'https://x.com/i/status/1990000000000000001';

	it('becomes one item with the envelope lifted and users unwrapped', () => {
		expect(toJson(one(post))).toEqual({
			eventType: 'post.create',
			nativeType: 'post.create',
			eventId: '1990000000000000001',
			userId: '2244994945',
			createdAt: '2026-08-01T10:00:00.000Z',
			source: 'activity',
			tag: 'own posts',
			payload: post.data.payload,
			includes: { users: [{ id: '2244994945', username: 'acme_support' }] },
		});
	});

	it('has the author and the metrics where X Core has them, and all that X sent where X put it', () => {
		const metrics = { like_count: 3, reply_count: 1 };
		const user = { id: '2244994945', username: 'acme_support', public_metrics: { followers_count: 12 } };
		const payload = { ...post.data.payload, public_metrics: metrics };
		const event = one({ data: { ...post.data, payload, includes: { users: [{ data: user }] } } });
		expect(eventItem(event)).toEqual({
			...toJson(event),
			payload: { ...payload, ...metrics, author: { ...user, followers_count: 12 }, url: ADDRESS },
			chatInput: 'hi',
			sessionId: '1990000000000000001',
		});
	});

	it.each([
		[
			'without what it refers to',
			{ payload: post.data.payload, includes: {} },
			{ ...post.data.payload, url: ADDRESS },
		],
		['of something else', { event_type: 'follow.follow', payload: { id: '7' } }, { id: '7' }],
	])('an event %s stays as it came, with its address if it is a Post', (_, changes, payload) => {
		expect(eventItem(one({ data: { ...post.data, ...changes } })).payload).toEqual(payload);
	});

	it('tells the same Post apart by type, filter and tag, and not by the order of the filter', () => {
		const variant = (changes: object) => one({ data: { ...post.data, ...changes } }).key;
		const keys = [
			variant({}),
			variant({ event_type: 'post.mention.create' }),
			variant({ filter: { user_id: '12' } }),
			variant({ tag: 'other' }),
			variant({ event_uuid: '-5' }),
		];
		expect(new Set(keys).size).toBe(keys.length);
		expect(variant({ filter: { keyword: 'n8n', user_id: '1' } })).toBe(
			variant({ filter: { user_id: '1', keyword: 'n8n' } }),
		);
		expect(variant({ event_type: 'PostCreate' })).toBe(variant({}));
	});

	it.each([
		['follow.follow', { source: { data: { id: '1' } }, target: { data: { id: '2' } } }],
		['profile.update.bio', { before: 'a', after: 'b' }],
		['mute.mute', {}],
	])('%s without an identifier is delivered and never taken for a duplicate', (eventType, payload) => {
		const event = one({ data: { event_type: eventType, filter: { user_id: '1' }, payload } });
		expect(event).toMatchObject({ eventType, eventId: undefined, key: undefined });
	});

	it('falls back to the identifiers that the payload offers', () => {
		const id = (event_type: string, payload: object) =>
			one({ data: { event_type, filter: {}, payload } }).eventId;
		expect(id('post.delete', { id: '5', author_id: '1' })).toBe('5');
		expect(id('like.create', { id: 'aa11', liked_tweet_id: '5' })).toBe('aa11');
		expect(id('spaces.start', { broadcast_id: '1OwGW', user: { data: { id: '1' } } })).toBe('1OwGW');
		expect(id('broadcast.chat', { broadcast_id: '1OwGW', message_id: 'm-1' })).toBe('m-1');
		expect(id('oauth.revoke', { date_time: '2026-08-01T10:00:00Z', user_id: '1', app_id: '2' })).toBe(
			'1:2:2026-08-01T10:00:00Z',
		);
	});
});

describe('account activity events', () => {
	const owner = '2244994945';
	const user = (id: string) => ({ id, id_str: id });

	it.each([
		['repost', { user: user('12'), retweeted_status: { user: user(owner) } }, 'post.repost.create'],
		['quote', { user: user('12'), quoted_status: { user: user(owner) } }, 'post.quote.create'],
		[
			'mention in a long Post',
			{ user: user('12'), truncated: true, extended_tweet: { entities: { user_mentions: [user(owner)] } } },
			'post.mention.create',
		],
		['reply', { user: user('12'), in_reply_to_user_id_str: owner }, 'post.reply.create'],
		['Post of somebody else', { user: user('12') }, 'post.create'],
	])('names a %s as the activity source does', (_name, post, eventType) => {
		expect(one({ for_user_id: owner, tweet_create_events: [{ id_str: '5', ...post }] }).eventType).toBe(
			eventType,
		);
	});

	it.each([
		['follow_events', { type: 'follow' }, 'follow.follow'],
		['follow_events', { type: 'unfollow' }, 'follow.unfollow'],
		['unfollow_events', { type: 'unfollow' }, 'follow.unfollow'],
		['block_events', { type: 'unblock' }, 'block.unblock'],
		['unblock_events', {}, 'block.unblock'],
		['mute_events', { type: 'mute' }, 'mute.mute'],
		['mute_events', { type: 'unmute' }, 'mute.unmute'],
	])('%s with %o is %s', (array, extra, eventType) => {
		const entry = { source: user('1'), target: user('2'), created_timestamp: '1785578400000', ...extra };
		const event = one({ for_user_id: owner, [array]: [entry] });
		expect(event).toMatchObject({ eventType, createdAt: '2026-08-01T10:00:00.000Z' });
		const later = one({ for_user_id: owner, [array]: [{ ...entry, created_timestamp: '1785578400001' }] });
		expect(later.key).not.toBe(event.key);
	});

	it('tells received from sent Direct Messages and keeps the users beside them', () => {
		const dm = (sender_id: string) =>
			one({
				for_user_id: owner,
				direct_message_events: [{ id: '77', type: 'message_create', message_create: { sender_id } }],
				users: { '12': { id: '12', name: 'Jack' } },
				apps: { '268278': { id: '268278' } },
			});
		expect(dm('12')).toMatchObject({
			eventType: 'dm.received',
			includes: { users: { '12': { name: 'Jack' } }, apps: { '268278': {} } },
		});
		expect(dm(owner).eventType).toBe('dm.sent');
	});

	it('keeps two subscribed users of one interaction apart', () => {
		const seenBy = (for_user_id: string) =>
			one({ for_user_id, favorite_events: [{ id: 'a1b2', favorited_status: { id_str: '5' } }] }).key;
		expect(seenBy('1')).not.toBe(seenBy('2'));
	});

	it('reads deletions, read receipts and withdrawn access', () => {
		const createdAt = '2026-08-01T10:00:00.000Z';
		const deletion = { status: { id: '5', user_id: owner }, timestamp_ms: '1785578400000' };
		expect(one({ for_user_id: owner, tweet_delete_events: [deletion] })).toMatchObject({
			eventType: 'post.delete',
			eventId: '5',
			createdAt,
		});
		const receipt = { sender_id: '12', target: { recipient_id: owner }, last_read_event_id: '77' };
		expect(one({ for_user_id: owner, direct_message_mark_read_events: [receipt] }).eventId).toBe(
			`12:${owner}:77`,
		);
		const date_time = '2026-08-01T10:00:00+00:00';
		const revoke = { date_time, target: { app_id: '9' }, source: { user_id: '12' } };
		expect(one({ user_event: { revoke } })).toMatchObject({
			eventType: 'oauth.revoke',
			userId: '12',
			createdAt,
		});
	});

	it('passes unknown arrays through', () => {
		expect(one({ for_user_id: owner, poll_events: [{ id: '5' }] })).toMatchObject({
			eventType: 'poll_events',
			eventId: '5',
		});
		expect(one({ for_user_id: owner, something: 1 })).toMatchObject({ eventType: 'unknown', userId: owner });
	});
});

describe('other deliveries', () => {
	it('reports the end of a replay job once per state', () => {
		const job = (job_state: string) =>
			one({ replay_job_status: { webhook_id: '1', job_id: '9', job_state } });
		expect(job('Complete')).toMatchObject({ eventType: 'replay.complete', eventId: '9', source: 'replay' });
		expect(job('Incomplete')).toMatchObject({ eventType: 'replay.incomplete' });
		expect(job('Complete').key).not.toBe(job('Incomplete').key);
	});

	it.each([[{ hello: 'world' }], [[{ a: 0 }]], [{ data: [{ a: '' }] }], [{ a: null }]])(
		'passes %j through as unknown',
		(body) => {
			expect(one(body)).toMatchObject({ eventType: 'unknown', key: undefined });
		},
	);
});

describe('names of event types', () => {
	it.each([
		['ProfileBioUpdate', 'profile.update.bio'],
		['ProfilePictureUpdate', 'profile.update.profile_picture'],
		['ProfileBannerUpdate', 'profile.update.banner_picture'],
		['ProfileGeoUpdate', 'profile.update.geo'],
		['ProfileUrlUpdate', 'profile.update.url'],
		['ProfileScreennameUpdate', 'profile.update.screenname'],
		['DmReceived', 'dm.received'],
		['PostCreate', 'post.create'],
		['SpacesStart', 'spaces.start'],
		['profile.update.verified', 'profile.update.verified_badge'],
		['profile.update.affiliate', 'profile.update.affiliate_badge'],
		['chat.conversation_join', 'chat.conversation.join'],
		['post.mention.create', 'post.mention.create'],
		['poll.closed', 'poll.closed'],
		['SomethingNew', 'SomethingNew'],
		['toString', 'toString'],
		['__proto__', '__proto__'],
	])('%s is understood as %s', (given, canonical) => {
		expect(canonicalEventType(given)).toBe(canonical);
	});

	it('offers every type once, grouped and sorted by label', () => {
		const labels = EVENT_TYPES.map((type) => type.name);
		expect(labels).toEqual([...labels].sort((a, b) => a.localeCompare(b)));
		expect(new Set(EVENT_TYPES.map((type) => type.value)).size).toBe(EVENT_TYPES.length);
		expect(labels.every((label) => label.includes(': '))).toBe(true);
	});
});
