/**
 * Every operation of X Core and X Core Admin, once with each kind of credential that it accepts, and once refused with each that it
 * does not. The forms are made from the fields; each operation is tested in detail in the file of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { nodeOf, spec } from '../../support/coreNodes';
import { keyOf } from '../../facts';
import { totalOf } from '../../simulator/bill';
import { APP, ME } from '../../simulator/identities';
import { listen } from '../../support/answers';
import { filled } from '../../support/fill';
import { checkFields } from '../../support/outputFields';
import { formNamed } from '../../support/forms';
import { useSkippedWaits } from '../../support/waits';
import { startReceiver, type Receiver } from '../../support/webhookReceiver';
import { byId, first, useCore, type Kind } from './support';

checkFields();

const { sim, core, held, world } = useCore();
useSkippedWaits(sim);
const CALLBACK = 'https://example.com/webhook/x';

let receiver: Receiver;
let webhookId = '';
beforeAll(async () => {
	receiver = await startReceiver();
});
afterAll(async () => await receiver.close());
beforeEach(async () => {
	await sim().control('webhooks', 'route', { publicUrl: 'https://example.com', url: receiver.url });
	await sim().control('webhooks', 'settings', { webhookLimit: 5 });
	webhookId = ((await sim().control('webhooks', 'register', { url: CALLBACK })) as { id: string }).id;
	// Someone else has reposted, quoted, liked and answered a Post.
	const { ownPost, other } = world();
	await sim().control('core', 'repost', { author: other.id, post: ownPost.id });
	const { foreignPost } = world();
	held().likes.set(other.id, [ownPost.id]);
	foreignPost.referenced_tweets?.push({ type: 'quoted', id: ownPost.id });
	foreignPost.conversation_id = ownPost.id;
});

const firstOf = (map: ReadonlyMap<string, unknown>) => [...map.keys()][0] ?? '';

/** The identifier in the documented answers. */
const SHOWN_POST = '1880028106020515840';
const BROADCAST_ID = '1vAxRkEDwqVKl';

/** What exists, by the name of a field; a name with its resource, or with resource and operation, goes before. */
function known(): Record<string, string | number> {
	const { ownPost, foreignPost, other, others, pair, group, ownMessage } = world();
	const { lists, media, bookmarkFolders } = held();
	const ownList = [...lists.values()].find(({ owner_id }) => owner_id === ME.id)?.id ?? '';
	return {
		tweet_id: foreignPost.id,
		post_id: foreignPost.id,
		target_user_id: other.id,
		user_id: ME.id,
		participant_id: other.id,
		first_participant: other.id,
		second_participant: others[1]!.id,
		dm_conversation_id: pair.id,
		event_id: ownMessage.id,
		webhook_id: webhookId,
		username: ME.username,
		usernames: ME.username,
		user_ids: ME.id,
		folder_id: firstOf(bookmarkFolders),
		list_id: ownList,
		media_key: firstOf(media),
		uuids: '11111111-2222-4333-8444-000000000000',
		woeid: 1,
		query: 'acme',
		'user.query': 'ada',
		'news.query': 'space',
		'space.query': 'release',
		'community.query': 'photography',
		path: '/2/users/by/username/acme_support',
		'user.id': ME.id,
		'user.blockDms.id': other.id,
		'user.ids': ME.id,
		'post.id': ownPost.id,
		'post.ids': ownPost.id,
		'post.like.tweet_id': ownPost.id,
		'directMessage.id': group.id,
		'news.id': SHOWN_POST,
		'community.id': SHOWN_POST,
		'list.id': ownList,
		'list.user_id': other.id,
		'communityNote.id': SHOWN_POST,
		'list.getFollowed.id': ME.id,
		'list.getMemberships.id': ME.id,
		'list.getOwned.id': ME.id,
		'space.id': '1DXxyRYNejbKM',
		'space.ids': '1DXxyRYNejbKM',
		'space.getBuyers.id': '1nAJELYEEPvGL',
		'broadcast.id': BROADCAST_ID,
		'broadcastChat.id': BROADCAST_ID,
		'scheduledBroadcast.id': BROADCAST_ID,
		'token.client_id': APP.clientId,
		'token.client_secret': APP.clientSecret,
		'broadcastChat.user_id': other.id,
		'bot.handle': 'acme_helper',
		'activitySubscription.event_type': 'post.create',
		estimated_operation: 'user.getFollowers',
	};
}

const uploaded = async (category = 'tweet_image', mimeType = 'image/png') => {
	const items = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType } } }];
	return first(await core('media.upload', { media_category: category }, { items }));
};
const video = async () => await uploaded('tweet_video', 'video/mp4');
const made = async (name: string, key = 'id') =>
	first(await core(name, formOf(name), { as: 'app', items: ITEMS }), key);

/** How often the operation for planned Posts was run. */
let planned = 0;

/** What has to be there before, or is an odd choice: fields that go over the others. */
const odd: Readonly<Record<string, () => Promise<INodeParameters> | INodeParameters>> = {
	'streamLink.delete': async () => await before('streamLink.create'),
	'streamLink.getMany': async () => await before('streamLink.create'),
	'activitySubscription.delete': async () => ({
		subscription_id: byId(await made('activitySubscription.create', 'subscription_id')),
	}),
	'activitySubscription.deleteMany': async () => ({
		ids: await made('activitySubscription.create', 'subscription_id'),
	}),
	'activitySubscription.getMany': async () => await before('activitySubscription.create'),
	'activitySubscription.update': async () => ({
		subscription_id: byId(await made('activitySubscription.create', 'subscription_id')),
		updateFields: { tag: 'new' },
	}),
	'accountActivity.list': async () => await before('accountActivity.subscribe', 'oAuth2'),
	'accountActivity.unsubscribe': async () => await before('accountActivity.subscribe', 'oAuth2'),
	'bot.getMany': async () => await before('bot.create'),
	'complianceJob.cancel': async () => ({ id: await made('complianceJob.create') }),
	'complianceJob.download': async () => {
		const id = await made('complianceJob.create');
		await core('complianceJob.upload', { id, ids: '20' }, { as: 'app' });
		return { id };
	},
	'complianceJob.get': async () => ({ id: await made('complianceJob.create') }),
	'complianceJob.getMany': async () => await before('complianceJob.create'),
	'complianceJob.upload': async () => ({ id: await made('complianceJob.create') }),
	'directMessage.downloadMedia': async () => {
		const file = { name: 'hVJQTwig.jpg', data: 'aGVsbG8=', from: world().other.id, to: ME.id };
		return { event_id: ((await sim().control('core', 'file', file)) as { id: string }).id };
	},
	'media.addAltText': async () => ({ id: await uploaded() }),
	'media.addSubtitles': async () => ({
		id: await video(),
		subtitles_id: await uploaded('subtitles', 'text/srt'),
		subtitles_display_name: 'English',
	}),
	'media.deleteSubtitles': async () => {
		const added = { ...formOf('media.addSubtitles'), ...(await odd['media.addSubtitles']?.()) };
		await core('media.addSubtitles', added);
		return { id: added.id as string };
	},
	'media.getStatus': async () => ({ media_id: await video() }),
	'powerStreamRule.delete': () => ({ rules: { values: [{ value: '#acme lang:en' }] } }),
	// The node does not publish again what its process has published in the last minutes.
	'post.publishDue': () => ({
		textColumn: ['marker', 'text'][planned++ % 2] ?? '',
		timeColumn: 'post_at',
		linkColumn: 'link',
		pauseMinutes: 0,
	}),
	'thread.create': () => ({ posts: { posts: [{ text: 'Hello' }] } }),
	'streamRule.delete': async () => ({ ids: await made('streamRule.create') }),
	'streamRule.getMany': async () => await before('streamRule.create'),
};

/** Only does another operation before. */
async function before(name: string, as: Kind = 'app'): Promise<INodeParameters> {
	await core(name, formOf(name), { as, items: ITEMS });
	return {};
}

const operations = spec.resources.flatMap((resource) =>
	Object.entries(resource.operations).map(([name, record]) => ({
		name: `${resource.value}.${name}`,
		record,
	})),
);
const routes = new Map(operations.map(({ name, record }) => [name, record.route]));

/** The smallest form of an operation. */
function formOf(name: string): INodeParameters {
	const [resource = ''] = name.split('.');
	const values = known();
	return filled(
		formNamed(`${nodeOf(name)}.${name}`),
		(field) => values[`${name}.${field}`] ?? values[`${resource}.${field}`] ?? values[field],
	);
}

const KINDS: Kind[] = ['app', 'oAuth2', 'oAuth1'];
const accepted = operations.flatMap(({ name, record }) =>
	record.auth.kinds.map((kind) => [name, kind] as const),
);
const refused = operations.flatMap(({ name, record }) =>
	KINDS.filter((kind) => !record.auth.kinds.includes(kind)).map((kind) => [name, kind, record] as const),
);

const ITEMS = [
	{
		json: { marker: '1111', text: 'Planned', post_at: new Date(Date.now() - 60_000).toISOString(), link: '' },
		binary: { data: { data: 'aGVsbG8=', mimeType: 'image/png' } },
	},
];

/** Operations whose last request is another than that of their record. */
const LAST_ROUTES: Readonly<Record<string, string>> = {
	'media.upload': 'POST /2/media/upload/{id}/finalize',
	'customApiCall.send': 'GET /2/users/by/username/{username}',
};

/** The sum in the hint about the cost of a run, in millionths of a dollar. */
const saidCost = (hint = '') => Math.round(Number(/at most \$([\d.]+)/.exec(hint)?.[1] ?? 0) * 1_000_000);

/** Operations whose items are not what X answers to their route, or hold more: they have tests of their own. */
const OWN_ITEMS = new Set([
	'article.publish',
	'bookmark.addMany',
	'complianceJob.download',
	'customApiCall.send',
	'directMessage.downloadMedia',
	'media.upload',
	'post.checkStored',
	'post.countAll',
	'post.countRecent',
	'post.create',
	'post.publishDue',
	'powerStreamRule.delete',
	'powerStreamRule.getMany',
	'streamRule.delete',
	'streamRule.deleteAll',
	'thread.create',
	'token.exchange',
]);

it.each(accepted)('%s works with %s, gives what X answers, and says what X bills', async (name, as) => {
	const form = { ...formOf(name), ...(await odd[name]?.()) };
	const begun = sim().requests.length;
	const differences = listen(sim());
	const run = await core(name, form, { as, items: ITEMS });
	expect(run.error).toBeUndefined();
	expect(run.status).toBe('success');
	expect(saidCost(run.cost)).toBe(totalOf(sim().requests.slice(begun)));
	if (name === 'usage.estimateCost' || name === 'usage.getCostOfToday') return;
	const last = sim().requests.at(-1)!;
	expect(keyOf(`${last.method} ${last.route}`)).toBe(keyOf(LAST_ROUTES[name] ?? routes.get(name) ?? ''));
	// The token endpoint wants the client instead.
	expect(last).toMatchObject({ auth: name === 'token.exchange' ? 'none' : as });
	expect(new Set(run.itemsPaired)).toEqual(new Set([0]));
	const { record } = operations.find((operation) => operation.name === name)!;
	if (!OWN_ITEMS.has(name)) expect(differences(run, record)).toEqual([]);
});

it.each(refused)('%s refuses %s before sending, and says what works', async (name, as, record) => {
	const run = await core(name, formOf(name), { as, items: ITEMS });
	expect(run.error?.message).toBe(
		`The operation "${record.name}" does not work with ${spec.authentication[as]}`,
	);
	for (const kind of record.auth.kinds) expect(run.error?.description).toContain(spec.authentication[kind]);
	if (record.auth.kinds.includes('oAuth2'))
		for (const scope of record.auth.scopes) expect(run.error?.description).toContain(scope);
	expect(sim().requests).toEqual([]);
});
