import { core } from '../../simulator/core/area';
import { me } from '../../simulator/identities';
import { webhooks } from '../../simulator/webhooks';
import { address, asUser, startStage, type Stage } from '../../support/webhookReceiver';

let stage: Stage;
let other: string;
beforeEach(async () => {
	stage = await startStage([core, webhooks]);
	other = core.state(stage.sim.platform).following.get(me.id)?.[0] ?? '';
	const webhook = stage.events.register(address);
	stage.events.subscribeAccount(webhook.id, me.id);
	for (const event_type of [
		'post.create',
		'post.delete',
		'post.mention.create',
		'dm.sent',
		'dm.received',
		'like.create',
	]) {
		const body = { event_type, filter: { user_id: me.id }, webhook_id: webhook.id };
		await stage.ask('POST', '/2/activity/subscriptions', body, asUser);
	}
	await stage.ask('POST', `/2/tweets/search/webhooks/${webhook.id}?tweet.fields=entities`);
	await stage.ask('POST', '/2/tweets/search/stream/rules', { add: [{ value: 'launch' }] });
	stage.events.configure({ autoDeliver: true });
});
afterEach(async () => await stage.close());

const asOther = () => `Bearer ${stage.sim.platform.credentials.grant(other).access_token}`;

/** What arrived, named by event type or by the array in the body. */
async function arrived(): Promise<string[]> {
	await stage.events.settled();
	return stage.receiver.events.map(({ body }) => {
		const parsed = JSON.parse(body.toString()) as Record<string, { event_type?: string }>;
		return parsed.data?.event_type ?? Object.keys(parsed).find((key) => /_events$|^data$/.test(key)) ?? '?';
	});
}

it('tells of a Post and of its end', async () => {
	const { body } = await stage.ask('POST', '/2/tweets', { text: 'launch day #acme' }, asUser);
	const { id } = (body as { data: { id: string } }).data;
	expect(await arrived()).toEqual(['post.create', 'tweet_create_events', 'data']);
	const bodies = stage.receiver.events.map((event) => JSON.parse(event.body.toString()) as unknown);
	expect(bodies).toMatchObject([
		{ data: { event_uuid: id, payload: { id, text: 'launch day #acme' } } },
		{ for_user_id: me.id, tweet_create_events: [{ id_str: id }] },
		{ data: { id, entities: { hashtags: [{ tag: 'acme' }] } } },
	]);
	expect(JSON.stringify(bodies)).not.toContain('non_public_metrics');

	stage.receiver.events.length = 0;
	await stage.ask('DELETE', `/2/tweets/${id}`, undefined, asUser);
	expect(await arrived()).toEqual(['post.delete', 'tweet_delete_events']);
});

it("tells of somebody's mention", async () => {
	await stage.ask('POST', '/2/tweets', { text: `@${me.username} hello` }, asOther());
	expect(await arrived()).toEqual(['post.mention.create', 'tweet_create_events']);
});

it('tells both ends of a message', async () => {
	const send = async (to: string, authorization: string) =>
		await stage.ask('POST', `/2/dm_conversations/with/${to}/messages`, { text: 'hi' }, authorization);
	expect((await send(other, asUser)).status).toBe(201);
	expect(await arrived()).toEqual(['dm.sent', 'direct_message_events']);
	stage.receiver.events.length = 0;
	expect((await send(me.id, asOther())).status).toBe(201);
	expect(await arrived()).toEqual(['dm.received', 'direct_message_events']);
});

it('tells of a like with the Post it is about', async () => {
	const { body } = await stage.ask('POST', '/2/tweets', { text: 'like me' }, asUser);
	const { id } = (body as { data: { id: string } }).data;
	await stage.events.settled();
	stage.receiver.events.length = 0;
	await stage.ask('POST', `/2/users/${other}/likes`, { tweet_id: id }, asOther());
	expect(await arrived()).toEqual(['like.create', 'favorite_events']);
	for (const event of stage.receiver.events) expect(event.body.toString()).toContain(id);
});

it('is silent unless switched on', async () => {
	stage.events.configure({ autoDeliver: false });
	await stage.ask('POST', '/2/tweets', { text: 'launch' }, asUser);
	expect(await arrived()).toEqual([]);
});
