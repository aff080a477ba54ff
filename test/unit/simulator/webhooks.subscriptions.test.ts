import { allScopes } from '../../simulator/auth/credentials';
import { me } from '../../simulator/identities';
import { activityTypes } from '../../simulator/webhooks/activityTypes';
import { stranger, type Webhook } from '../../simulator/webhooks';
import { address, asUser, startStage, type Stage } from '../../support/webhookReceiver';

let stage: Stage;
let webhook: Webhook;
beforeEach(async () => {
	stage = await startStage();
	webhook = stage.events.register(address);
});
afterEach(async () => await stage.close());

const path = '/2/activity/subscriptions';
const subscribe = async (
	event_type: string,
	filter: Record<string, string>,
	more: Record<string, string> = {},
	authorization?: string,
) => await stage.ask('POST', path, { event_type, filter, ...more }, authorization);
const idOf = (answer: { body: unknown }) =>
	(answer.body as { data: { subscription: { subscription_id: string } } }).data.subscription.subscription_id;
const bodies = () => stage.receiver.events.map(({ body }) => JSON.parse(body.toString()) as unknown);
const tokenWith = (scopes: readonly string[], userId: string = me.id) =>
	`Bearer ${stage.sim.platform.credentials.grant(userId, scopes).access_token}`;

describe('activity subscriptions', () => {
	it('are created, listed, changed and deleted', async () => {
		const created = await subscribe('post.create', { user_id: me.id }, { tag: 'a', webhook_id: webhook.id });
		const subscription = {
			subscription_id: expect.stringMatching(/^\d+$/) as string,
			event_type: 'post.create',
			filter: { user_id: me.id },
			tag: 'a',
			webhook_id: webhook.id,
			created_at: expect.any(String) as string,
			updated_at: expect.any(String) as string,
		};
		expect(created).toEqual({ status: 200, body: { data: { subscription } } });
		expect((await stage.ask('GET', path)).body).toEqual({
			data: [subscription],
			meta: { result_count: 1, total_subscriptions: 1 },
		});
		const id = idOf(created);
		expect((await stage.ask('PUT', `${path}/${id}`, { tag: 'b' })).body).toMatchObject({
			data: { subscription: { tag: 'b' }, total_subscriptions: 1 },
		});
		expect((await stage.ask('DELETE', `${path}/${id}`)).body).toEqual({
			data: { deleted: true },
			meta: { total_subscriptions: 0 },
		});
		expect((await stage.ask('DELETE', `${path}/${id}`)).status).toBe(404);
	});

	it.each(['object', 'array'] as const)('can be answered as %s', async (subscriptionShape) => {
		stage.events.configure({ subscriptionShape });
		const { body } = await subscribe('post.create', { user_id: me.id });
		const shown = { event_type: 'post.create' };
		expect(body).toMatchObject({
			data: subscriptionShape === 'array' ? [shown] : shown,
			meta: { total_subscriptions: 1 },
		});
	});

	it('are paged', async () => {
		for (const id of ['1', '2', '3']) await subscribe('post.create', { user_id: id });
		const first = await stage.ask('GET', `${path}?max_results=2`);
		const { next_token } = (first.body as { meta: { next_token: string } }).meta;
		const second = await stage.ask('GET', `${path}?max_results=2&pagination_token=${next_token}`);
		expect(second.body).toMatchObject({ data: [{ filter: { user_id: '3' } }], meta: { result_count: 1 } });
	});

	it('are deleted by the hundred, naming those that do not exist', async () => {
		const id = idOf(await subscribe('post.create', { user_id: '1' }));
		expect((await stage.ask('DELETE', `${path}?ids=${id},404`)).body).toMatchObject({
			data: [{ subscription_id: id, deleted: true }],
			errors: [{ subscription_id: '404', reason: 'SubscriptionNotFound' }],
			meta: { total_subscriptions: 0 },
		});
	});

	it('know the types of the description and one old spelling', async () => {
		expect(activityTypes.size).toBeGreaterThan(40);
		const answer = await subscribe('chat.conversation_join', { user_id: me.id }, {}, asUser);
		expect(answer.body).toMatchObject({ data: { subscription: { event_type: 'chat.conversation.join' } } });
		expect((await subscribe('ProfileBioUpdate', { user_id: me.id })).status).toBe(400);
	});

	it.each([
		['an unknown filter', 'post.create', { user_id: '1', country: 'DE' }],
		['no user', 'post.create', {}],
		['a keyword for Posts', 'post.create', { user_id: '1', keyword: 'x' }],
		['no keyword for news', 'news.new', {}],
		['a keyword of 151 characters', 'news.new', { keyword: 'x'.repeat(151) }],
		['a direction nobody knows', 'like.create', { user_id: me.id, direction: 'sideways' }],
		['a direction for mutes', 'mute.mute', { user_id: me.id, direction: 'inbound' }],
	])('refuse %s', async (_what, type, filter) => {
		expect((await subscribe(type, filter, {}, asUser)).status).toBe(400);
	});

	it('want the consent of the user for private events', async () => {
		expect((await subscribe('dm.received', { user_id: me.id })).status).toBe(403);
		expect((await subscribe('dm.received', { user_id: stranger.id }, {}, asUser)).status).toBe(403);
		expect((await subscribe('dm.received', { user_id: me.id }, {}, asUser)).status).toBe(200);
	});

	it.each([
		['dm.received', 'dm.read'],
		['chat.received', 'dm.read'],
		['like.create', 'like.read'],
		['mute.mute', 'mute.read'],
		['block.block', 'block.read'],
		['post.mention.create', 'tweet.read'],
	])('want for %s the scope %s', async (type, scope) => {
		const without = tokenWith(allScopes.filter((one) => one !== scope));
		expect((await subscribe(type, { user_id: me.id }, {}, without)).status).toBe(403);
		expect((await subscribe(type, { user_id: me.id }, {}, tokenWith([scope]))).status).toBe(200);
	});

	it('refuse duplicates, foreign webhooks, and more than the plan has', async () => {
		await subscribe('post.create', { user_id: '1' });
		expect(JSON.stringify((await subscribe('post.create', { user_id: '1' })).body)).toContain('Duplicate');
		const foreign = await subscribe('post.create', { user_id: '2' }, { webhook_id: '404' });
		expect(JSON.stringify(foreign.body)).toContain('WebhookIdInvalid');
		stage.events.configure({ activityLimit: 1 });
		const excess = await subscribe('post.create', { user_id: '2' });
		expect(JSON.stringify(excess.body)).toContain('SubscriptionLimitExceeded');
	});

	it('stay behind when their webhook is removed', async () => {
		await subscribe('post.create', { user_id: me.id }, { webhook_id: webhook.id });
		await stage.ask('DELETE', `/2/webhooks/${webhook.id}`);
		expect(stage.events.inventory()).toMatchObject({ webhooks: [], activity: [{ webhook_id: webhook.id }] });
	});

	it('get the events that match, each with its own filter and tag', async () => {
		const to = { webhook_id: webhook.id };
		await subscribe('post.create', { user_id: me.id }, { ...to, tag: 'mine' });
		await subscribe('post.create', { user_id: '404' }, to);
		await subscribe('post.delete', { user_id: me.id }, to);
		await subscribe('news.new', { keyword: 'comet' }, to);
		await subscribe('like.create', { user_id: me.id, direction: 'inbound' }, { ...to, tag: 'in' }, asUser);
		await subscribe('like.create', { user_id: me.id, direction: 'outbound' }, { ...to, tag: 'out' }, asUser);

		await stage.events.publish(stage.events.build('post.create', { id: '5' }));
		await stage.events.publish(stage.events.build('news.new', { text: 'A comet passes' }));
		await stage.events.publish(stage.events.build('news.new', { text: 'Election results' }));
		await stage.events.publish(stage.events.build('like.create'));
		expect(bodies()).toMatchObject([
			{
				data: {
					event_type: 'post.create',
					event_uuid: '5',
					filter: { user_id: me.id },
					tag: 'mine',
					payload: { id: '5', author_id: me.id },
				},
			},
			{ data: { event_type: 'news.new', filter: { keyword: 'comet' } } },
			{ data: { event_type: 'like.create', tag: 'in' } },
		]);
	});

	it('get nothing while the webhook is invalid', async () => {
		await subscribe('post.create', { user_id: me.id }, { webhook_id: webhook.id });
		webhook.valid = false;
		expect(await stage.events.publish(stage.events.build('post.create'))).toEqual([]);
	});
});

describe('account activity', () => {
	const base = () => `/2/account_activity/webhooks/${webhook.id}/subscriptions`;

	it('is subscribed, shown, counted and ended', async () => {
		expect((await stage.ask('GET', `${base()}/all`, undefined, asUser)).body).toEqual({
			data: { subscribed: false },
		});
		expect(await stage.ask('POST', `${base()}/all`, {}, asUser)).toEqual({
			status: 200,
			body: { data: { subscribed: true } },
		});
		expect((await stage.ask('GET', `${base()}/all/list`)).body).toMatchObject({
			data: { webhook_id: webhook.id, webhook_url: address, subscriptions: [{ user_id: me.id }] },
		});
		expect((await stage.ask('GET', '/2/account_activity/subscriptions/count')).body).toMatchObject({
			data: {
				subscriptions_count_all: '1',
				subscriptions_count_direct_messages: '0',
				provisioned_count: '3',
			},
		});
		expect((await stage.ask('DELETE', `${base()}/${me.id}/all`)).body).toEqual({
			data: { subscribed: false },
		});
		expect((await stage.ask('DELETE', `${base()}/${me.id}/all`)).status).toBe(404);
	});

	it('needs a body, a user and the scopes', async () => {
		expect((await stage.ask('POST', `${base()}/all`, undefined, asUser)).status).toBe(400);
		expect((await stage.ask('POST', `${base()}/all`, {})).status).toBe(403);
		expect((await stage.ask('POST', `${base()}/all`, {}, tokenWith(['tweet.read']))).status).toBe(403);
	});

	it('refuses a second subscription and a fourth user', async () => {
		await stage.ask('POST', `${base()}/all`, {}, asUser);
		const again = await stage.ask('POST', `${base()}/all`, {}, asUser);
		expect(JSON.stringify(again.body)).toContain('DuplicateSubscriptionFailed');
		stage.events.subscribeAccount(webhook.id, '2');
		stage.events.subscribeAccount(webhook.id, '3');
		const fourth = await stage.ask('POST', `${base()}/all`, {}, tokenWith(allScopes, stranger.id));
		expect(JSON.stringify(fourth.body)).toContain('SubscriptionLimitExceeded');
	});

	it('goes to the subscribed user only', async () => {
		stage.events.subscribeAccount(webhook.id, me.id);
		await stage.events.publish(stage.events.build('direct_message_events'));
		await stage.events.publish(stage.events.build('direct_message_events', { forUserId: '404' }));
		expect(bodies()).toMatchObject([{ for_user_id: me.id }]);
	});

	it('is sent once for each app that shares the address', async () => {
		stage.events.addApp('77', 'secret of app 77');
		const other = stage.events.register(address, { appId: '77' });
		stage.events.subscribeAccount(webhook.id, me.id);
		stage.events.subscribeAccount(other.id, me.id);
		await stage.events.publish(stage.events.build('follow_events'));
		const [first, second] = stage.receiver.events;
		expect(first?.body).toEqual(second?.body);
		expect(first?.headers['x-twitter-webhooks-signature']).not.toBe(
			second?.headers['x-twitter-webhooks-signature'],
		);
	});
});
