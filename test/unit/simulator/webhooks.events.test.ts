import { ME } from '../../simulator/identities';
import { activityTypes } from '../../simulator/webhooks/activityTypes';
import { eventByName, render, type EventOptions } from '../../simulator/webhooks';

const AT = Date.parse('2026-11-21T06:00:00.000Z');
let count = 0;
beforeEach(() => (count = 0));
const context = { id: () => `190000000000000000${++count}`, now: () => AT };
const body = (name: string, options: EventOptions = {}) => render(eventByName(context, name, options));

it.each([...activityTypes.keys(), 'oauth.revoke', 'some.future.event'])(
	'builds %s in the common envelope',
	(type) => {
		expect(body(type)).toEqual({
			data: {
				event_uuid: expect.stringMatching(/^-?[\da-f-]+$/) as string,
				filter: expect.any(Object) as object,
				event_type: type,
				payload: expect.any(Object) as object,
				...(/^(?:post|like|profile|broadcast\.chat$|subscriptions|some)/.test(type) && {
					includes: expect.any(Object) as object,
				}),
			},
		});
	},
);

it('shapes payloads as documented', () => {
	expect(body('post.create', { id: '5', text: 'hi' })).toMatchObject({
		data: {
			event_uuid: '5',
			payload: { id: '5', text: 'hi', author_id: ME.id, edit_history_tweet_ids: ['5'] },
			includes: { users: [{ id: ME.id, username: ME.username }] },
		},
	});
	expect(body('post.delete', { id: '5' })).toMatchObject({
		data: { payload: { id: '5', author_id: ME.id }, includes: { users: [{ data: { id: ME.id } }] } },
	});
	expect(body('dm.received', { id: '6', text: 'hello' })).toMatchObject({
		data: {
			payload: {
				direct_message_events: [
					{
						type: 'message_create',
						id: '6',
						created_timestamp: String(AT),
						message_create: {
							sender_id: '6253282',
							target: { recipient_id: ME.id },
							message_data: { text: 'hello' },
						},
					},
				],
				users: { [ME.id]: { data: { id: ME.id } }, '6253282': { data: { id: '6253282' } } },
			},
		},
	});
	expect(body('follow.follow')).toMatchObject({
		data: { payload: { source: { data: { id: '6253282' } }, target: { data: { id: ME.id } } } },
	});
	expect(body('like.create')).toMatchObject({
		data: {
			payload: {
				id: expect.stringMatching(/^[\da-f]{32}$/) as string,
				liked_tweet_author_id: ME.id,
				timestamp_ms: String(AT),
			},
		},
	});
	expect(body('spaces.start')).toMatchObject({
		data: { payload: { user: { data: { id: ME.id } }, event_type: 'spaces_start' } },
	});
	expect(body('profile.update.bio')).toMatchObject({
		data: { payload: { before: expect.any(String) as string, after: expect.any(String) as string } },
	});
	expect(body('chat.received')).toMatchObject({
		data: {
			event_uuid: expect.stringMatching(
				/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/,
			) as string,
			payload: { sender_id: '6253282', created_at_msec: String(AT) },
		},
	});
});

it('sends reversals under the key of the act, told apart by type', () => {
	expect(body('unfollow_events')).toMatchObject({ follow_events: [{ type: 'unfollow' }] });
	expect(body('unfollow_events', { asListed: true })).toMatchObject({
		unfollow_events: [{ type: 'unfollow' }],
	});
	expect(body('unblock_events')).toMatchObject({
		block_events: [{ type: 'unblock', source: { id: ME.id } }],
	});
});

it('prints v1.1 objects with dates of their own and numbers that are too large', () => {
	const [post] = body('tweet_create_events', { id: '1900000000000000001' }).tweet_create_events as Array<
		Record<string, unknown>
	>;
	expect(post).toMatchObject({ id_str: '1900000000000000001', created_at: 'Sat Nov 21 06:00:00 +0000 2026' });
	expect(String(post?.id)).not.toBe('1900000000000000001');
});
