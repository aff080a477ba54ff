/**
 * Every operation of the node, once with each kind of credential that it accepts, and once refused with each that it
 * does not. What an operation does in detail stands in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XCore/spec';
import { me } from '../../simulator/identities';
import { startReceiver, type Receiver } from '../../support/webhookReceiver';
import { useSimulator } from '../../support/simulator';
import { familySamples, type Sample } from './familySamples';
import { byId, core, first, sent, world, type Kind } from './support';

const sim = useSimulator();
const callback = 'https://n8n.example.com/webhook/x';

let receiver: Receiver;
let webhookId = '';
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(async () => await receiver.close());
beforeEach(async () => {
	await sim().control('webhooks', 'route', { publicUrl: 'https://n8n.example.com', url: receiver.url });
	await sim().control('webhooks', 'settings', { webhookLimit: 5 });
	webhookId = ((await sim().control('webhooks', 'register', { url: callback })) as { id: string }).id;
});

const uploaded = async (category = 'tweet_image', mimeType = 'image/png') => {
	const items = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType } } }];
	const run = await core(sim(), 'media.upload', { media_category: category }, { items });
	return first(run);
};

const subscribed = async () => {
	const form = { event_type: 'post.create', user_id: byId(me.id) };
	const run = await core(sim(), 'activitySubscription.create', form, { as: 'app' });
	return first(run, 'subscription_id');
};

const w = () => world(sim());
const onWebhook = async () => await Promise.resolve({ webhook_id: byId(webhookId) });

const samples: Record<string, Sample> = {
	...familySamples(sim),

	'user.follow': {
		before: async () => await Promise.resolve({ target_user_id: byId(w().others[100]!.id) }),
		sends: `POST /2/users/${me.id}/following`,
	},
	'user.get': { form: { id: byId(me.id) }, sends: `GET /2/users/${me.id}` },
	'user.getByUsername': { form: { username: me.username }, sends: 'GET /2/users/by/username/acme_support' },
	'user.getFollowers': { form: { id: byId(me.id) }, sends: `GET /2/users/${me.id}/followers` },
	'user.getFollowing': { form: { id: byId(me.id) }, sends: `GET /2/users/${me.id}/following` },
	'user.getMany': { form: { ids: me.id }, sends: 'GET /2/users' },
	'user.getManyByUsernames': { form: { usernames: me.username }, sends: 'GET /2/users/by' },
	'user.getMe': { sends: 'GET /2/users/me' },
	'user.search': { form: { query: 'ada' }, sends: 'GET /2/users/search' },
	'user.unfollow': {
		before: async () => await Promise.resolve({ target_user_id: byId(w().other.id) }),
		sends: `DELETE /2/users/${me.id}/following/{id}`,
	},

	'post.create': { form: { text: 'Hello' }, sends: 'POST /2/tweets' },
	'post.countAll': { form: { query: 'n8n' }, sends: 'GET /2/tweets/counts/all' },
	'post.countRecent': { form: { query: 'n8n' }, sends: 'GET /2/tweets/counts/recent' },
	'post.delete': {
		before: async () => await Promise.resolve({ id: byId(w().ownPost.id) }),
		sends: 'DELETE /2/tweets/{id}',
	},
	'post.get': {
		before: async () => await Promise.resolve({ id: byId(w().ownPost.id) }),
		sends: 'GET /2/tweets/{id}',
	},
	'post.getMany': {
		before: async () => await Promise.resolve({ ids: w().ownPost.id }),
		sends: 'GET /2/tweets',
	},
	'post.like': {
		before: async () => await Promise.resolve({ tweet_id: byId(w().ownPost.id) }),
		sends: `POST /2/users/${me.id}/likes`,
	},
	'post.searchAll': { form: { query: 'n8n' }, sends: 'GET /2/tweets/search/all' },
	'post.searchRecent': { form: { query: 'n8n' }, sends: 'GET /2/tweets/search/recent' },
	'post.unlike': {
		before: async () => await Promise.resolve({ tweet_id: byId(w().ownPost.id) }),
		sends: `DELETE /2/users/${me.id}/likes/{id}`,
	},

	'directMessage.createGroup': {
		before: async () =>
			await Promise.resolve({
				first_participant: byId(w().others[0]!.id),
				second_participant: byId(w().others[1]!.id),
			}),
		form: { text: 'Hello all' },
		sends: 'POST /2/dm_conversations',
	},
	'directMessage.delete': {
		before: async () => await Promise.resolve({ event_id: w().ownMessage.id }),
		sends: 'DELETE /2/dm_events/{id}',
	},
	'directMessage.get': {
		before: async () => await Promise.resolve({ event_id: w().ownMessage.id }),
		sends: 'GET /2/dm_events/{id}',
	},
	'directMessage.getMany': { sends: 'GET /2/dm_events' },
	'directMessage.getManyOfConversation': {
		before: async () => await Promise.resolve({ id: byId(w().group.id) }),
		sends: 'GET /2/dm_conversations/{id}/dm_events',
	},
	'directMessage.getManyWithUser': {
		before: async () => await Promise.resolve({ participant_id: byId(w().other.id) }),
		sends: 'GET /2/dm_conversations/with/{id}/dm_events',
	},
	'directMessage.send': {
		before: async () => await Promise.resolve({ participant_id: byId(w().other.id) }),
		form: { text: 'Hello' },
		sends: 'POST /2/dm_conversations/with/{id}/messages',
	},
	'directMessage.sendToConversation': {
		before: async () => await Promise.resolve({ dm_conversation_id: byId(w().pair.id) }),
		form: { text: 'Hello' },
		sends: 'POST /2/dm_conversations/{id}/messages',
	},

	'webhook.create': { form: { url: `${callback}/second` }, sends: 'POST /2/webhooks' },
	'webhook.delete': { before: onWebhook, sends: 'DELETE /2/webhooks/{id}' },
	'webhook.getMany': { sends: 'GET /2/webhooks' },
	'webhook.replay': { before: onWebhook, sends: 'POST /2/webhooks/replay' },
	'webhook.validate': { before: onWebhook, sends: 'PUT /2/webhooks/{id}' },

	'streamLink.create': { before: onWebhook, sends: 'POST /2/tweets/search/webhooks/{id}' },
	'streamLink.delete': {
		before: async () => {
			await core(sim(), 'streamLink.create', { webhook_id: byId(webhookId) }, { as: 'app' });
			return { webhook_id: byId(webhookId) };
		},
		sends: 'DELETE /2/tweets/search/webhooks/{id}',
	},
	'streamLink.getMany': {
		before: async () => {
			await core(sim(), 'streamLink.create', { webhook_id: byId(webhookId) }, { as: 'app' });
		},
		sends: 'GET /2/tweets/search/webhooks',
	},

	'activitySubscription.create': {
		form: { event_type: 'post.create', user_id: byId(me.id) },
		sends: 'POST /2/activity/subscriptions',
	},
	'activitySubscription.delete': {
		before: async () => ({ subscription_id: byId(await subscribed()) }),
		sends: 'DELETE /2/activity/subscriptions/{id}',
	},
	'activitySubscription.deleteMany': {
		before: async () => ({ ids: await subscribed() }),
		sends: 'DELETE /2/activity/subscriptions',
	},
	'activitySubscription.getMany': {
		before: async () => {
			await subscribed();
		},
		sends: 'GET /2/activity/subscriptions',
	},
	'activitySubscription.update': {
		before: async () => ({ subscription_id: byId(await subscribed()) }),
		form: { updateFields: { tag: 'new' } },
		sends: 'PUT /2/activity/subscriptions/{id}',
	},

	'accountActivity.count': { sends: 'GET /2/account_activity/subscriptions/count' },
	'accountActivity.list': {
		before: async () => {
			await core(sim(), 'accountActivity.subscribe', { webhook_id: byId(webhookId) });
			return { webhook_id: byId(webhookId) };
		},
		sends: 'GET /2/account_activity/webhooks/{id}/subscriptions/all/list',
	},
	'accountActivity.subscribe': {
		before: onWebhook,
		sends: 'POST /2/account_activity/webhooks/{id}/subscriptions/all',
	},
	'accountActivity.unsubscribe': {
		before: async () => {
			await core(sim(), 'accountActivity.subscribe', { webhook_id: byId(webhookId) });
			return { webhook_id: byId(webhookId), user_id: byId(me.id) };
		},
		sends: 'DELETE /2/account_activity/webhooks/{id}/subscriptions/{id}/all',
	},
	'accountActivity.validate': {
		before: onWebhook,
		sends: 'GET /2/account_activity/webhooks/{id}/subscriptions/all',
	},

	'media.addAltText': {
		before: async () => ({ id: await uploaded() }),
		form: { alt_text: 'A hill' },
		sends: 'POST /2/media/metadata',
	},
	'media.addSubtitles': {
		before: async () => ({
			id: await uploaded('tweet_video', 'video/mp4'),
			subtitles_id: await uploaded('subtitles', 'text/srt'),
		}),
		form: { subtitles_display_name: 'English' },
		sends: 'POST /2/media/subtitles',
	},
	'media.deleteSubtitles': {
		before: async () => {
			const id = await uploaded('tweet_video', 'video/mp4');
			const file = await uploaded('subtitles', 'text/srt');
			const form = { id, subtitles_id: file, subtitles_display_name: 'English' };
			await core(sim(), 'media.addSubtitles', form);
			return { id };
		},
		sends: 'DELETE /2/media/subtitles',
	},
	'media.getStatus': {
		before: async () => ({ media_id: await uploaded('tweet_video', 'video/mp4') }),
		sends: 'GET /2/media/upload',
	},
	'media.upload': { sends: 'POST /2/media/upload/{id}/finalize' },

	'news.get': { before: async () => await Promise.resolve({ id: w().news.id }), sends: 'GET /2/news/{id}' },
	'news.search': { form: { query: 'space' }, sends: 'GET /2/news/search' },

	'connection.getMany': { sends: 'GET /2/connections' },
	'connection.terminate': {
		form: { uuids: '11111111-2222-4333-8444-000000000000' },
		sends: 'DELETE /2/connections',
	},
	'connection.terminateAll': { sends: 'DELETE /2/connections/all' },
	'connection.terminateEndpoint': {
		form: { endpoint_id: 'filtered_stream' },
		sends: 'DELETE /2/connections/filtered_stream',
	},

	'communityNote.create': {
		before: async () => await Promise.resolve({ post_id: byId(w().foreignPost.id) }),
		form: { note_text: 'See https://stats.example/1', info_misleading_tags: ['factual_error'] },
		sends: 'POST /2/notes',
	},
	'communityNote.delete': {
		before: async () => {
			const run = await core(sim(), 'communityNote.getMany', {});
			return { id: first(run) };
		},
		sends: 'DELETE /2/notes/{id}',
	},
	'communityNote.evaluate': {
		before: async () => await Promise.resolve({ post_id: byId(w().foreignPost.id) }),
		form: { note_text: 'A draft' },
		sends: 'POST /2/notes/evaluate',
	},
	'communityNote.getMany': { sends: 'GET /2/notes/search/notes_written' },
	'communityNote.searchEligiblePosts': { sends: 'GET /2/notes/search/posts_eligible_for_notes' },

	'powerStreamRule.create': {
		form: { rules: { values: [{ value: 'from:acme', tag: 'acme' }] } },
		sends: 'POST /2/powerstream/rules',
	},
	'powerStreamRule.delete': {
		form: { rules: { values: [{ value: '#acme lang:en' }] } },
		sends: 'DELETE /2/powerstream/rules',
	},
	'powerStreamRule.getMany': { sends: 'GET /2/powerstream/rules' },

	'trend.getByPlace': { form: { woeid: 1 }, sends: 'GET /2/trends/by/woeid/1' },
	'trend.getPersonalized': { sends: 'GET /2/users/personalized_trends' },

	'customApiCall.send': {
		form: { path: '/2/users/by/username/acme_support' },
		sends: 'GET /2/users/by/username/{name}',
	},
};

const kinds: Kind[] = ['app', 'oAuth2', 'oAuth1'];
const operations = spec.resources.flatMap((resource) =>
	Object.entries(resource.operations).map(([name, record]) => ({
		name: `${resource.value}.${name}`,
		record,
	})),
);
const accepted = operations.flatMap(({ name, record }) =>
	record.auth.kinds.map((kind) => [name, kind] as const),
);
const refused = operations.flatMap(({ name, record }) =>
	kinds.filter((kind) => !record.auth.kinds.includes(kind)).map((kind) => [name, kind, record] as const),
);

/** Something in every required field, as n8n asks for that first. */
const some = byId('1234567890');
const filled: INodeParameters = Object.fromEntries(
	[
		...[
			'id',
			'tweet_id',
			'target_user_id',
			'webhook_id',
			'user_id',
			'subscription_id',
			'post_id',
			'event_id',
		],
		...['first_participant', 'second_participant', 'participant_id', 'dm_conversation_id', 'media_id', 'ids'],
		...['subtitles_id', 'folder_id', 'name', 'list_id', 'media_key'],
	].map((field) => [field, some]),
);

const upload = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType: 'image/png' } } }];

it('has a sample for every operation', () => {
	expect(Object.keys(samples).sort()).toEqual(operations.map(({ name }) => name).sort());
});

it.each(accepted)('%s works with %s', async (name, as) => {
	const sample = samples[name]!;
	const form = { ...sample.form, ...(await sample.before?.()) };
	const run = await core(sim(), name, form, { as, ...(name === 'media.upload' && { items: upload }) });
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	const last = sim()
		.requests.filter(({ path }) => !path.startsWith('/__'))
		.at(-1)!;
	const pattern = `^${sample.sends.replace(/[.*+?()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '[^/]+')}$`;
	expect(sent(sim()).at(-1)).toMatch(new RegExp(pattern));
	expect(last).toMatchObject({ auth: as });
	expect(new Set(run.itemsPaired)).toEqual(new Set([0]));
});

it.each(refused)('%s refuses %s before sending, and says what works', async (name, as, record) => {
	const run = await core(sim(), name, { ...filled, ...samples[name]!.form }, { as });
	expect(run.error?.message).toBe(
		`The operation "${record.name}" does not work with ${spec.authentication[as]}`,
	);
	for (const kind of record.auth.kinds) expect(run.error?.description).toContain(spec.authentication[kind]);
	if (record.auth.kinds.includes('oAuth2'))
		for (const scope of record.auth.scopes) expect(run.error?.description).toContain(scope);
	expect(sim().requests).toEqual([]);
});
