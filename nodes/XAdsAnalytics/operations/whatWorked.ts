/**
 * This file puts the own Posts of a time beside what was spent on them. Reports know spend by ad and not what a Post
 * did without it, and the timeline knows nothing of ads, so people joined the two tables by hand.
 */
import { get, groupBy, mapKeys } from 'lodash';
import type { INodeExecutionData } from 'n8n-workflow';
import { unescape } from '../../shared/model/escapedText';
import { postAddress } from '../../shared/model/postAddress';
import { isInForm, oddities, unknownForm } from '../../shared/engine/contract';
import { entities } from '../../shared/engine/output';
import { pages } from '../../shared/engine/paging';
import { inSeconds, ownList } from '../../shared/intent/ownPosts';
import { normalizeTweetKeys } from '../../shared/model/tweetNaming';
import { many, token, type Call, type ValuesOf } from '../../shared/operation/operation';
import { counted } from '../../shared/report/wording';
import { isObject } from '../../shared/util/lenient';
import { asText } from '../../shared/util/text';
import { DAY, HOUR } from '../../shared/util/time';
import { PLACEMENTS, type whatWorkedFields } from '../fields';
import type { ReportQuery } from '../report/plan';
import { dayOf, onClock, roundedOut, type Span } from '../report/ranges';
import { Totals } from '../report/rows';
import { accountOf, type Account, activeEntities, recordedIn } from './account';
import { describedEntities } from './describe';
import { readTable } from './getReport';
import { sayMissing } from './output';
import { spanOf } from './subject';

type WorkedCall = Call<ValuesOf<typeof whatWorkedFields>>;
type Row = Readonly<Record<string, unknown>>;

const ADS = 'PROMOTED_TWEET';
const GROUPS = ['BILLING', 'ENGAGEMENT', 'WEB_CONVERSION'];

/**
 * Kinds of a Post's metrics. X gives those of the second list to the author alone, for 30 days after it was published:
 * https://docs.x.com/x-api/fundamentals/metrics (read on 2026-11-26)
 */
const PUBLIC = ['public_metrics'];
const PRIVATE = ['non_public_metrics', 'organic_metrics'];
/** An hour less, for clocks that differ. */
const PRIVATE_TIME = 30 * DAY - HOUR;

const TIMELINE = { result: many({ simplifiedFields: ['id', 'text'] }), paging: token(100, 5) };

/** Gives a row for each own Post: the time of its figures, those of X by their kind, and those of its ads. */
export async function whatWorked(call: WorkedCall): Promise<INodeExecutionData[]> {
	const account = await accountOf(call, call.values.account_id);
	const span = spanOf(call, call.values, 'DAY', account);
	const now = Date.now();
	const posts = await ownPosts(call, span, now);
	const ads = await adsSince(call, account, { from: span.from, to: Math.max(now, span.from + 1) });
	const own = new Set(posts.map(({ id }) => asText(id)));
	const others = Object.keys(ads.byPost).filter((id) => id !== '' && !own.has(id));
	if (others.length > 0)
		call.hint(
			`Ads for ${counted(others.length, 'other Post')} are not in the table: they were published before the range, or by another account. X Ads Analytics, Report: Get Ads With Landing Page has them`,
		);
	return posts.map((post) => call.item(rowOf(post, ads, account, now)));
}

/** Reads the own Posts of a span, each once: those that may have private metrics with them. */
async function ownPosts(call: WorkedCall, { from, to }: Span, now: number): Promise<Row[]> {
	const me = await call.lookup.ownUserId();
	const { api } = await call.on('baseUrl');
	const since = Math.min(Math.max(from, now - PRIVATE_TIME), to);
	const found: Row[] = [];
	for (const [start, end, metrics] of [
		[since, to, [...PUBLIC, ...PRIVATE]],
		[from, since, PUBLIC],
	] as const) {
		if (start >= end) continue;
		const request = ownList(me, start, ['created_at', 'note_tweet', ...metrics], {
			exclude: 'retweets',
			...(end < now && { end_time: inSeconds(end) }),
		});
		for await (const { body } of pages(api, request, TIMELINE.paging, Infinity, () => 0)) {
			if (!isInForm(TIMELINE, body))
				throw unknownForm(call, body, 'X did not say which Posts were published');
			for (const text of oddities(TIMELINE, body)) call.hint(text);
			found.push(...entities(TIMELINE.result, normalizeTweetKeys(body)));
		}
	}
	return found;
}

interface AdFigures {
	readonly span: Span;
	readonly byPost: Readonly<Record<string, readonly Row[]>>;
	readonly metrics: readonly string[];
}

async function adsSince(call: WorkedCall, account: Account, since: Span): Promise<AdFigures> {
	const span = roundedOut(since, 'DAY', account.zone);
	const wanted: ReportQuery = {
		entity: ADS,
		granularity: 'TOTAL',
		placements: Object.keys(PLACEMENTS),
		groups: GROUPS,
		span,
		zone: account.zone,
	};
	const entities = await activeEntities(call, account.id, call.values, recordedIn(span, since.to));
	const { table, missing } = await readTable(call, account, [wanted, entities]);
	const named = { ...call, values: { names: true } };
	const described = await describedEntities(named, account, ADS, table.entities());
	const rows = [...table.rows(table.entities(), { described })];
	const byPost = groupBy(rows, ({ tweet_id: post }) => asText(post));
	sayMissing(call, account, missing, table, 'Rows that lack it say "incomplete"');
	if ('' in byPost)
		call.hint('X did not say which Posts some of the ads are for, so that all rows say "incomplete"');
	return { span, byPost, metrics: table.metrics() };
}

function rowOf(post: Row, ads: AdFigures, { zone, id: account }: Account, now: number): Row {
	const id = asText(post.id);
	const own = ads.byPost[id] ?? [];
	const totals = new Totals({ kind: 'range', metrics: ads.metrics, hasRates: false });
	for (const row of own) totals.add(row);
	const [total = { incomplete: false, currency: null }] = totals.rows();
	const isIncomplete = '' in ads.byPost || total.incomplete === true;
	const sums = ads.metrics.map((name): [string, unknown] => [
		name === 'billed_charge' ? 'ads_spend' : `ads_${name}`,
		own.length === 0 ? 0 : (get(total, [name]) ?? null),
	]);
	const text = asText(get(post, 'note_tweet.text') ?? post.text);
	return {
		date: dayOf(Date.parse(asText(post.created_at)), zone),
		text: unescape(text),
		ads_spend: 0,
		...ofKind(post, 'public_metrics', 'public'),
		...ofKind(post, 'organic_metrics', 'organic'),
		...ofKind(post, 'non_public_metrics', 'private'),
		...Object.fromEntries(sums),
		currency: total.currency ?? null,
		ads: own.length,
		id,
		url: postAddress(id),
		created_at: post.created_at,
		figures_at: onClock(now, zone),
		ads_from: onClock(ads.span.from, zone),
		ads_to: onClock(now, zone),
		...(isIncomplete && { incomplete: true }),
		account_id: account,
	};
}

/** The figures of one kind; their names say which. */
const ofKind = (post: Row, kind: string, prefix: string): Row => {
	const metrics = post[kind];
	return isObject(metrics) ? mapKeys(metrics, (_value, name) => `${prefix}_${name}`) : {};
};
