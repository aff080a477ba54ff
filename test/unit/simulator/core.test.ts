import { core } from '../../simulator/core/area';
import { app, me } from '../../simulator/identities';
import { startSimulator, type Simulator } from '../../simulator/server';
import { asApp, call, list, object, signed } from './client';

let sim: Simulator;
beforeAll(async () => {
	sim = await startSimulator({ followers: 40 });
});
beforeEach(() => sim.reset());
afterAll(() => sim.close());

const data = async (path: string, authorization?: string) =>
	object((await call(sim, path, authorization === undefined ? {} : { authorization })).json['data']);
const follower = (index: number) => [...core.state(sim.platform).users.keys()][index + 1] ?? '';

describe('Direct Messages', () => {
	it('sends to a user, tells the platform, and lists the message first', async () => {
		const told: string[] = [];
		sim.platform.on('dm.created', ({ eventId }) => told.push(eventId));
		const sent = await call(sim, `/2/dm_conversations/with/${follower(0)}/messages`, {
			body: { text: 'Hello' },
		});
		expect(sent.status).toBe(201);
		const { dm_event_id: id, dm_conversation_id: conversation } = object(sent.json['data']);
		expect(conversation).toBe(`${me.id}-${follower(0)}`);
		expect(told).toEqual([id]);
		const { json } = await call(
			sim,
			`/2/dm_conversations/${String(conversation)}/dm_events?dm_event.fields=sender_id&max_results=5`,
		);
		expect(list(json['data'])[0]).toEqual({
			id,
			event_type: 'MessageCreate',
			text: 'Hello',
			sender_id: me.id,
		});
	});

	it('makes a new group each time, starting with who joined', async () => {
		const body = {
			conversation_type: 'Group',
			participant_ids: [follower(0), follower(1)],
			message: { text: 'Hi all' },
		};
		const ids = [
			await call(sim, '/2/dm_conversations', { body }),
			await call(sim, '/2/dm_conversations', { body }),
		].map((answer) => String(object(answer.json['data'])['dm_conversation_id']));
		expect(new Set(ids).size).toBe(2);
		const { json } = await call(sim, `/2/dm_conversations/${ids[0]}/dm_events?event_types=ParticipantsJoin`);
		expect(list(json['data'])[0]?.['participant_ids']).toEqual([me.id, follower(0), follower(1)]);
	});

	it.each([
		['an empty message', {}],
		['an empty text', { text: '' }],
		['two attachments', { attachments: [{ media_id: '1' }, { media_id: '2' }] }],
		['an attachment that is not there', { attachments: [{ media_id: '1' }] }],
		['an unknown field', { text: 'a', media_id: '1' }],
	])('refuses %s', async (_name, body) => {
		expect((await call(sim, `/2/dm_conversations/with/${follower(0)}/messages`, { body })).status).toBe(400);
	});

	it('deletes own messages only', async () => {
		const events = [...core.state(sim.platform).dmEvents.values()];
		const mine = events.find((event) => event.sender_id === me.id && event.event_type === 'MessageCreate');
		const theirs = events.find((event) => event.sender_id !== me.id);
		expect((await call(sim, `/2/dm_events/${theirs?.id}`, { method: 'DELETE' })).status).toBe(403);
		expect((await call(sim, `/2/dm_events/${mine?.id}`, { method: 'DELETE' })).json).toEqual({
			data: { deleted: true },
		});
		expect((await call(sim, `/2/dm_events/${mine?.id}`)).status).toBe(404);
	});

	it('shares conversations with the older generation', async () => {
		const path = '/1.1/direct_messages/events/new.json';
		const body = {
			event: {
				type: 'message_create',
				message_create: { target: { recipient_id: follower(0) }, message_data: { text: 'Old way' } },
			},
		};
		const sent = await call(sim, path, { body, authorization: signed(sim.baseUrl + path, 'POST') });
		const id = String(object(sent.json['event'])['id']);
		expect((await data(`/2/dm_events/${id}`))['text']).toBe('Old way');
		const destroy = `/1.1/direct_messages/events/destroy.json?id=${id}`;
		const gone = await call(sim, destroy, {
			method: 'DELETE',
			authorization: signed(sim.baseUrl + destroy, 'DELETE'),
		});
		expect(gone.status).toBe(204);
	});
});

describe('Posts, likes and follows', () => {
	it('publishes, likes, unlikes and deletes', async () => {
		const id = String(
			object((await call(sim, '/2/tweets', { body: { text: 'A new #day' } })).json['data'])['id'],
		);
		expect((await call(sim, `/2/users/${me.id}/likes`, { body: { tweet_id: id } })).json).toEqual({
			data: { liked: true },
		});
		expect(
			object((await data(`/2/tweets/${id}?tweet.fields=public_metrics`))['public_metrics'])['like_count'],
		).toBe(1);
		expect((await call(sim, `/2/users/${me.id}/likes/${id}`, { method: 'DELETE' })).json).toEqual({
			data: { liked: false },
		});
		expect((await call(sim, `/2/tweets/${id}`, { method: 'DELETE' })).json).toEqual({
			data: { deleted: true },
		});
		const gone = await call(sim, `/2/tweets/${id}`);
		expect(gone.status).toBe(200);
		expect(list(gone.json['errors'])[0]).toMatchObject({ resource_id: id, resource_type: 'tweet' });
	});

	it('follows, waits for protected accounts, and unfollows', async () => {
		const follow = (target_user_id: string) =>
			call(sim, `/2/users/${me.id}/following`, { body: { target_user_id } });
		expect((await follow(follower(35))).json).toEqual({ data: { following: true, pending_follow: false } });
		expect((await follow(follower(30))).json).toEqual({ data: { following: false, pending_follow: true } });
		const undo = await call(sim, `/2/users/${me.id}/following/${follower(35)}`, { method: 'DELETE' });
		expect(undo.json).toEqual({ data: { following: false } });
		expect((await follow(me.id)).status).toBe(400);
		expect(
			(await call(sim, `/2/users/${follower(0)}/following`, { body: { target_user_id: follower(1) } }))
				.status,
		).toBe(400);
	});

	it.each([
		['from:acme_support', (text: string) => text.includes('#acme')],
		['#books OR #football', (text: string) => /#books|#football/.test(text)],
		['"looking into it" -4000', (text: string) => text.includes('looking into it')],
		['@acme_support thanks', (text: string) => text.includes('thanks')],
	])('finds Posts by %s', async (query, fits) => {
		const { json } = await call(
			sim,
			`/2/tweets/search/recent?max_results=100&query=${encodeURIComponent(query)}`,
		);
		const texts = list(json['data']).map((post) => String(post['text']));
		expect(texts.length).toBeGreaterThan(0);
		expect(texts.every(fits)).toBe(true);
	});

	it.each(['foo:bar', '-only -negative', 'is:sunny'])('refuses the query %s', async (query) => {
		expect((await call(sim, `/2/tweets/search/recent?query=${encodeURIComponent(query)}`)).status).toBe(400);
	});
});

describe('the small families', () => {
	it('serves news with the fields asked for', async () => {
		const found = await call(sim, '/2/news/search?query=football&max_results=2&news.fields=summary', {
			authorization: asApp,
		});
		const story = list(found.json['data'])[0] ?? {};
		expect(Object.keys(story)).toEqual(['id', 'name', 'summary']);
		expect((await data(`/2/news/${String(story['id'])}`))['name']).toBe(story['name']);
	});

	it('ends connections by identifier, by endpoint and all', async () => {
		const open = list((await call(sim, '/2/connections', { authorization: asApp })).json['data']);
		expect(open).toHaveLength(4);
		const body = { uuids: [open[0]?.['id'], 'unknown'] };
		const some = await call(sim, '/2/connections', { method: 'DELETE', body, authorization: asApp });
		expect(some.json['data']).toMatchObject({ successful_kills: 1, failed_kills: 1 });
		const endpoint = await call(sim, '/2/connections/sample_stream', {
			method: 'DELETE',
			authorization: asApp,
		});
		expect(endpoint.json['data']).toMatchObject({ successful_kills: 2 });
		const rest = await call(sim, '/2/connections/all', { method: 'DELETE', authorization: asApp });
		expect(rest.json['data']).toMatchObject({ successful_kills: 1 });
	});

	it('adds and deletes PowerStream rules, telling duplicates', async () => {
		const rules = '/2/powerstream/rules';
		const added = await call(sim, rules, {
			body: { rules: [{ value: 'cats', tag: 'pets' }, { value: 'cats' }] },
			authorization: asApp,
		});
		expect(added.status).toBe(201);
		expect(list(object(added.json['data'])['rules'])).toHaveLength(1);
		expect(list(added.json['errors'])).toHaveLength(1);
		const gone = await call(sim, rules, {
			method: 'DELETE',
			body: { rules: [{ value: 'cats' }] },
			authorization: asApp,
		});
		expect(object(object(gone.json['meta'])['summary'])['deleted']).toBe(1);
	});

	it('takes a note once per Post, in test mode, and evaluates', async () => {
		const eligible = await call(sim, '/2/notes/search/posts_eligible_for_notes?test_mode=true&max_results=1');
		const post_id = list(eligible.json['data'])[0]?.['id'];
		const info = {
			text: 'Not so, see https://stats.example/x',
			classification: 'misinformed_or_potentially_misleading',
			misleading_tags: ['factual_error'],
			trustworthy_sources: true,
		};
		const create = (test_mode: boolean) => call(sim, '/2/notes', { body: { test_mode, post_id, info } });
		expect([(await create(false)).status, (await create(true)).status, (await create(true)).status]).toEqual([
			400, 201, 403,
		]);
		const { json } = await call(sim, '/2/notes/evaluate', { body: { post_id, note_text: 'a'.repeat(140) } });
		expect(json).toEqual({ data: { claim_opinion_score: 0.5 } });
	});

	it('lists trends of a place and for the user', async () => {
		expect(list((await call(sim, '/2/trends/by/woeid/1?max_trends=3')).json['data'])).toHaveLength(3);
		expect((await call(sim, '/2/trends/by/woeid/999999')).status).toBe(404);
		expect((await call(sim, '/2/users/personalized_trends')).status).toBe(200);
		expect(
			(await data('/2/usage/tweets?days=3&usage.fields=daily_project_usage', `Bearer ${app.bearerToken}`))[
				'project_cap'
			],
		).toBe('2000000');
	});
});
