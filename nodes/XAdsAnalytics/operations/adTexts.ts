/**
 * Finds what ads say and where they lead: the texts of Posts, and the address of the card or the text, with its
 * UTM values. https://docs.x.com/x-ads-api/creatives/reference#tweets
 */
import { chunk, get, omit } from 'lodash';
import { MOST_IDS } from '../../shared/ads/locators';
import type { Call } from '../../shared/operation/operation';
import { unescape } from '../../shared/model/escapedText';
import { asText } from '../../shared/util/text';
import type { EntityColumns } from '../report/rows';
import { listBelow, unlessUnread, type Account } from './account';

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
export const requestsForLanding = (posts: number): number => 2 * Math.ceil(posts / MOST_IDS);

/** Reads the columns about what Posts say and where they lead. Without an answer, a hint says so, and they are null. */
export async function landingOf(
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
			found.set(id, { post_text: textOf(post), ...columnsOf(link) });
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

function columnsOf(link = ''): EntityColumns {
	if (link === '') return omit(NOTHING, 'post_text');
	const url = URL.canParse(link) ? new URL(link) : undefined;
	return {
		link,
		page: url ? `${url.origin}${url.pathname}` : link,
		...Object.fromEntries(UTM.map((name) => [name, url?.searchParams.get(name) ?? null])),
	};
}
