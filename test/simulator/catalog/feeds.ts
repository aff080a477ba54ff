/** The scheduled feed: one a user; an import adds and updates products and never removes any. */
import { request as fetchOver } from 'undici';
import type { Platform, SimRequest } from '../frame';
import { refuse } from './problems';
import { productFields } from './facts';
import { putOne } from './products';
import type { Catalog, Feed } from './state';

const weekdays = ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'FRIDAY', 'SATURDAY', 'SUNDAY'];
const hours = ['1', '2', '3', '4', '6', '8', '12'];

export function createFeed(catalog: Catalog, request: SimRequest, platform: Platform): Feed {
	if (catalog.feed)
		refuse('ACTION_NOT_ALLOWED', 'A user can only have one scheduled feed', 'product_catalog_id');
	const now = platform.clock.iso();
	const made = {
		...(Object.fromEntries(request.query) as Omit<Feed, 'repeat'>),
		id: platform.newId(),
		product_catalog_id: catalog.id,
		repeat: request.query.get('repeat'),
		created_at: now,
		updated_at: now,
	};
	catalog.feed = checked(made);
	return catalog.feed;
}

export function updateFeed(catalog: Catalog, request: SimRequest, platform: Platform): Feed {
	const feed = find(catalog, request);
	const given = Object.fromEntries(request.query);
	const repeat = given.repeat ?? (given.frequency && given.frequency !== feed.frequency ? null : feed.repeat);
	catalog.feed = checked({ ...feed, ...given, repeat, updated_at: platform.clock.iso() });
	return catalog.feed;
}

export function removeFeed(catalog: Catalog, request: SimRequest): Feed {
	const feed = find(catalog, request);
	catalog.feed = undefined;
	return feed;
}

function find(catalog: Catalog, request: SimRequest): Feed {
	const id = request.params.scheduled_feed_id ?? '';
	if (catalog.feed?.id !== id)
		return refuse('NOT_FOUND', `Scheduled feed ${id} was not found`, 'scheduled_feed_id');
	return catalog.feed;
}

function checked(feed: Feed): Feed {
	const { frequency, repeat } = feed;
	const allowed = frequency === 'WEEKLY' ? weekdays : frequency === 'HOURLY' ? hours : [];
	if (frequency === 'DAILY' && repeat !== null)
		refuse('INVALID_PARAMETER', 'repeat is not allowed for DAILY', 'repeat');
	if (allowed.length > 0 && repeat === null)
		refuse('MISSING_PARAMETER', `repeat is required for ${frequency}`, 'repeat');
	if (repeat !== null && !allowed.includes(repeat))
		refuse('INVALID_PARAMETER', `repeat must be one of ${allowed.join(', ')}`, 'repeat');
	if (!URL.canParse(feed.feed_url)) refuse('INVALID_PARAMETER', 'feed_url is not a URL', 'feed_url');
	return feed;
}

/** Fetches the feed's file, from this machine only, and takes its products in. */
export async function importFeed(catalog: Catalog | undefined): Promise<Record<string, number>> {
	const { feed } = catalog ?? {};
	if (!catalog || !feed) throw new Error('There is no scheduled feed');
	const { hostname } = new URL(feed.feed_url);
	if (hostname !== '127.0.0.1') throw new Error(`Feeds are fetched from 127.0.0.1 only, not ${hostname}`);
	const { body, statusCode } = await fetchOver(feed.feed_url);
	const text = await body.text();
	if (statusCode !== 200) throw new Error(`The feed answered ${statusCode}`);
	const counts: Record<string, number> = {};
	for (const row of feed.feed_format === 'XML'
		? xmlRows(text)
		: tableRows(text, feed.feed_format === 'TSV' ? '\t' : ',')) {
		const { status } = putOne(catalog, typed(row));
		counts[status] = (counts[status] ?? 0) + 1;
	}
	return counts;
}

function typed(row: Readonly<Record<string, string>>): Record<string, unknown> {
	const known = productFields.filter(({ name }) => (row[name] ?? '') !== '');
	return Object.fromEntries(
		known.map(({ name, type }) => [name, type === 'integer' ? Number(row[name]) : row[name]]),
	);
}

function tableRows(text: string, delimiter: string): Record<string, string>[] {
	const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^${delimiter}\\r\\n]*))(${delimiter}|\\r?\\n|$)`, 'gy');
	const rows: string[][] = [[]];
	for (let match = cell.exec(text); match && cell.lastIndex <= text.length; match = cell.exec(text)) {
		rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
		if (match[3] !== delimiter) rows.push([]);
		if (cell.lastIndex === text.length) break;
	}
	const [header = [], ...records] = rows.filter((row) => row.length > 0 && row.some((value) => value !== ''));
	return records.map((record) =>
		Object.fromEntries(header.map((name, index) => [name.trim(), record[index] ?? ''])),
	);
}

function xmlRows(text: string): Record<string, string>[] {
	const plain = (value: string) =>
		value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
	return [...text.matchAll(/<item>([\s\S]*?)<\/item>/g)].map(([, inner = '']) =>
		Object.fromEntries(
			[...inner.matchAll(/<(?:g:)?(\w+)>([^<]*)<\/(?:g:)?\1>/g)].map(([, name = '', value = '']) => [
				name,
				plain(value),
			]),
		),
	);
}
