/** The kinds of writes that are done once: each with its form, its requests, and what X holds of it. */
import { omit, range } from 'lodash';
import type { INodeParameters } from 'n8n-workflow';
import { asText } from '../../nodes/shared/util/text';
import { ads as adsArea } from '../simulator/ads/area';
import { ids } from '../simulator/ads/ids';
import { conversionsOf } from '../simulator/ads/conversions';
import { catalog as catalogArea } from '../simulator/catalog/area';
import { core as coreArea } from '../simulator/core/area';
import { ME, PIXEL } from '../simulator/identities';
import { webhookSimulator } from '../simulator/webhooks';
import { IDS, product, withCatalog } from '../support/seeded/catalog';
import { worldOf } from '../support/seeded/core';
import { byId } from '../support/seeded/types';
import { useSimulator } from '../support/simulator';
import { startReceiver, type Receiver } from '../support/webhookReceiver';
import { account, newCampaign, newCampaigns, newLineItem } from './ads/support';

export const sim = useSimulator({ followers: 5 });
const TEXT = '={{ $json.value }}';
export const held = () => coreArea.state(sim().platform);
const world = () => worldOf(held());
const ads = () => adsArea.state(sim().platform).production.state;
const adsOf = (kind: 'campaigns' | 'customAudiences' | 'lineItems') =>
	[...ads().of(kind).all()].map(({ data }) => asText(data.name));
const mine = () => [...held().posts.values()].filter(({ author_id }) => author_id === world().me.id);

/** A kind of write: its form, the request that writes, the one that looks, and what X holds of it. */
export interface Kind {
	readonly operation: string;
	readonly node?: string;
	readonly as?: 'app' | 'pixelToken';
	/** What X must know before. */
	readonly prepare?: () => unknown;
	readonly form: () => INodeParameters;
	readonly method?: 'PUT';
	readonly writes: string;
	readonly looks?: string;
	readonly onX: () => readonly string[] | Promise<readonly string[]>;
	/** Whether X has one of each at most, whatever is sent. */
	readonly isState?: boolean;
}

const TIMELINE = '/2/users/{id}/tweets';
const post = (form: () => INodeParameters, onX: () => readonly string[]): Kind => ({
	operation: 'post.create',
	form,
	writes: '/2/tweets',
	looks: TIMELINE,
	onX,
});
const CAMPAIGNS = `/12/accounts/${ids.account}/campaigns`;
const ADS = { environment: 'production', name: TEXT };
const ADA = '4400000000000000001';
const ORIGIN = 'https://n8n.example.com';
let campaign = '';
let receiver: Receiver;
beforeAll(async () => void (receiver = await startReceiver()));
afterAll(async () => await receiver.close());
/** What someone reads with the own client, after the first word was theirs. */
async function heardByAda(): Promise<string[]> {
	const read = { user: ADA, conversation: `${ME.id}:${ADA}` };
	const all = (await sim().control('chat', 'read', read)) as readonly { from: string; first?: string }[];
	return all.flatMap(({ from, first }) => (from === ADA ? [] : (first ?? [])));
}
const TO = '/2/dm_conversations/with/{participant_id}';
export const KINDS: Readonly<Record<string, Kind>> = {
	Post: post(
		() => ({ text: TEXT }),
		() => mine().map(({ text }) => text),
	),
	reply: post(
		() => ({ text: TEXT, reply_in_reply_to_tweet_id: byId(mine()[0]?.id ?? '') }),
		() => mine().flatMap(({ text, referenced_tweets }) => (referenced_tweets ? [text] : [])),
	),
	thread: {
		operation: 'thread.create',
		form: () => ({ posts: { posts: ['a', 'b', 'c'].map((part) => ({ text: `${TEXT} ${part}` })) } }),
		writes: '/2/tweets',
		looks: TIMELINE,
		onX: () => mine().map(({ text }) => text),
	},
	message: {
		operation: 'directMessage.send',
		form: () => ({ participant_id: byId(world().other.id), text: TEXT }),
		writes: `${TO}/messages`,
		looks: `${TO}/dm_events`,
		onX: () => [...held().dmEvents.values()].map(({ text = '' }) => text),
	},
	list: {
		operation: 'list.create',
		form: () => ({ name: TEXT }),
		writes: '/2/lists',
		looks: '/2/users/{id}/owned_lists',
		onX: () => [...held().lists.values()].map(({ name }) => name),
	},
	folder: {
		operation: 'bookmark.createFolder',
		form: () => ({ name: TEXT }),
		writes: '/2/users/{id}/bookmarks/folders',
		looks: '/2/users/{id}/bookmarks/folders',
		onX: () => [...held().bookmarkFolders.values()].map(({ name }) => name),
	},
	campaign: {
		operation: 'campaign.create',
		node: 'xAdsCampaigns',
		form: () => newCampaign(ADS),
		writes: CAMPAIGNS,
		looks: CAMPAIGNS,
		onX: () => adsOf('campaigns'),
	},
	batch: {
		operation: 'campaign.batch',
		node: 'xAdsCampaigns',
		form: () => newCampaigns(ADS),
		writes: `/12/batch/accounts/${ids.account}/campaigns`,
		looks: CAMPAIGNS,
		onX: () => adsOf('campaigns'),
	},
	'line item': {
		operation: 'lineItem.create',
		node: 'xAdsCampaigns',
		// A campaign takes 100 line items.
		prepare: () => {
			const all = ads().of('campaigns');
			const known = all.find(ids.account, ids.activeCampaign);
			if (known)
				campaign = all.add(ids.account, { ...known.data, id: `c${all.of(ids.account).length}` }).data.id;
		},
		form: () =>
			newLineItem({
				environment: 'production',
				campaign_id: byId(campaign),
				additionalFields: { name: TEXT },
			}),
		writes: `/12/accounts/${ids.account}/line_items`,
		looks: `/12/accounts/${ids.account}/line_items`,
		onX: () => adsOf('lineItems'),
	},
	conversion: {
		operation: 'conversion.send',
		node: 'xAdsMeasurement',
		as: 'pixelToken',
		form: () => ({
			environment: 'production',
			event_id: byId(`tw-${PIXEL.id}-${ids.webEventTag}`),
			conversion_time: '2026-11-20T10:15:30.125Z',
			identifiers: { values: [{ kind: 'email', value: 'someone@example.com' }] },
			additionalFields: { conversion_id: TEXT },
		}),
		writes: `/12/measurement/conversions/${PIXEL.id}`,
		// X counts those with the same ID once.
		onX: () => [...new Set(conversionsOf(ads()).map(({ conversion_id: id }) => asText(id)))],
		isState: true,
	},
	product: {
		operation: 'product.upsert',
		node: 'xCatalog',
		prepare: () => catalogArea.state(sim().platform).byUser.has(ME.id) || withCatalog(sim()),
		form: () => ({
			...(omit(product('p'), 'brand', 'inventory') as INodeParameters),
			product_catalog_id: byId(IDS.catalog),
			productsFrom: 'fields',
			moreFields: { brand: 'Acme' },
			id: TEXT,
		}),
		method: 'PUT',
		writes: '/12/product_catalogs/{product_catalog_id}/products',
		onX: () =>
			[...catalogArea.state(sim().platform).byUser.values()].flatMap(({ products }) => [...products.keys()]),
		isState: true,
	},
	webhook: {
		operation: 'webhook.create',
		node: 'xCoreAdmin',
		as: 'app',
		prepare: async () => {
			await sim().control('webhooks', 'route', { publicUrl: ORIGIN, url: receiver.url });
			await sim().control('webhooks', 'settings', { webhookLimit: 10_000 });
		},
		form: () => ({ url: TEXT }),
		writes: '/2/webhooks',
		looks: '/2/webhooks',
		onX: () =>
			webhookSimulator(sim().platform)
				.inventory()
				.webhooks.map(({ url }) => url),
	},
	bot: {
		operation: 'bot.create',
		node: 'xCoreAdmin',
		as: 'app',
		form: () => ({ handle: TEXT }),
		writes: '/2/bots',
		looks: '/2/bots',
		onX: () => [...held().bots].map((id) => held().users.get(id)?.username ?? ''),
		isState: true,
	},
	'encrypted message': {
		operation: 'message.send',
		node: 'xChat',
		prepare: async () => {
			if ((await heardByAda().catch(() => undefined)) === undefined)
				await sim().control('chat', 'say', { from: ADA, to: ME.id, text: 'Hello' });
		},
		form: () => ({ id: byId(ADA), text: TEXT }),
		writes: '/2/chat/conversations/{id}/messages',
		looks: '/2/chat/conversations/{id}/events',
		onX: heardByAda,
	},
	'custom call': {
		operation: 'customApiCall.send',
		form: () => ({
			method: 'POST',
			path: '/2/tweets',
			body: '={{ JSON.stringify({ text: $json.value }) }}',
		}),
		writes: '/2/tweets',
		looks: TIMELINE,
		onX: () => mine().map(({ text }) => text),
	},
	audience: {
		operation: 'audience.create',
		node: 'xAdsAudiences',
		form: () => ({ ...ADS, account_id: account }),
		writes: `/12/accounts/${ids.account}/custom_audiences`,
		looks: `/12/accounts/${ids.account}/custom_audiences`,
		onX: () => adsOf('customAudiences'),
	},
	like: {
		operation: 'post.like',
		form: () => ({ tweet_id: byId(TEXT) }),
		writes: '/2/users/{id}/likes',
		onX: () => held().likes.get(world().me.id) ?? [],
		isState: true,
	},
	follow: {
		operation: 'user.follow',
		form: () => ({ target_user_id: byId(TEXT) }),
		writes: '/2/users/{id}/following',
		onX: () => held().following.get(world().me.id) ?? [],
		isState: true,
	},
};

/** Values that a kind of write can take, each of them another one. */
export const valuesOf = (name: string, onX: readonly string[], count: number, seed: number): string[] => {
	if (name === 'like') return [...held().posts.keys()].slice(0, count);
	if (name === 'follow')
		return [...held().users.values()]
			.filter(({ id, protected: isProtected }) => !isProtected && id !== ME.id && !onX.includes(id))
			.map(({ id }) => id)
			.slice(0, count);
	// Two equal messages are meant.
	const isTwice = name === 'message' && seed % 3 === 0;
	const all = range(count).map((index) => `${name} ${seed} ${isTwice ? index % 2 : index}`);
	if (name === 'webhook') return all.map((each) => `${ORIGIN}/${each.replaceAll(' ', '-')}`);
	if (name === 'bot') return all.map((each) => each.replaceAll(' ', '_'));
	return name === 'product' || name === 'conversion' ? all.map((each) => each.replaceAll(' ', '-')) : all;
};
