/** The rules of line items, their targeting and what they show: what is forbidden, and what is allowed. */
import { advertiserBusinessCategories } from '../../simulator/ads/categories';
import { ids } from '../../simulator/ads/seed';
import { account, campaign, change, criterion, item, many, refuses, type Row } from './adsRequests';
import { startAds, type Client } from './adsSupport';

const health =
	advertiserBusinessCategories.find(({ name }) => name === 'Health & Pharma')?.iab_categories.join() ?? '';

let client: Client;

beforeAll(async () => {
	client = await startAds();
	await client.sim.control('ads', 'limit', { category: 'writes', limit: 10_000 });
});
afterAll(async () => {
	await client.close();
});

const followers = {
	campaign_id: ids.followersCampaign,
	objective: 'FOLLOWERS',
	product_type: 'PROMOTED_ACCOUNT',
};
const preroll = { campaign_id: ids.prerollCampaign, objective: 'PREROLL_VIEWS', product_type: 'MEDIA' };
const clicks = { campaign_id: ids.campaign, objective: 'WEBSITE_CLICKS' };

const lineItems: readonly Row[] = [
	['other objective than the siblings', item({ objective: 'REACH' }), 'INVALID_PARAMETER', 'objective'],
	['other product than the siblings', item({ product_type: 'MEDIA' }), 'INVALID_PARAMETER', 'product_type'],
	['deleted campaign', item({ campaign_id: ids.deletedCampaign }), 'CAMPAIGN_NOT_FOUND', 'campaign_id'],
	['MAX without bid', item({ bid_strategy: 'MAX' }), 'MISSING_PARAMETER', 'bid_amount_local_micro'],
	[
		'bid of zero',
		item({ bid_strategy: 'MAX', bid_amount_local_micro: 0 }),
		'INVALID_PARAMETER',
		'bid_amount_local_micro',
	],
	[
		'bid above the budget',
		item({ bid_amount_local_micro: 200_000_000 }),
		'INVALID_PARAMETER',
		'bid_amount_local_micro',
	],
	[
		'MAX for followers',
		item({ ...followers, bid_strategy: 'MAX', bid_amount_local_micro: 10_000 }),
		'INVALID_PARAMETER',
		'bid_strategy',
	],
	[
		'TARGET for engagements',
		item({ bid_strategy: 'TARGET', bid_amount_local_micro: 10_000 }),
		'INVALID_PARAMETER',
		'bid_strategy',
	],
	[
		'daily budget under CAMPAIGN',
		item({ ...clicks, daily_budget_amount_local_micro: 10_000 }),
		'INVALID_PARAMETER',
		'daily_budget_amount_local_micro',
	],
	[
		'frequency cap for clicks',
		item({ ...clicks, frequency_cap: 2, duration_in_days: 7 }),
		'INVALID_PARAMETER',
		'frequency_cap',
	],
	[
		'cap of two days',
		item({ frequency_cap: 2, duration_in_days: 2 }),
		'INVALID_PARAMETER',
		'duration_in_days',
	],
	['installs goal for engagements', item({ goal: 'APP_INSTALLS' }), 'INVALID_PARAMETER', 'goal'],
	['site visits for engagements', item({ goal: 'SITE_VISITS' }), 'INVALID_PARAMETER', 'goal'],
	[
		'conversions without tag',
		item({ goal: 'WEBSITE_CONVERSIONS' }),
		'MISSING_PARAMETER',
		'primary_web_event_tag',
	],
	[
		'unknown tag',
		item({ goal: 'WEBSITE_CONVERSIONS', primary_web_event_tag: 'nope' }),
		'WEB_EVENT_TAG_NOT_FOUND',
		'primary_web_event_tag',
	],
	['payment for engagements', item({ pay_by: 'IMPRESSION' }), 'INVALID_PARAMETER', 'pay_by'],
	[
		'payment of another goal',
		item({ ...clicks, goal: 'SITE_VISITS', pay_by: 'LINK_CLICK' }),
		'INVALID_PARAMETER',
		'pay_by',
	],
	[
		'network without domain',
		item({ placements: 'PUBLISHER_NETWORK', categories: 'IAB1' }),
		'MISSING_PARAMETER',
		'advertiser_domain',
	],
	[
		'network without categories',
		item({ placements: 'PUBLISHER_NETWORK', advertiser_domain: 'example.com' }),
		'MISSING_PARAMETER',
		'categories',
	],
	[
		'domain with protocol',
		item({ advertiser_domain: 'https://example.com' }),
		'INVALID_PARAMETER',
		'advertiser_domain',
	],
	['no IAB category', item({ categories: 'IAB99' }), 'INVALID_IAB_CATEGORY', 'categories'],
	['profile alone', item({ placements: 'TWITTER_PROFILE' }), 'INVALID_PLACEMENT_TYPE', 'placements'],
	[
		'search for followers',
		item({ ...followers, placements: 'TWITTER_SEARCH' }),
		'INVALID_PLACEMENT_TYPE',
		'placements',
	],
	['half a business', item({ ...preroll, categories: 'IAB3' }), 'INVALID_PARAMETER', 'categories'],
	[
		'three businesses',
		item({ ...preroll, categories: `${health},IAB18,IAB20` }),
		'INVALID_PARAMETER',
		'categories',
	],
	['end before start', item({ end_time: '2026-11-01T00:00:00Z' }), 'INVALID_TIME_WINDOW', 'end_time'],
	['no end', item({ end_time: '' }), 'MISSING_PARAMETER', 'end_time'],
	[
		'application identifier',
		item({ ios_app_store_identifier: 'id12' }),
		'INVALID_APP_ID',
		'ios_app_store_identifier',
	],
	[
		'handle of a stranger',
		item({ advertiser_user_id: '42' }),
		'PROMOTABLE_USER_NOT_FOUND',
		'advertiser_user_id',
	],
	[
		'update: bid unset under MAX',
		change(ids.lineItem, { bid_amount_local_micro: '' }),
		'MISSING_PARAMETER',
		'bid_amount_local_micro',
	],
	['update: no objective', change(ids.lineItem, { objective: 'REACH' }), 'INVALID_PARAMETER', 'objective'],
];

const creatives: readonly Row[] = [
	['two ages', criterion('AGE', 'AGE_18_TO_34'), 'INVALID_PARAMETER', 'targeting_type'],
	['unknown type', criterion('MOOD', '1'), 'INVALID_PARAMETER', 'targeting_type'],
	['unknown place', criterion('LOCATION', 'ffffffffffffffff'), 'INVALID_PARAMETER', 'targeting_value'],
	['list of apps without NE', criterion('APP_LIST', 'a1'), 'INVALID_PARAMETER', 'operator_type'],
	[
		'range for a keyword',
		criterion('BROAD_KEYWORD', 'x', { operator_type: 'GTE' }),
		'INVALID_PARAMETER',
		'operator_type',
	],
	[
		'duration without range',
		criterion('NETWORK_ACTIVATION_DURATION', '30'),
		'INVALID_PARAMETER',
		'operator_type',
	],
	[
		'engagement of nothing',
		criterion('ENGAGEMENT_TYPE', 'IMPRESSION'),
		'INCLUSIVE_PARAMETERS',
		'targeting_type',
	],
	[
		'show without place',
		criterion('TV_SHOW', '10027243420', { line_item_id: ids.websiteLineItem }),
		'INVALID_TV_SHOW_LOCATIONS',
		'targeting_type',
	],
	[
		'show of another country',
		criterion('TV_SHOW', '10027243420'),
		'TV_SHOW_OUTSIDE_MARKET',
		'targeting_value',
	],
	[
		'unknown audience',
		criterion('CUSTOM_AUDIENCE', 'nope'),
		'TAILORED_AUDIENCE_NOT_FOUND',
		'targeting_value',
	],
	[
		'small audience',
		criterion('CUSTOM_AUDIENCE', ids.untargetableAudience),
		'INVALID_PARAMETER',
		'targeting_value',
	],
	['user by name', criterion('FOLLOWERS_OF_USER', 'alice'), 'INVALID_USER_ID', 'targeting_value'],
	[
		'clicks to nowhere',
		`POST ${account}/media_creatives?line_item_id=${ids.websiteLineItem}&account_media_id=${ids.imageMedia}`,
		'MISSING_PARAMETER',
		'landing_url',
	],
	[
		'unknown media',
		`POST ${account}/media_creatives?line_item_id=${ids.lineItem}&account_media_id=x`,
		'ACCOUNT_MEDIA_NOT_FOUND',
		'account_media_id',
	],
	[
		'account on a Post line item',
		`POST ${account}/promoted_accounts?line_item_id=${ids.lineItem}&user_id=1`,
		'INCOMPATIBLE_LINE_ITEM',
		'line_item_id',
	],
	[
		'51 Posts',
		`POST ${account}/promoted_tweets?line_item_id=${ids.lineItem}&tweet_ids=${many(51)}`,
		'INVALID_PARAMETER',
		'tweet_ids',
	],
	[
		'unknown Post',
		`POST ${account}/promoted_tweets?line_item_id=${ids.lineItem}&tweet_ids=1`,
		'TWEET_NOT_FOUND',
		'tweet_ids',
	],
	[
		'Post that has gone out',
		`DELETE ${account}/scheduled_promoted_tweets/${ids.sentScheduledPromotedTweet}`,
		'ACTION_NOT_ALLOWED',
		'scheduled_promoted_tweet_id',
	],
	[
		'tag without address',
		`PUT ${account}/tracking_tags/${ids.trackingTag}?tracking_tag_url=ftp`,
		'INVALID_PARAMETER',
		'tracking_tag_url',
	],
	[
		'unknown curated category',
		`POST ${account}/line_item_curated_categories?line_item_id=${ids.prerollLineItem}&curated_category_id=x`,
		'NOT_FOUND',
		'curated_category_id',
	],
];

describe('line items', () => {
	refuses(() => client, lineItems);
});

describe('creatives and targeting', () => {
	beforeAll(async () => {
		await client.call(criterion('AGE', 'AGE_OVER_21'));
	});

	refuses(() => client, creatives);
});

describe('what is allowed', () => {
	it.each([
		[
			'campaign without daily budget on an insertion order',
			`POST ${account}/campaigns?name=A&funding_instrument_id=${ids.insertionOrder}`,
		],
		['draft campaign', campaign({ entity_status: 'DRAFT' })],
		[
			'TARGET for website clicks',
			item({
				...clicks,
				product_type: 'PROMOTED_TWEETS',
				bid_strategy: 'TARGET',
				bid_amount_local_micro: 10_000,
			}),
		],
		[
			'daily budget under LINE_ITEM',
			item({ daily_budget_amount_local_micro: 10_000, standard_delivery: false }),
		],
		['frequency cap for engagements', item({ frequency_cap: 5, duration_in_days: 7 })],
		[
			'publisher network with domain and categories',
			item({ placements: 'PUBLISHER_NETWORK', advertiser_domain: 'example.com', categories: 'IAB1' }),
		],
		['preroll for one business', item({ ...preroll, categories: health })],
		['show where it is on air', criterion('TV_SHOW', '10027243820')],
		['curated categories of a country', `GET ${account}/curated_categories?country_codes=US,GB`],
	])('%s', async (_what, request) => {
		const answer = await client.call(request);
		expect(answer.errors).toEqual([]);
		expect(answer.status).toBe(200);
	});

	it('leaves every seeded entity open to an update', async () => {
		for (const id of [ids.websiteLineItem, ids.lineItem, ids.followersLineItem, ids.prerollLineItem]) {
			expect((await client.call(change(id, { name: 'Renamed' }))).errors).toEqual([]);
		}
	});
});
