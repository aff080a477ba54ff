/** Every documented change of something is understood: one request that is right for each of them. */
import { operations, routeOf } from '../../simulator/ads/facts';
import { ids } from '../../simulator/ads/seed';
import { me } from '../../simulator/identities';
import { account, campaign, criterion, item } from './adsRequests';
import { query, startAds, type Client } from './adsSupport';

const sandbox = `sandbox:/12/accounts/${ids.sandboxAccount}`;
const batch = `/12/batch/accounts/${ids.account}`;
const one = '/12/accounts/{account_id}';
const keyword = { line_item_id: ids.lineItem, targeting_type: 'BROAD_KEYWORD', targeting_value: 'beach' };
const flight = { start_time: '2026-12-01T00:00:00Z', end_time: '2026-12-31T00:00:00Z' };
const post = {
	campaign_id: ids.activeCampaign,
	objective: 'ENGAGEMENTS',
	product_type: 'PROMOTED_TWEETS',
	placements: 'ALL_ON_TWITTER',
	...flight,
};

/** Request and body by route. */
const writes: Readonly<Record<string, readonly [request: string, body?: unknown]>> = {
	'POST /12/accounts': ['POST sandbox:/12/accounts'],
	[`PUT ${one}`]: [`PUT ${account}?name=Acme&industry_type=RETAIL`],
	[`DELETE ${one}`]: [`DELETE ${sandbox}`],
	[`POST ${one}/audience_estimate`]: [
		`POST ${account}/audience_estimate`,
		{ targeting_criteria: [{ targeting_type: 'BROAD_KEYWORD', targeting_value: 'beach' }] },
	],
	[`POST ${one}/campaigns`]: [campaign({})],
	'POST /12/batch/accounts/{account_id}/campaigns': [
		`POST ${batch}/campaigns`,
		[{ operation_type: 'Delete', params: { campaign_id: ids.campaign } }],
	],
	[`PUT ${one}/campaigns/{campaign_id}`]: [`PUT ${account}/campaigns/${ids.campaign}?name=New`],
	[`DELETE ${one}/campaigns/{campaign_id}`]: [`DELETE ${account}/campaigns/${ids.campaign}`],
	[`PUT ${one}/campaigns/{campaign_id}/activate`]: [`PUT ${account}/campaigns/${ids.campaign}/activate`],
	[`POST ${one}/features`]: [`POST ${sandbox}/features?feature_keys=AGE_TARGETING,DR_TAP`],
	[`DELETE ${one}/features`]: [`DELETE ${sandbox}/features?feature_keys=EVENT_TARGETING`],
	[`POST ${one}/funding_instruments`]: [
		`POST ${sandbox}/funding_instruments?currency=USD&type=CREDIT_CARD&start_time=2026-12-01T00:00:00Z`,
	],
	[`PUT ${one}/funding_instruments/{funding_instrument_id}`]: [
		`PUT ${account}/funding_instruments/${ids.partnerManaged}?paused=true`,
	],
	[`DELETE ${one}/funding_instruments/{funding_instrument_id}`]: [
		`DELETE ${sandbox}/funding_instruments/${ids.sandboxFundingInstrument}`,
	],
	[`POST ${one}/line_items`]: [item({})],
	'POST /12/batch/accounts/{account_id}/line_items': [
		`POST ${batch}/line_items`,
		[{ operation_type: 'Create', params: { ...post, placements: ['ALL_ON_TWITTER'] } }],
	],
	[`PUT ${one}/line_items/{line_item_id}`]: [
		`PUT ${account}/line_items/${ids.lineItem}?bid_amount_local_micro=140000`,
	],
	[`DELETE ${one}/line_items/{line_item_id}`]: [`DELETE ${account}/line_items/${ids.lineItem}`],
	[`PUT ${one}/line_items/{line_item_id}/activate`]: [
		`PUT ${account}/line_items/${ids.websiteLineItem}/activate`,
	],
	[`POST ${one}/line_item_curated_categories`]: [
		`POST ${account}/line_item_curated_categories?line_item_id=${ids.prerollLineItem}&curated_category_id=${ids.otherCuratedCategory}`,
	],
	[`PUT ${one}/line_item_curated_categories/{line_item_curated_category_id}`]: [
		`PUT ${account}/line_item_curated_categories/${ids.lineItemCuratedCategory}?curated_category_id=${ids.otherCuratedCategory}`,
	],
	[`DELETE ${one}/line_item_curated_categories/{line_item_curated_category_id}`]: [
		`DELETE ${account}/line_item_curated_categories/${ids.lineItemCuratedCategory}`,
	],
	[`POST ${one}/media_creatives`]: [
		`POST ${account}/media_creatives?${query({
			line_item_id: ids.websiteLineItem,
			account_media_id: ids.imageMedia,
			landing_url: 'https://example.com/?a=b&c=d',
		})}`,
	],
	[`DELETE ${one}/media_creatives/{media_creative_id}`]: [
		`DELETE ${account}/media_creatives/${ids.mediaCreative}`,
	],
	[`POST ${one}/promoted_accounts`]: [
		`POST ${account}/promoted_accounts?line_item_id=${ids.followersLineItem}&user_id=${me.id}`,
	],
	[`DELETE ${one}/promoted_accounts/{promoted_account_id}`]: [
		`DELETE ${account}/promoted_accounts/${ids.promotedAccount}`,
	],
	[`POST ${one}/promoted_tweets`]: [
		`POST ${account}/promoted_tweets?line_item_id=${ids.lineItem}&tweet_ids=${ids.post}`,
	],
	[`DELETE ${one}/promoted_tweets/{promoted_tweet_id}`]: [
		`DELETE ${account}/promoted_tweets/${ids.promotedTweet}`,
	],
	[`POST ${one}/scheduled_promoted_tweets`]: [
		`POST ${account}/scheduled_promoted_tweets?line_item_id=${ids.lineItem}&scheduled_tweet_id=${ids.scheduledPost}`,
	],
	[`DELETE ${one}/scheduled_promoted_tweets/{scheduled_promoted_tweet_id}`]: [
		`DELETE ${account}/scheduled_promoted_tweets/${ids.scheduledPromotedTweet}`,
	],
	[`POST ${one}/targeting_criteria`]: [criterion('GENDER', '1')],
	'POST /12/batch/accounts/{account_id}/targeting_criteria': [
		`POST ${batch}/targeting_criteria`,
		[
			{ operation_type: 'Create', params: keyword },
			{ operation_type: 'Delete', params: { targeting_criterion_id: ids.targetingCriterion } },
		],
	],
	[`DELETE ${one}/targeting_criteria/{targeting_criterion_id}`]: [
		`DELETE ${account}/targeting_criteria/${ids.targetingCriterion}`,
	],
	[`PUT ${one}/tax_settings`]: [`PUT ${account}/tax_settings?address_name=ABC&bill_to=ADVERTISER`],
	[`POST ${one}/tracking_tags`]: [
		`POST ${account}/tracking_tags?${query({
			line_item_id: ids.lineItem,
			tracking_tag_type: 'CLICK_TRACKER',
			tracking_tag_url: 'https://ad.example.net/click;id=1',
		})}`,
	],
	[`PUT ${one}/tracking_tags/{tracking_tag_id}`]: [
		`PUT ${account}/tracking_tags/${ids.trackingTag}?tracking_tag_url=https%3A%2F%2Fad.example.net%2F2`,
	],
	[`DELETE ${one}/tracking_tags/{tracking_tag_id}`]: [`DELETE ${account}/tracking_tags/${ids.trackingTag}`],
	[`PUT ${one}/user_settings/{user_id}`]: [
		`PUT ${account}/user_settings/${me.id}?contact_phone=555&subscribed_email_types=ACCOUNT_PERFORMANCE`,
	],
};

let client: Client;

beforeAll(async () => {
	client = await startAds();
});
beforeEach(async () => {
	await client.sim.reset();
});
afterAll(async () => {
	await client.close();
});

it('knows a request for every documented change', () => {
	const documented = operations.filter(({ method }) => method !== 'GET').map(routeOf);
	expect(Object.keys(writes).sort()).toEqual(documented.sort());
});

it.each(Object.entries(writes))('%s', async (_route, [request, body]) => {
	const answer = await client.call(request, body);
	expect(answer.errors).toEqual([]);
	expect(answer.operation_errors).toBeUndefined();
	expect(answer.status).toBe(200);
});

it('takes the parameters from a form body as well', async () => {
	const token = client.sim.platform.credentials.grant(me.id, ['ads.write']).access_token;
	const response = await fetch(`${client.sim.adsUrl}${account}/campaigns`, {
		method: 'POST',
		headers: { authorization: `Bearer ${token}` },
		body: new URLSearchParams({ funding_instrument_id: ids.insertionOrder, name: 'From a form' }),
	});
	expect(response.status).toBe(200);
});
