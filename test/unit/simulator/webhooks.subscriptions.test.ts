import { allScopes } from '../../simulator/auth/credentials';
import { ME } from '../../simulator/identities';
import { activityTypes } from '../../simulator/webhooks/activityTypes';
import { STRANGER, type Webhook } from '../../simulator/webhooks';
import { WEBHOOK_ADDRESS, AS_USER, MINUTE, useStage } from './stage';

const stage = useStage();
let webhook: Webhook;
beforeEach(() => void (webhook = stage.events.register(WEBHOOK_ADDRESS)));

const PATH = '/2/activity/subscriptions';
const subscribe = async (
	event_type: string,
	filter: Record<string, string>,
	more: Record<string, string> = {},
	authorization?: string,
) => await stage.ask('POST', PATH, { event_type, filter, ...more }, authorization);
const bodies = () => stage.receiver.events.map(({ body }) => JSON.parse(body.toString()) as unknown);
const tokenWith = (scopes: readonly string[], userId: string = ME.id) =>
	`Bearer ${stage.sim.platform.credentials.grant(userId, scopes).access_token}`;

describe('activity subscriptions', () => {
	it('know the types of the description and one old spelling', async () => {
		expect(activityTypes.size).toBeGreaterThan(40);
		const answer = await subscribe('chat.conversation_join', { user_id: ME.id }, {}, AS_USER);
		expect(answer.body).toMatchObject({ data: { subscription: { event_type: 'chat.conversation.join' } } });
		expect((await subscribe('ProfileBioUpdate', { user_id: ME.id })).status).toBe(400);
	});

	it.each([
		['an unknown filter', 'post.create', { user_id: '1', country: 'DE' }],
		['no user', 'post.create', {}],
		['a keyword for Posts', 'post.create', { user_id: '1', keyword: 'x' }],
		['no keyword for news', 'news.new', {}],
		['a keyword of 151 characters', 'news.new', { keyword: 'x'.repeat(151) }],
		['a direction nobody knows', 'like.create', { user_id: ME.id, direction: 'sideways' }],
		['a direction for mutes', 'mute.mute', { user_id: ME.id, direction: 'inbound' }],
	])('refuse %s', async (_what, type, filter) => {
		expect((await subscribe(type, filter, {}, AS_USER)).status).toBe(400);
	});

	it('want the consent of the user for private events', async () => {
		expect((await subscribe('dm.received', { user_id: ME.id })).status).toBe(403);
		expect((await subscribe('dm.received', { user_id: STRANGER.id }, {}, AS_USER)).status).toBe(403);
		expect((await subscribe('dm.received', { user_id: ME.id }, {}, AS_USER)).status).toBe(200);
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
		expect((await subscribe(type, { user_id: ME.id }, {}, without)).status).toBe(403);
		expect((await subscribe(type, { user_id: ME.id }, {}, tokenWith([scope]))).status).toBe(200);
	});

	const inbound = { user_id: ME.id, direction: 'inbound' };
	it.each([
		['one with a direction after one without', [{ user_id: ME.id }, inbound]],
		['one without after one with a direction', [inbound, { user_id: ME.id }]],
	])('refuse one that overlaps another: %s', async (_what, [first = {}, second = {}]) => {
		expect((await subscribe('like.create', first, {}, AS_USER)).status).toBe(200);
		const refused = await subscribe('like.create', second, { webhook_id: webhook.id }, AS_USER);
		expect(refused.status).toBe(400);
		expect(JSON.stringify(refused.body)).toMatch(/overlaps/);
	});

	it('may differ in the direction', async () => {
		const outbound = { ...inbound, direction: 'outbound' };
		for (const filter of [inbound, outbound])
			expect((await subscribe('like.create', filter, {}, AS_USER)).status).toBe(200);
	});

	it('take no filter for revoked access, and end with it', async () => {
		expect((await subscribe('oauth.revoke', { user_id: ME.id })).status).toBe(400);
		expect((await subscribe('oauth.revoke', {})).status).toBe(200);
		await subscribe('dm.received', { user_id: ME.id }, {}, AS_USER);
		await subscribe('post.create', { user_id: ME.id });
		await stage.events.publish(stage.events.build('oauth.revoke'));
		expect(stage.events.inventory().activity.map(({ event_type }) => event_type)).toEqual([
			'oauth.revoke',
			'post.create',
		]);
	});

	it('end at their time', async () => {
		const expires_at = new Date(stage.sim.platform.clock.now() + MINUTE).toISOString();
		await subscribe('post.create', { user_id: ME.id }, { webhook_id: webhook.id, expires_at });
		await stage.pass(2 * MINUTE);
		expect((await stage.ask('GET', PATH)).body).toMatchObject({ data: [] });
		await stage.events.publish(stage.events.build('post.create'));
		expect(bodies()).toEqual([]);
	});

	it('may want another kind of token for private events', async () => {
		stage.events.configure({ privateSubscriptions: 'oAuth1' });
		expect((await subscribe('dm.received', { user_id: ME.id }, {}, AS_USER)).status).toBe(403);
		expect((await subscribe('post.create', { user_id: ME.id }, {}, AS_USER)).status).toBe(200);
	});

	it('stay behind when their webhook is removed', async () => {
		await subscribe('post.create', { user_id: ME.id }, { webhook_id: webhook.id });
		await stage.ask('DELETE', `/2/webhooks/${webhook.id}`);
		expect(stage.events.inventory()).toMatchObject({ webhooks: [], activity: [{ webhook_id: webhook.id }] });
	});

	it('get the events that match, each with its own filter and tag', async () => {
		const to = { webhook_id: webhook.id };
		await subscribe('post.create', { user_id: ME.id }, { ...to, tag: 'mine' });
		await subscribe('post.create', { user_id: '404' }, to);
		await subscribe('post.delete', { user_id: ME.id }, to);
		await subscribe('news.new', { keyword: 'comet' }, to);
		await subscribe('like.create', { user_id: ME.id, direction: 'inbound' }, { ...to, tag: 'in' }, AS_USER);
		await subscribe('like.create', { user_id: ME.id, direction: 'outbound' }, { ...to, tag: 'out' }, AS_USER);

		await stage.events.publish(stage.events.build('post.create', { id: '5' }));
		await stage.events.publish(stage.events.build('news.new', { text: 'A comet passes' }));
		await stage.events.publish(stage.events.build('news.new', { text: 'Election results' }));
		await stage.events.publish(stage.events.build('like.create'));
		expect(bodies()).toMatchObject([
			{
				data: {
					event_type: 'post.create',
					event_uuid: '5',
					filter: { user_id: ME.id },
					tag: 'mine',
					payload: { id: '5', author_id: ME.id },
				},
			},
			{ data: { event_type: 'news.new', filter: { keyword: 'comet' } } },
			{ data: { event_type: 'like.create', tag: 'in' } },
		]);
	});
});

describe('account activity', () => {
	const base = () => `/2/account_activity/webhooks/${webhook.id}/subscriptions`;

	it('needs a body, a user and the scopes', async () => {
		expect((await stage.ask('POST', `${base()}/all`, undefined, AS_USER)).status).toBe(400);
		expect((await stage.ask('POST', `${base()}/all`, {})).status).toBe(403);
		expect((await stage.ask('POST', `${base()}/all`, {}, tokenWith(['tweet.read']))).status).toBe(403);
	});

	it('goes to the subscribed user only', async () => {
		stage.events.subscribeAccount(webhook.id, ME.id);
		await stage.events.publish(stage.events.build('direct_message_events'));
		await stage.events.publish(stage.events.build('direct_message_events', { forUserId: '404' }));
		expect(bodies()).toMatchObject([{ for_user_id: ME.id }]);
	});
});
