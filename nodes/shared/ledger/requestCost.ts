/** This file bounds the cost of a request before it is sent, and counts it from the answer. */
import { castArray, get } from 'lodash';
import { INCLUDED, mostUsd, priceOf, type Price } from '../model/prices';
import { defined } from '../util/lenient';
import { asText } from '../util/text';

/** Money in millionths of a dollar: sums of them are exact. */
export type Micros = number;

export const microsOfUsd = (usd: number): Micros => Math.round(usd * 1_000_000);

export interface Priced {
	readonly method: string;
	readonly path: string;
	readonly template?: string;
	readonly query?: ReadonlyArray<readonly [string, string]>;
	readonly body?: object;
	/** Whether it replies to the Post before it in a thread: no one else wrote that, so no one was summoned. */
	readonly continuesThread?: boolean;
	/** The text of an encrypted write, whose body is another one each time. */
	readonly meaning?: { readonly text: string };
}

/** Returns the price of a request; undefined if no public source has one. */
export const priceOfRequest = (request: Priced): Price | undefined => priceOf(routeOf(request));

const valueOf = ({ query = [] }: Priced, name: string): string | undefined =>
	query.find(([each]) => each === name)?.[1];

const LARGEST_PAGE = 100;

/** Most objects in the answer's `data`; Infinity if X names no bound. */
export function mostObjects(request: Priced, { largestPage = LARGEST_PAGE }: Price): number {
	const { template, path } = request;
	const size = Number(valueOf(request, 'max_results'));
	if (size > 0) return size;
	const ids = valueOf(request, 'ids') ?? valueOf(request, 'usernames');
	if (ids !== undefined) return ids.split(',').length;
	// Each creator may have any number of Spaces.
	if (valueOf(request, 'user_ids') !== undefined) return Infinity;
	const isOne = /\/(me|\{\w+\}|username\/\w+|\d+)$/.test(template ?? path);
	return isOne ? 1 : largestPage;
}

const mostMicros = (price: Price | undefined): Micros => {
	const usd = mostUsd(price);
	return usd === undefined ? Infinity : microsOfUsd(usd);
};

/** Returns the most that one object of an answer costs, with the objects included for it. */
export function mostPerObject(request: Priced, price: Price, assumed: Micros = Infinity): Micros {
	const expansions = valueOf(request, 'expansions')?.split(',').filter(Boolean) ?? [];
	const included = expansions.map((name) => {
		const found = MOST_INCLUDED[name];
		if (!found) return assumed;
		const { users = 0, posts = 0 } = found;
		return users * mostMicros(INCLUDED.users) + posts * mostMicros(INCLUDED.posts);
	});
	const own = mostUsd(price) === undefined ? assumed : mostMicros(price);
	return included.reduce((sum, each) => sum + each, own);
}

/** Returns the most that a request may cost; Infinity if its price or the number of objects has no bound. */
export function mostCost(request: Priced, assumed: Micros = Infinity): Micros {
	const price = priceOfRequest(request);
	if (!price) return assumed;
	if (price.unit === 'request') {
		const most = mostMicros({ ...price, ...defined({ usd: linkPrice(request, price) }) });
		return most === Infinity ? assumed : most;
	}
	const each = mostPerObject(request, price, assumed);
	if (each === 0) return 0;
	const objects = mostObjects(request, price);
	return objects === Infinity ? assumed : each * objects;
}

const LINK = /https?:\/\/|(?<![@\w.-])[\w-]+(?:\.[\w-]+)*\.\p{L}{2,}/iu;

/** The pricing page does not say whether these count as links: they are counted as such. */
const MAY_HOLD_LINK = ['quote_tweet_id', 'card_uri', 'direct_message_deep_link'];

const mayHoldLink = (body: object | undefined): boolean =>
	LINK.test(asText(get(body, 'text'))) || MAY_HOLD_LINK.some((name) => get(body, name) !== undefined);

/** The price of a Post with a link, if the request may create one. */
const linkPrice = ({ body }: Priced, price: Price | undefined): number | undefined =>
	price?.linkUsd !== undefined && mayHoldLink(body) ? price.linkUsd : undefined;

/** The price of a reply, if the account may have been summoned: only X knows whether its author mentioned or quoted it. */
const summonedPrice = ({ body, continuesThread = false }: Priced, price: Price | undefined) =>
	get(body, 'reply.in_reply_to_tweet_id') === undefined || continuesThread ? undefined : price?.summonedUsd;

export interface Charge {
	readonly name: string;
	readonly unit: Price['unit'];
	readonly count: number;
	/** The bounds of its price; undefined if no public source has one. */
	readonly least: Micros | undefined;
	readonly most: Micros | undefined;
}

/** What people did, where X's price list has a name of its own for it. */
const PLAIN: Readonly<Record<string, string>> = {
	'Content: Create': 'media upload',
	'Content: Manage': 'deleting a Post',
	'DM Interaction: Create': 'sending a Direct Message',
};

type CountObjects = (objects: unknown, kind: string) => number;

/** Objects are billed once a day, but X does not guarantee that, so by default each counts. */
const countAll: CountObjects = (data) => castArray(data ?? []).length;

/** Yields the charges for an answer. `countOf` counts the billed objects; by default all. */
export function* chargesOf(request: Priced, body: unknown, assumed?: Micros, countOf = countAll) {
	const price = priceOfRequest(request);
	if (price?.unit === 'object')
		yield* chargeOf(nounOf(price.kind), 'object', countOf(get(body, 'data'), price.kind), price);
	else {
		const linkUsd = linkPrice(request, price);
		const name = price ? (PLAIN[price.kind] ?? price.kind) : routeOf(request);
		const summoned = summonedPrice(request, price);
		const isUnknown = price?.unit === undefined || mostUsd(price) === undefined;
		const bound = isUnknown && assumed !== undefined ? { usdMax: assumed / 1_000_000 } : price;
		if (linkUsd !== undefined)
			yield* chargeOf(`${name} with a link`, 'request', 1, { usd: summoned ?? linkUsd, usdMax: linkUsd });
		else if (summoned !== undefined)
			yield* chargeOf(name, 'request', 1, { usd: summoned, ...defined({ usdMax: mostUsd(price) }) });
		else yield* chargeOf(name, 'request', 1, bound);
	}
	const includes: unknown = request.method === 'GET' ? get(body, 'includes') : undefined;
	if (typeof includes !== 'object' || includes === null) return;
	for (const [key, entities] of Object.entries(includes)) {
		const each = INCLUDED[key];
		yield* chargeOf(
			each ? nounOf(each.kind) : key.replace(/s$/, ''),
			'object',
			countOf(entities, each?.kind ?? key),
			each,
		);
	}
}

function* chargeOf(
	name: string,
	unit: Price['unit'],
	count: number,
	price: Pick<Price, 'usd' | 'usdMax'> = {},
): Generator<Charge> {
	const cost = (usd: number | undefined) => (usd === undefined ? undefined : microsOfUsd(usd) * count);
	if (count > 0) yield { name, unit, count, least: cost(price.usd), most: cost(price.usdMax ?? price.usd) };
}

const NOUNS: Readonly<Record<string, string>> = {
	'Community: Read': 'community',
	'DM Event: Read': 'Direct Message event',
	'Following/Followers: Read': 'user',
	'List: Read': 'list',
	'Media lookup': 'media',
	'News: Read': 'news story',
	'Note: Read': 'note',
	'User: Read': 'user',
};

/** Returns the noun for one object of a kind. */
export const nounOf = (kind: string): string => NOUNS[kind] ?? kind.replace(/: Read$/, '');

/** Method and path of a request, as documented if known. */
export const routeOf = ({ method, template, path }: Priced): string => `${method} ${template ?? path}`;

/** The most billed objects that an expansion may include for each entity of an answer. */
interface Included {
	readonly users?: number;
	readonly posts?: number;
}

/** Expansions with a limited number of objects. Others may include any number. */
export const MOST_INCLUDED: Readonly<Record<string, Included | undefined>> = {
	'affiliation.user_id': { users: 1 },
	affiliation: { users: 1 },
	'article.cover_media': {},
	'article.media_entities': {},
	'attachments.media_keys': {},
	'attachments.media_source_tweet': { posts: 1 },
	'attachments.poll_ids': {},
	author_id: { users: 1 },
	creator_id: { users: 1 },
	// A Post is edited at most five times: https://docs.x.com/x-api/fundamentals/edit-posts
	edit_history_tweet_ids: { posts: 6 },
	edit_history_post_ids: { posts: 6 },
	'geo.place_id': {},
	in_reply_to_user_id: { users: 1 },
	liked_tweet_author_id: { users: 1 },
	liked_tweet_id: { posts: 1 },
	most_recent_tweet_id: { posts: 1 },
	most_recent_post_id: { posts: 1 },
	owner_id: { users: 1 },
	pinned_tweet_id: { posts: 1 },
	pinned_post_id: { posts: 1 },
	// A Post can reply to one Post and quote another.
	'referenced_tweets.id': { posts: 2 },
	referenced_posts: { posts: 2 },
	'referenced_tweets.id.author_id': { posts: 2, users: 2 },
	sender_id: { users: 1 },
	topic_ids: {},
};
