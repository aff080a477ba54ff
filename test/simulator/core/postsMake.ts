/** Makes Posts: entities out of the text, fresh metrics, edit window; and counts text as X does. */
import { pickBy } from 'lodash';
import type { Post, PostEntities } from './model';
import { userByName, type CoreState } from './state';

const EDIT_WINDOW_MS = 60 * 60 * 1000;
const URL_PATTERN = /https?:\/\/[^\s]+[^\s.,!?;:)\]]/g;

/** Positions are in code points, as the API has them. */
export function entitiesOf(state: CoreState, text: string): PostEntities {
	// The seed has hundreds of texts, and most have nothing of it.
	if (!/[@#$]|:\/\//.test(text)) return {};
	const find = (pattern: RegExp) =>
		[...text.matchAll(pattern)].map((match) => {
			const start = [...text.slice(0, match.index)].length;
			return { start, end: start + [...match[0]].length, whole: match[0], part: match[1] ?? '' };
		});
	const tags = (pattern: RegExp) => find(pattern).map(({ start, end, part }) => ({ start, end, tag: part }));
	const mentions = find(/(?<![A-Za-z0-9_@])@([A-Za-z0-9_]{1,15})/g).flatMap(({ start, end, part }) => {
		const user = userByName(state, part);
		return user ? [{ start, end, username: user.username, id: user.id }] : [];
	});
	const urls = find(URL_PATTERN).map(({ start, end, whole }) => ({
		start,
		end,
		url: whole,
		expanded_url: whole,
		display_url: whole.replace(/^https?:\/\//, ''),
	}));
	const hashtags = tags(/(?<![\p{L}\p{N}_&])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu);
	const cashtags = tags(/(?<![\w$])\$([A-Za-z]{1,6})\b/g);
	return pickBy({ hashtags, mentions, urls, cashtags }, ({ length }) => length > 0);
}

/** A Post with all fields; the caller stores it. */
export function makePost(
	state: CoreState,
	{ id, authorId, text, at }: { id: string; authorId: string; text: string; at: number },
): Post {
	const zero = { retweet_count: 0, reply_count: 0, like_count: 0 };
	return {
		id,
		text,
		author_id: authorId,
		created_at: new Date(at).toISOString(),
		conversation_id: id,
		lang: 'en',
		possibly_sensitive: false,
		reply_settings: 'everyone',
		source: 'Simulator',
		edit_history_tweet_ids: [id],
		edit_controls: {
			edits_remaining: 5,
			is_edit_eligible: true,
			editable_until: new Date(at + EDIT_WINDOW_MS).toISOString(),
		},
		display_text_range: [0, [...text].length],
		entities: entitiesOf(state, text),
		public_metrics: { ...zero, quote_count: 0, bookmark_count: 0, impression_count: 0 },
		non_public_metrics: { impression_count: 0, url_link_clicks: 0, user_profile_clicks: 0 },
		organic_metrics: { impression_count: 0, ...zero },
	};
}

/** Weighted length: 23 for each link, 1 for Latin and general punctuation, 2 for other code points (also emoji). */
export function weightedLength(text: string): number {
	const links = text.match(URL_PATTERN) ?? [];
	const rest = text.normalize('NFC').replace(URL_PATTERN, '');
	const segments = new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(rest);
	let length = links.length * 23;
	for (const { segment } of segments) {
		if (/\p{Extended_Pictographic}/u.test(segment)) length += 2;
		else for (const point of segment) length += isLight(point.codePointAt(0) ?? 0) ? 1 : 2;
	}
	return length;
}

function isLight(code: number): boolean {
	return (
		code <= 4351 ||
		(code >= 8192 && code <= 8205) ||
		(code >= 8208 && code <= 8223) ||
		(code >= 8242 && code <= 8247)
	);
}
