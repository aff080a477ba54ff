/** Reads names and currencies of the entities of a report, and what ads say and where they lead. */
import { chunk, get, pick, omit } from 'lodash';
import { MOST_IDS } from '../../shared/ads/locators';
import type { Call } from '../../shared/operation/operation';
import { memoOf } from '../../shared/memory/requestMemo';
import { asText } from '../../shared/util/text';
import type { EntityColumns } from '../report/rows';
import { listBelow, unlessUnread, type Account } from './account';
import { unescape } from '../../shared/model/escapedText';

/** Rows repeat the text, and Posts may have 25,000 characters. */
const MOST_CHARACTERS = 1000;

const UTM = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'utm_id'] as const;

const NOTHING: EntityColumns = {
	post_text: null,
	link: null,
	page: null,
	...Object.fromEntries(UTM.map((name) => [name, null])),
};

/** Counts the requests for the texts and addresses of Posts, if one user has published them all. */
const requestsForLanding = (posts: number): number => 2 * Math.ceil(posts / MOST_IDS);

/** Reads the columns about what Posts say and where they lead. Without an answer, a hint says so, and they are null. */
async function landingOf(
	call: Call<unknown>,
	account: Account,
	postIds: readonly string[],
): Promise<(postId: string) => EntityColumns> {
	const found = new Map<string, EntityColumns>();
	await unlessUnread(call, 'texts and links of the ads', async () => {
		const posts = await postsOf(call, account, [...new Set(postIds)]);
		const cards = await cardsOf(call, account, posts);
		for (const [id, post] of posts) {
			const link = linkOfCard(cards.get(asText(get(post, 'card_uri')))) ?? linkOfText(post);
			found.set(id, { post_text: textOf(post), ...linkColumns(link) });
		}
	});
	return (id) => found.get(id) ?? NOTHING;
}

/**
 * Posts by their IDs. X looks for those of one user: first of the one with full access to the account, then of the
 * others that it may promote, as long as Posts are missing.
 */
async function postsOf(
	call: Call<unknown>,
	account: Account,
	ids: readonly string[],
): Promise<Map<string, unknown>> {
	const found = new Map<string, unknown>();
	const missing = () => ids.filter((id) => !found.has(id));
	const ask = async (author?: string) => {
		for (const some of chunk(missing(), MOST_IDS))
			for (const post of await listBelow(call, account, 'tweets', [
				['tweet_ids', some.join(',')],
				['tweet_type', 'PUBLISHED'],
				['timeline_type', 'ALL'],
				['count', '1000'],
				...(author === undefined ? [] : [['user_id', author] as [string, string]]),
			]))
				found.set(asText(get(post, 'id_str') ?? get(post, 'tweet_id')), post);
	};
	await ask();
	if (missing().length === 0) return found;
	const users = await listBelow(call, account, 'promotable_users', [['count', '1000']]);
	for (const user of users) {
		if (missing().length === 0) break;
		if (get(user, 'promotable_user_type') !== 'FULL') await ask(asText(get(user, 'user_id')));
	}
	return found;
}

async function cardsOf(
	call: Call<unknown>,
	account: Account,
	posts: ReadonlyMap<string, unknown>,
): Promise<Map<string, unknown>> {
	const uris = [...posts.values()].map((post) => asText(get(post, 'card_uri'))).filter((uri) => uri !== '');
	const found = new Map<string, unknown>();
	for (const some of chunk([...new Set(uris)], MOST_IDS))
		for (const card of await listBelow(call, account, 'cards/all', [
			['card_uris', some.join(',')],
			['with_deleted', 'true'],
		]))
			found.set(asText(get(card, 'card_uri')), card);
	return found;
}

const listAt = (value: unknown, path: string): unknown[] => {
	const found: unknown = get(value, path);
	return Array.isArray(found) ? (found as unknown[]) : [];
};

/** The text with its addresses as people wrote them. */
function textOf(post: unknown): string | null {
	let text = asText(get(post, 'full_text') ?? get(post, 'text'));
	for (const url of listAt(post, 'entities.urls'))
		text = text.replaceAll(asText(get(url, 'url')) || '\n', asText(get(url, 'expanded_url')));
	const whole = Array.from(unescape(text));
	if (whole.length === 0) return null;
	return whole.length > MOST_CHARACTERS ? `${whole.slice(0, MOST_CHARACTERS - 1).join('')}…` : whole.join('');
}

/** Posts themselves, as quotations have them in their text, are no landing pages. */
const IS_POST = /^https?:\/\/(www\.|mobile\.)?(x|twitter)\.com\/[^/]+\/status\//i;

const linkOfText = (post: unknown): string | undefined =>
	listAt(post, 'entities.urls')
		.map((url) => asText(get(url, 'expanded_url')))
		.find((url) => url !== '' && !IS_POST.test(url));

/** Finds where a card leads: older cards have fields for that, newer ones components, and carousels slides of them. */
function linkOfCard(card: unknown): string | undefined {
	const own = [get(card, 'website_dest_url'), get(card, 'website_url')];
	const parts = [...listAt(card, 'components'), ...listAt(card, 'slides').flat()];
	const links = [...own, ...parts.map((part) => get(part, 'destination.url') as unknown)];
	return links.map(asText).find((link) => /^https?:\/\//i.test(link));
}

function linkColumns(link = ''): EntityColumns {
	if (link === '') return omit(NOTHING, 'post_text');
	const url = URL.canParse(link) ? new URL(link) : undefined;
	return {
		link,
		page: url ? `${url.origin}${url.pathname}` : link,
		...Object.fromEntries(UTM.map((name) => [name, url?.searchParams.get(name) ?? null])),
	};
}

/** The way to list entities by their IDs, and their fields that become columns. */
interface EntityList {
	readonly segment: string;
	readonly parameter: string;
	readonly columns: (entity: unknown) => EntityColumns;
	readonly parent?: readonly [kind: string, field: string];
}

const field = (entity: unknown, name: string) =>
	name === 'entity_status' && get(entity, 'deleted') === true ? 'DELETED' : asText(get(entity, name)) || null;
const fields = (...names: string[]) => {
	return (entity: unknown) => Object.fromEntries(names.map((name) => [name, field(entity, name)]));
};

const LISTS: Readonly<Record<string, EntityList>> = {
	CAMPAIGN: {
		segment: 'campaigns',
		parameter: 'campaign_ids',
		columns: fields('name', 'entity_status', 'currency'),
	},
	FUNDING_INSTRUMENT: {
		segment: 'funding_instruments',
		parameter: 'funding_instrument_ids',
		columns: (entity) => ({
			name: field(entity, 'description') ?? field(entity, 'type'),
			currency: field(entity, 'currency'),
		}),
	},
	LINE_ITEM: {
		segment: 'line_items',
		parameter: 'line_item_ids',
		columns: fields('name', 'entity_status', 'objective', 'campaign_id', 'currency'),
		parent: ['CAMPAIGN', 'campaign_id'],
	},
	PROMOTED_ACCOUNT: {
		segment: 'promoted_accounts',
		parameter: 'promoted_account_ids',
		columns: fields('entity_status', 'user_id', 'line_item_id'),
		parent: ['LINE_ITEM', 'line_item_id'],
	},
	PROMOTED_TWEET: {
		segment: 'promoted_tweets',
		parameter: 'promoted_tweet_ids',
		columns: fields('entity_status', 'tweet_id', 'line_item_id'),
		parent: ['LINE_ITEM', 'line_item_id'],
	},
};

/** The columns that an entity takes over from what it belongs to. */
const inherited = (kind: string, { name, entity_status: status, currency, ...above }: EntityColumns) =>
	kind === 'CAMPAIGN'
		? { campaign_name: name, campaign_status: status, currency }
		: {
				line_item_name: name,
				line_item_status: status,
				...pick(above, 'objective', 'campaign_id', 'campaign_name', 'campaign_status'),
				currency,
			};

const OF_POSTS = 'PROMOTED_TWEET';

interface DescribeValues {
	readonly names?: boolean | undefined;
	readonly landing?: boolean | undefined;
	readonly rates?: boolean | undefined;
}

/** Counts the requests that the columns about entities take at most. */
export function requestsForColumns(
	{ names, landing, rates }: DescribeValues,
	entity: string,
	count: number,
): number {
	if (landing === true && entity === OF_POSTS)
		return requestsForNames(entity, count) + requestsForLanding(count);
	if (names === false) return 0;
	const objectives = rates === true && entity === 'CAMPAIGN' ? Math.ceil(count / MOST_IDS) : 0;
	return requestsForNames(entity, count) + objectives;
}

/** Counts the requests that the names of entities and of their parents take at most. */
function requestsForNames(entity: string, count: number): number {
	const listed = LISTS[entity];
	// The currency of an account is that of its funding instruments.
	if (!listed) return 1;
	return Math.ceil(count / MOST_IDS) + (listed.parent ? requestsForNames(listed.parent[0], count) : 0);
}

/** Reads the columns of each entity that are not metrics. Without an answer, a hint says so. */
export async function describedEntities(
	call: Call<DescribeValues>,
	account: Account,
	entity: string,
	ids: readonly string[],
): Promise<(id: string) => EntityColumns> {
	const { names, landing, rates } = call.values;
	if (landing === true && entity !== OF_POSTS) call.hint('Landing Page needs Promoted Post as Entity');
	const isLanding = landing === true && entity === OF_POSTS;
	if (ids.length === 0 || (names === false && !isLanding)) return () => ({});
	const named = await namedEntities(call, account, entity, ids);
	if (rates === true && entity === 'CAMPAIGN') {
		const objectives = await objectivesOf(call, account, ids);
		return (id) => ({ ...named(id), objective: objectives.get(id) ?? null });
	}
	if (!isLanding) return named;
	const postOf = (id: string) => asText(named(id).tweet_id);
	const landed = await landingOf(call, account, ids.map(postOf).filter(Boolean));
	return (id) => ({ ...named(id), ...landed(postOf(id)) });
}

async function namedEntities(
	call: Call<unknown>,
	account: Account,
	entity: string,
	ids: readonly string[],
): Promise<(id: string) => EntityColumns> {
	const listed = LISTS[entity];
	let found: ReadonlyMap<string, EntityColumns> = new Map();
	await unlessUnread(call, 'names of the entities', async () => {
		if (listed) found = await columnsOf(call, account, listed, ids);
	});
	const isKnown = ids.every((id) => found.get(id)?.currency);
	const currency = isKnown ? null : await currencyOf(call, account);
	const unknown = listed ? listed.columns(undefined) : { name: account.name };
	return (id) => {
		const { currency: own, ...columns } = found.get(id) ?? unknown;
		return { ...columns, currency: own ?? currency };
	};
}

/** Reads campaigns' objectives, which are those of their line items. A campaign without a line item has none. */
async function objectivesOf(
	call: Call<unknown>,
	account: Account,
	ids: readonly string[],
): Promise<Map<string, string | null>> {
	const found = new Map<string, string | null>();
	await unlessUnread(call, 'objectives of the campaigns', async () => {
		for (const some of chunk(ids, MOST_IDS)) {
			const campaignOf = (item: unknown) => asText(get(item, 'campaign_id'));
			const hasAll = (items: readonly unknown[]) => new Set(items.map(campaignOf)).size >= some.length;
			for (const item of await listBelow(call, account, 'line_items', listed('campaign_ids', some), hasAll))
				found.set(campaignOf(item), field(item, 'objective'));
		}
	});
	return found;
}

const listed = (parameter: string, ids: readonly string[]): [string, string][] => [
	[parameter, ids.join(',')],
	['count', '1000'],
	['with_deleted', 'true'],
];

/** The columns of entities, with the names of what they belong to. */
async function columnsOf(
	call: Call<unknown>,
	account: Account,
	{ segment, parameter, columns: columnsIn, parent = ['', ''] }: EntityList,
	ids: readonly string[],
): Promise<Map<string, EntityColumns>> {
	const found = new Map<string, EntityColumns>();
	for (const some of chunk(ids, MOST_IDS))
		for (const one of await listBelow(call, account, segment, listed(parameter, some)))
			found.set(asText(get(one, 'id')), columnsIn(one));
	const [kind, key] = parent;
	const above = LISTS[kind];
	if (!above) return found;
	const parentIds = [...new Set([...found.values()].map((columns) => asText(columns[key])).filter(Boolean))];
	const parents = await columnsOf(call, account, above, parentIds);
	const none = above.columns(undefined);
	for (const [id, columns] of found) {
		const parent = inherited(kind, parents.get(asText(columns[key])) ?? none);
		found.set(id, { ...columns, ...parent, currency: columns.currency ?? parent.currency });
	}
	return found;
}

/** The currency of all funding instruments. Null if they have several, or if X does not name one. */
async function currencyOf(call: Call<unknown>, account: Account): Promise<string | null> {
	return await memoOf(call.context).get(`${call.api.account} currency ${account.id}`, async () => {
		const query = [
			['count', '1000'],
			['with_deleted', 'true'],
		] as const;
		const all = await listBelow(call, account, 'funding_instruments', query).catch(() => []);
		const currencies = new Set(all.map((one) => field(one, 'currency')));
		const [only = null] = currencies;
		return currencies.size === 1 ? only : null;
	});
}
