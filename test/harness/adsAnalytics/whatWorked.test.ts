/**
 * Report → Get What Worked: own Posts beside their ads, against sums over what the simulated X served and a list of the
 * Posts that it has.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { DateTime } from 'luxon';
import type { IDataObject } from 'n8n-workflow';
import { ads as area } from '../../simulator/ads/area';
import { addEntity } from '../../simulator/ads/entities';
import { impressionsIn } from '../../simulator/ads/statsServed';
import { core as coreArea } from '../../simulator/core/area';
import { makePost } from '../../simulator/core/postsMake';
import { ME } from '../../simulator/identities';
import { cases } from '../../support/cases';
import { lotsFrom } from '../../support/random';
import { useSkippedWaits } from '../../support/waits';
import { account, deliver, ids, useAds } from './support';

const { sim, ads } = useAds('xAdsAnalytics');
useSkippedWaits(sim);

const ZONE = 'America/Los_Angeles';
const HOUR = 3_600_000;
const form = { account_id: account, range: 'last7DaysAndToday' };

interface Week {
	readonly from: number;
	readonly posts: ReadonlyMap<string, { likes: number; text: string }>;
	/** The hours in which each ad was shown, by its Post. */
	readonly ads: ReadonlyArray<{ post: string; lineItem: string; from: number; to: number }>;
}

/** Makes a week of Posts, some of them with one ad or two, and one ad for a Post of an earlier time. */
async function makeWeek(seed: number): Promise<Week> {
	const lot = lotsFrom(seed);
	const { platform } = sim();
	const state = coreArea.state(platform);
	const { state: held } = area.state(platform).production;
	const now = Date.now();
	const from = DateTime.fromMillis(now, { zone: ZONE }).startOf('day').minus({ days: 7 }).toMillis();
	for (const [id, post] of state.posts) if (post.author_id === ME.id) state.posts.delete(id);
	const posts = new Map<string, { likes: number; text: string }>();
	const shown: { post: string; lineItem: string; from: number; to: number }[] = [];
	for (let count = 5 + lot(120); count > 0; count--) {
		const at = from + lot(Math.floor((now - from) / 1000)) * 1000;
		const id = platform.newId();
		const text = `Post ${count} & more`;
		const post = makePost(state, { id, authorId: ME.id, text, at });
		post.public_metrics.like_count = lot(1000);
		state.posts.set(id, post);
		posts.set(id, { likes: post.public_metrics.like_count, text });
		for (let ad = lot(8) - 5; ad > 0; ad--) await promote(id, at);
	}
	await promote(String(BigInt(platform.newId()) - 10n ** 18n), from);
	return { from, posts, ads: shown };

	async function promote(post: string, since: number): Promise<void> {
		const scope = { state: held, accountId: ids.account };
		const item = addEntity(scope, 'lineItems', {
			...held.of('lineItems').findAny(ids.lineItem)?.data,
			id: held.nextId(),
		}).data;
		const lineItem = String(item.id);
		addEntity(scope, 'promotedTweets', {
			line_item_id: lineItem,
			tweet_id: post,
			entity_status: 'ACTIVE',
			approval_status: 'ACCEPTED',
		});
		const begin = Math.ceil(since / HOUR) * HOUR;
		const end = begin + (1 + lot(30)) * HOUR;
		const [first, last] = [begin, end].map((moment) => new Date(moment).toISOString());
		await deliver(sim(), lineItem, 'ALL_ON_TWITTER', first ?? '', last ?? '');
		shown.push({ post, lineItem, from: begin, to: end });
	}
}

/** What the ads of a Post did and cost, hour by hour. */
function servedFor({ ads: shown }: Week, post: string) {
	let [impressions, micros] = [0, 0];
	for (const { lineItem, from, to } of shown.filter((each) => each.post === post))
		for (let hour = from; hour < Math.min(to, Date.now()); hour += HOUR) {
			const some = impressionsIn(lineItem, 'ALL_ON_TWITTER', hour);
			impressions += some;
			micros += Math.floor(some * 0.07) * 251_000 + some * 1_003;
		}
	return { impressions, spend: micros / 1_000_000 };
}

it.each(Array.from({ length: cases(3, 150, 1000) }, (_, seed) => seed))(
	'equals a join by hand in week %i',
	async (seed) => {
		const week = await makeWeek(seed);
		const run = await ads('report.getWhatWorked', form);
		expect(run.error?.message).toBeUndefined();
		const rows = new Map(run.json.map((row) => [row.id as string, row]));
		expect([...rows.keys()].sort()).toEqual([...week.posts.keys()].sort());
		for (const [id, { likes, text }] of week.posts) {
			const { impressions, spend } = servedFor(week, id);
			const row = rows.get(id) as IDataObject;
			expect(row).toMatchObject({ public_like_count: likes, text });
			expect(row).not.toHaveProperty('incomplete');
			expect(row.ads_impressions ?? 0).toBe(impressions);
			expect(row.ads_spend).toBeCloseTo(spend, 6);
		}
		expect(run.hints.map(({ message }) => message).join()).toContain('2 other Posts');
	},
);

it('says what each figure is of, and reads private metrics of thirty days alone', async () => {
	const week = await makeWeek(7);
	const [id = ''] = week.posts.keys();
	const last90 = await ads('report.getWhatWorked', { ...form, range: 'last90Days' });
	const row = (await ads('report.getWhatWorked', form)).json.find((each) => each.id === id) as IDataObject;
	expect(Object.keys(row).slice(0, 3)).toEqual(['date', 'text', 'ads_spend']);
	expect(row).toMatchObject({
		organic_impression_count: 0,
		private_url_link_clicks: 0,
		url: `https://x.com/i/status/${id}`,
		ads_from: DateTime.fromMillis(week.from, { zone: ZONE }).toISO({ suppressMilliseconds: true }),
	});
	expect(last90.error?.message).toBeUndefined();
	const asked = sim().requests.filter(({ route }) => route === '/2/users/{id}/tweets');
	const withPrivate = asked.filter(({ query }) => query['tweet.fields']?.includes('organic_metrics'));
	expect(asked.length).toBeGreaterThan(withPrivate.length);
	for (const { query } of withPrivate)
		expect(Date.now() - Date.parse(String(query['start_time']))).toBeLessThan(30 * 24 * HOUR);
});

it('gives rows without their ads as incomplete where X does not answer, and stops at Max Cost', async () => {
	await makeWeek(3);
	sim().fail({ match: { path: `/12/accounts/${ids.account}/promoted_tweets` }, kind: 'status', status: 400 });
	const run = await ads('report.getWhatWorked', form);
	expect(run.error?.message).toBeUndefined();
	expect(run.json.every(({ incomplete }) => incomplete === true)).toBe(true);
	const bounded = await ads('report.getWhatWorked', { ...form, options: { maxCost: 0.01 } });
	expect(bounded.error?.message).toMatch(/^Max Cost/);
});
