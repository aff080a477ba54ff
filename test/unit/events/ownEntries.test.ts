/** Who "me" is, and what the account wrote itself: shared by the three triggers. */
import { activityEvent } from '../../../nodes/shared/events/activityEvent';
import { ownAccount } from '../../../nodes/shared/events/ownAccount';
import { isOwnEntry, isOwnEvent, withoutPostsOf } from '../../../nodes/shared/events/ownEntries';
import { streamEvent } from '../../../nodes/shared/events/streamEvent';
import { accountActivityEvents } from '../../../nodes/XWebhookTrigger/events/accountActivity';
import { parseRule } from '../../simulator/queryLanguage';

const ME = '2244994945';
const OTHER = '783214';

describe('the account behind a credential', () => {
	const asked: string[] = [];
	const find = async (
		kind: 'oAuth1' | 'oAuth2',
		credentials: object,
		known?: { id: string; token: string },
	) =>
		await ownAccount(
			{ getCredentials: async () => await Promise.resolve(credentials) } as never,
			{
				kind,
				send: async ({ path }: { path: string }) => {
					asked.push(path);
					return await Promise.resolve({ body: { data: { id: ME, username: 'me' } } });
				},
			} as never,
			known,
		);

	beforeEach(() => asked.splice(0));

	it('is in the token of OAuth 1.0a: X is not asked', async () => {
		expect(await find('oAuth1', { accessToken: `${OTHER}-abc` })).toMatchObject({ id: OTHER });
		expect(asked).toEqual([]);
	});

	it('is asked for once for each token of OAuth 2.0', async () => {
		const first = await find('oAuth2', { oauthTokenData: { access_token: 'one' } });
		expect(first).toMatchObject({ id: ME });
		expect(JSON.stringify(first)).not.toContain('one');
		expect(await find('oAuth2', { oauthTokenData: { access_token: 'one' } }, first)).toEqual(first);
		expect(asked).toEqual(['/2/users/me']);
		await find('oAuth2', { oauthTokenData: { access_token: 'two' } }, first);
		expect(asked).toEqual(['/2/users/me', '/2/users/me']);
	});
});

describe('what the account wrote itself', () => {
	it('is a Post or a message by it', () => {
		expect(isOwnEntry({ author_id: ME }, ME)).toBe(true);
		expect(isOwnEntry({ sender_id: ME }, ME)).toBe(true);
		expect(isOwnEntry({ author_id: OTHER }, ME)).toBe(false);
		expect(isOwnEntry({ id: ME }, ME)).toBe(false);
		expect(isOwnEntry({ author_id: ME }, undefined)).toBe(false);
	});

	const activity = (event_type: string, payload: object) =>
		activityEvent({ event_type, filter: { user_id: ME }, payload: payload });
	const message = { direct_message_events: [{ id: '1', message_create: { sender_id: ME } }] };

	it.each([
		['a reply in its own conversation', activity('post.reply.create', { id: '1', author_id: ME }), true],
		['a reply of somebody else', activity('post.reply.create', { id: '1', author_id: OTHER }), false],
		['a mention of itself', activity('post.mention.create', { id: '1', author_id: ME }), true],
		['a received message that it wrote', activity('dm.received', message), true],
		['a sent message, which is asked for by name', activity('dm.sent', message), false],
		['its Post, which is asked for by name', activity('post.create', { id: '1', author_id: ME }), false],
		['its new follower', activity('follow.follow', { id: '1', user_id: ME, sender_id: ME }), false],
		[
			'a message that it removed from its broadcast',
			activity('broadcast.chat.remove', { broadcast_id: '1', user: { id: ME } }),
			false,
		],
		[
			'its own message in a broadcast',
			activity('broadcast.chat', { message_id: '1', author: { data: { id: ME } } }),
			true,
		],
		[
			'a message of somebody else in its broadcast',
			activity('broadcast.chat', { message_id: '1', author: { data: { id: OTHER } } }),
			false,
		],
		['an encrypted message by it', activity('chat.received', { id: '1', sender_id: ME }), true],
		['a Post that matches a rule', streamEvent({ data: { id: '1', author_id: ME } }), true],
		['a Post of somebody else', streamEvent({ data: { id: '1', author_id: OTHER } }), false],
	])('%s', (_, event, expected) => {
		expect(isOwnEvent(event, ME)).toBe(expected);
		expect(isOwnEvent(event, undefined)).toBe(false);
	});

	it('is also what the older source delivers of it', () => {
		const events = accountActivityEvents({
			for_user_id: ME,
			tweet_create_events: [
				{ id_str: '1', user: { id_str: ME } },
				{ id_str: '2', user: { id_str: OTHER } },
			],
			direct_message_events: [
				{ type: 'message_create', id: '3', message_create: { sender_id: ME } },
				{ type: 'message_create', id: '4', message_create: { sender_id: OTHER } },
			],
			follow_events: [{ type: 'follow', source: { id: ME }, target: { id: OTHER } }],
		});
		expect(events.map((event) => isOwnEvent(event, ME))).toEqual([true, false, true, false, false]);
	});
});

describe('a query without the Posts of the account', () => {
	it.each(['zebra', 'zebra OR lion', '(zebra OR lion) has:links', 'a "x OR y"', '(a)OR(lion)'])(
		'finds what %p finds, of others only',
		(query) => {
			const [before, after] = [parseRule(query), parseRule(withoutPostsOf(ME, query))];
			const text = 'zebra lion a "x or y" https://x.com';
			expect(before({ text, author_id: ME })).toBe(true);
			expect(after({ text, author_id: ME })).toBe(false);
			expect(after({ text, author_id: OTHER })).toBe(true);
		},
	);

	it('puts no brackets around what needs none', () => {
		expect(withoutPostsOf(ME, 'a "x OR y"')).toBe(`a "x OR y" -from:${ME}`);
		expect(withoutPostsOf(undefined, 'a OR b')).toBe('a OR b');
	});

	it.each([512, 1024, 2048, 4096])('does not pass the %i characters of a plan', (limit) => {
		const query = 'x'.repeat(limit - 10);
		expect(withoutPostsOf(ME, query)).toBe(query);
		expect(withoutPostsOf(ME, 'x'.repeat(limit - 30))).toContain('-from:');
	});
});
