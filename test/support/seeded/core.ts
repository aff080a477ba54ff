/** What the simulated X holds for the operations of X Core, X Live and X Core Admin. */
import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';
import type { CredentialKind } from '../../facts';
import { core as area } from '../../simulator/core/area';
import type { CoreState } from '../../simulator/core/state';
import { APP, ME } from '../../simulator/identities';
import type { Simulator } from '../../simulator/simulator';
import { nodeOf } from '../coreNodes';
import { filled } from '../fill';
import { formNamed } from '../forms';
import type { NodeRun } from '../index';
import { byId, valueOf, type KnownValues } from './types';

const CALLBACK = 'https://example.com/webhook/x';

/** IDs and names that exist on the seeded platform. */
export function worldOf({ users, posts, conversations, dmEvents }: CoreState) {
	const others = [...users.values()].filter(({ id }) => id !== ME.id);
	const all = [...posts.values()].reverse().filter(({ author_id }) => !users.get(author_id)?.protected);
	return {
		me: ME,
		others,
		other: others[0]!,
		ownPost: all.find((post) => post.author_id === ME.id)!,
		foreignPost: all.find((post) => post.author_id !== ME.id)!,
		pair: [...conversations.values()].find(({ group }) => !group)!,
		group: [...conversations.values()].find(({ group }) => group)!,
		ownMessage: [...dmEvents.values()].find(({ sender_id }) => sender_id === ME.id)!,
	};
}

/** A value of the first output item: its ID unless another one is named. */
export const first = ({ json }: NodeRun, key = 'id'): string => json[0]?.[key] as string;

const firstOf = (map: ReadonlyMap<string, unknown>) => [...map.keys()][0] ?? '';

/** The identifier in the documented answers. */
const SHOWN_POST = '1880028106020515840';
const BROADCAST_ID = '1vAxRkEDwqVKl';

/** What exists, by the name of a field; a name with its resource, or with resource and operation, goes before. */
function known(state: CoreState, webhookId: string): KnownValues {
	const { ownPost, foreignPost, other, others, pair, group, ownMessage } = worldOf(state);
	const { lists, media, bookmarkFolders } = state;
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

/**
 * Registers a webhook, and lets someone else repost, quote, like and answer a Post.
 *
 * @returns The ID of the webhook.
 */
export async function seedCore(sim: Simulator, url: string): Promise<string> {
	await sim.control('webhooks', 'route', { publicUrl: 'https://example.com', url });
	await sim.control('webhooks', 'settings', { webhookLimit: 5 });
	const { id } = (await sim.control('webhooks', 'register', { url: CALLBACK })) as { id: string };
	const state: CoreState = area.state(sim.platform);
	const { ownPost, other } = worldOf(state);
	await sim.control('core', 'repost', { author: other.id, post: ownPost.id });
	const { foreignPost } = worldOf(state);
	state.likes.set(other.id, [ownPost.id]);
	foreignPost.referenced_tweets?.push({ type: 'quoted', id: ownPost.id });
	foreignPost.conversation_id = ownPost.id;
	return id;
}

/** Runs an operation: `core('post.create', { text: 'Hello' })`. */
type RunCore = (
	name: string,
	form: INodeParameters,
	more: { as?: CredentialKind; items?: INodeExecutionData[] },
) => Promise<NodeRun>;

/** A platform with its webhook, and how an operation is run on it. */
export interface CoreStage {
	readonly sim: Simulator;
	readonly webhookId: string;
	readonly core: RunCore;
}

/** What an operation is given besides the form. */
export const CORE_ITEMS = [
	{
		json: { marker: '1111', text: 'Planned', post_at: new Date(Date.now() - 60_000).toISOString(), link: '' },
		binary: { data: { data: 'aGVsbG8=', mimeType: 'image/png' } },
	},
];

/** The smallest form of an operation. */
export function formOf({ sim, webhookId }: CoreStage, name: string): INodeParameters {
	const values = known(area.state(sim.platform), webhookId);
	return filled(formNamed(`${nodeOf(name)}.${name}`), (field) => valueOf(values, name, field));
}

async function uploaded({ core }: CoreStage, category = 'tweet_image', mimeType = 'image/png') {
	const items = [{ json: {}, binary: { data: { data: 'aGVsbG8=', mimeType } } }];
	return first(await core('media.upload', { media_category: category }, { items }));
}

const video = async (stage: CoreStage) => await uploaded(stage, 'tweet_video', 'video/mp4');

const made = async (stage: CoreStage, name: string, key = 'id') =>
	first(await stage.core(name, formOf(stage, name), { as: 'app', items: CORE_ITEMS }), key);

/** Only does another operation before. */
async function before(stage: CoreStage, name: string, as: CredentialKind = 'app'): Promise<INodeParameters> {
	await stage.core(name, formOf(stage, name), { as, items: CORE_ITEMS });
	return {};
}

/** How often the operation for planned Posts was run. */
let planned = 0;

/** What has to be there before, or is an odd choice: fields that go over the others. */
const ODD: Readonly<Record<string, (stage: CoreStage) => Promise<INodeParameters> | INodeParameters>> = {
	'streamLink.delete': async (stage) => await before(stage, 'streamLink.create'),
	'streamLink.getMany': async (stage) => await before(stage, 'streamLink.create'),
	'activitySubscription.delete': async (stage) => ({
		subscription_id: byId(await made(stage, 'activitySubscription.create', 'subscription_id')),
	}),
	'activitySubscription.deleteMany': async (stage) => ({
		ids: await made(stage, 'activitySubscription.create', 'subscription_id'),
	}),
	'activitySubscription.getMany': async (stage) => await before(stage, 'activitySubscription.create'),
	'activitySubscription.update': async (stage) => ({
		subscription_id: byId(await made(stage, 'activitySubscription.create', 'subscription_id')),
		updateFields: { tag: 'new' },
	}),
	'accountActivity.list': async (stage) => await before(stage, 'accountActivity.subscribe', 'oAuth2'),
	'accountActivity.unsubscribe': async (stage) => await before(stage, 'accountActivity.subscribe', 'oAuth2'),
	'bot.getMany': async (stage) => await before(stage, 'bot.create'),
	'complianceJob.cancel': async (stage) => ({ id: await made(stage, 'complianceJob.create') }),
	'complianceJob.download': async (stage) => {
		const id = await made(stage, 'complianceJob.create');
		await stage.core('complianceJob.upload', { id, ids: '20' }, { as: 'app' });
		return { id };
	},
	'complianceJob.get': async (stage) => ({ id: await made(stage, 'complianceJob.create') }),
	'complianceJob.getMany': async (stage) => await before(stage, 'complianceJob.create'),
	'complianceJob.upload': async (stage) => ({ id: await made(stage, 'complianceJob.create') }),
	'directMessage.downloadMedia': async (stage) => {
		const file = {
			name: 'hVJQTwig.jpg',
			data: 'aGVsbG8=',
			from: worldOf(area.state(stage.sim.platform)).other.id,
			to: ME.id,
		};
		return { event_id: ((await stage.sim.control('core', 'file', file)) as { id: string }).id };
	},
	'media.addAltText': async (stage) => ({ id: await uploaded(stage) }),
	'media.addSubtitles': async (stage) => ({
		id: await video(stage),
		subtitles_id: await uploaded(stage, 'subtitles', 'text/srt'),
		subtitles_display_name: 'English',
	}),
	'media.deleteSubtitles': async (stage) => {
		const added = { ...formOf(stage, 'media.addSubtitles'), ...(await ODD['media.addSubtitles']?.(stage)) };
		await stage.core('media.addSubtitles', added, {});
		return { id: added.id as string };
	},
	'media.getStatus': async (stage) => ({ media_id: await video(stage) }),
	'powerStreamRule.delete': () => ({ rules: { values: [{ value: '#acme lang:en' }] } }),
	// The node does not publish again what its process has published in the last minutes.
	'post.publishDue': () => ({
		textColumn: ['marker', 'text'][planned++ % 2] ?? '',
		timeColumn: 'post_at',
		pauseMinutes: 0,
	}),
	'thread.create': () => ({ posts: { posts: [{ text: 'Hello' }, { text: 'And this is the second Post' }] } }),
	'streamRule.delete': async (stage) => ({ ids: await made(stage, 'streamRule.create') }),
	'streamRule.getMany': async (stage) => await before(stage, 'streamRule.create'),
};

/** The smallest form with which an operation works; does what it needs before. */
export async function preparedCore(stage: CoreStage, name: string): Promise<INodeParameters> {
	return { ...formOf(stage, name), ...(await ODD[name]?.(stage)) };
}

/** The smallest form of an operation, without what it needs. */
