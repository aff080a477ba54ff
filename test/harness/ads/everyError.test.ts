/**
 * Documented errors of the Ads API that a request can bring about: the simulated X refuses something with each, and a
 * node reports it. The messages of all of them are in test/unit/errors/adsCodes.test.ts.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { adsErrorCodes } from '../../facts';
import { ads as area } from '../../simulator/ads/area';
import { ME, PIXEL } from '../../simulator/identities';
import { runNode, type NodeRun } from '../../support';
import { useSimulator } from '../../support/simulator';
import { useSkippedWaits } from '../../support/waits';
import { account, byId, ids, newCampaign, newLineItem } from './support';

const sim = useSimulator({ followers: 0 });
useSkippedWaits(sim);
const state = () => area.state(sim().platform).production.state;

const at = { account_id: account };
const OWN = `/12/accounts/${ids.account}`;
const STATS = `/12/stats/accounts/${ids.account}`;
const SOMEBODY = '1600000000000000001';

type Form = readonly [node: string, operation: string, form: INodeParameters];
type Case = readonly [...Form, before?: () => unknown];

/** A request that no form would send. */
const raw = (method: string, path: string, query: Record<string, string> = {}, body?: object): Form => {
	const values = Object.entries(query).map(([name, value]) => ({ name, value }));
	const parts = { query: { values }, ...(body && { body: JSON.stringify(body) }) };
	return ['xAdsCampaigns', 'customApiCall.send', { method, path, ...parts }];
};

const named = (node: string, operation: string, field: string, id = 'nope1'): Case => [
	...([node, operation] as const),
	{ ...at, [field]: byId(id) },
];

const ONE_DAY = { start_time: '2026-05-19T07:00:00Z', end_time: '2026-05-20T07:00:00Z' };
const numbers = {
	entity: 'LINE_ITEM',
	entity_ids: ids.lineItem,
	granularity: 'TOTAL',
	metric_groups: 'BILLING',
};
const DAYS = { range: 'custom', start_time: '2026-05-19', end_time: '2026-05-20' };
const post = { ...at, as_user_id: byId(ME.id), text: 'Hello' };

/** How each comes about. */
const PROVOKED: Readonly<Record<string, Case>> = {
	ACCOUNT_MEDIA_NOT_FOUND: named('xAdsCreatives', 'accountMedia.get', 'account_media_id'),
	ACCOUNT_NOT_FOUND: [
		...(['xAdsAudiences', 'audience.getMany'] as const),
		{ account_id: byId(ids.foreignAccount) },
	],
	ACTION_NOT_ALLOWED: ['xAdsAudiences', 'doNotReachList.create', at],
	APP_EVENT_PROVIDER_CONFIGURATION_NOT_FOUND: named('xAdsMeasurement', 'providerConfiguration.get', 'id'),
	APP_EVENT_TAG_NOT_FOUND: named('xAdsMeasurement', 'appEventTag.get', 'app_event_tag_id'),
	CAMPAIGN_NOT_FOUND: ['xAdsAnalytics', 'reach.getForCampaigns', { ...at, ...DAYS, campaign_ids: 'nope1' }],
	CARD_NOT_FOUND: named('xAdsCreatives', 'card.get', 'card_id', '12'),
	DUPLICATE_TWEET: ['xAdsCreatives', 'post.create', { ...post, text: 'Coffee all day' }],
	EXCLUSIVE_PARAMETERS: raw('GET', `${STATS}/active_entities`, {
		...ONE_DAY,
		entity: 'LINE_ITEM',
		campaign_ids: ids.campaign,
		line_item_ids: ids.lineItem,
	}),
	FUNDING_INSTRUMENT_EXCEEDS_AVAILABLE_CREDIT_LIMIT: [
		...(['xAdsCampaigns', 'campaign.create'] as const),
		newCampaign({
			funding_instrument_id: byId(ids.insertionOrder),
			total_budget_amount_local_micro: '60000',
		}),
	],
	FUNDING_INSTRUMENT_NOT_FOUND: [
		...(['xAdsAnalytics', 'reach.getForFundingInstruments'] as const),
		{ ...at, ...DAYS, funding_instrument_ids: 'nope1' },
	],
	INCLUSIVE_PARAMETERS: raw(
		'POST',
		`${OWN}/cards`,
		{},
		{
			name: 'App',
			components: [
				{ type: 'MEDIA', media_key: ids.libraryImage },
				{
					type: 'BUTTON',
					label: { type: 'ENUM', value: 'INSTALL' },
					destination: { type: 'APP', country_code: 'US', googleplay_app_id: 'a.b', ios_deep_link: 'a://b' },
				},
			],
		},
	),
	INCOMPATIBLE_LINE_ITEM: [
		...(['xAdsCampaigns', 'promotedPost.create'] as const),
		{ ...at, line_item_id: byId(ids.followersLineItem), tweet_ids: ids.post },
	],
	INVALID_DENOMINATION: raw('POST', `${OWN}/campaigns`, {
		funding_instrument_id: ids.fundingInstrument,
		name: 'Odd',
		daily_budget_amount_local_micro: '12345678',
	}),
	INVALID_FUNDING_INSTRUMENT: [
		...(['xAdsCampaigns', 'campaign.create', newCampaign()] as const),
		() => {
			const instruments = state().of('fundingInstruments');
			instruments.patch(instruments.findAny(ids.fundingInstrument)!, { able_to_fund: false });
		},
	],
	INVALID_IAB_CATEGORY: [
		...(['xAdsCampaigns', 'lineItem.create'] as const),
		newLineItem({ additionalFields: { categories: ['IAB99'] } }),
	],
	INVALID_ID_ILLEGAL_CHARACTERS: raw('GET', `${OWN}/campaigns`, { campaign_ids: 'Ä?' }),
	INVALID_MEDIA: raw('POST', `${OWN}/cards/image_conversation`, {
		name: 'Talk',
		title: 'Talk',
		first_cta: '#One',
		first_cta_tweet: 'One',
		thank_you_text: 'Thanks',
		media_key: ids.libraryVideo,
	}),
	INVALID_PARAMETER: raw('GET', STATS, { ...numbers, ...ONE_DAY, placement: 'NOWHERE' }),
	INVALID_PLACEMENT_TYPE: raw('POST', `${OWN}/line_items`, {
		campaign_id: ids.activeCampaign,
		objective: 'ENGAGEMENTS',
		product_type: 'PROMOTED_TWEETS',
		placements: 'TAP_MRECT',
		start_time: '2026-12-01T00:00:00Z',
		end_time: '2026-12-02T00:00:00Z',
	}),
	INVALID_TIME_WINDOW: raw('GET', STATS, {
		...numbers,
		...ONE_DAY,
		placement: 'TREND',
		end_time: '2026-05-27T07:00:00Z',
	}),
	INVALID_USER_ID: raw('POST', `${OWN}/targeting_criteria`, {
		line_item_id: ids.lineItem,
		targeting_type: 'SIMILAR_TO_FOLLOWERS_OF_USER',
		targeting_value: 'x',
	}),
	LINE_ITEM_NOT_FOUND: [
		...(['xAdsCreatives', 'prerollCallToAction.create'] as const),
		{
			...at,
			line_item_id: byId('nope1'),
			call_to_action: 'SHOP',
			call_to_action_url: 'https://example.com',
		},
	],
	MEDIA_NOT_FOUND: named('xAdsCreatives', 'mediaLibrary.get', 'media_key', '3_1'),
	METHOD_NOT_ALLOWED: raw('PUT', `${OWN}/app_lists`),
	MISSING_PARAMETER: raw('GET', STATS, { ...numbers, ...ONE_DAY }),
	NOT_FOUND: named('xAdsMeasurement', 'appList.get', 'app_list_id'),
	PROMOTABLE_USER_NOT_FOUND: ['xAdsCreatives', 'post.create', { ...post, as_user_id: byId(SOMEBODY) }],
	PROMOTED_TWEET_NOT_FOUND: [
		...(['xAdsAnalytics', 'report.start'] as const),
		{ ...at, ...DAYS, entity: 'PROMOTED_TWEET', entities: 'chosen', entity_ids: 'nope1' },
	],
	REQUEST_TOO_COMPLEX: raw('GET', '/12/insights/keywords/search', {
		...ONE_DAY,
		granularity: 'DAY',
		keywords: 'a,b,c,d,e,f',
		negative_keywords: 'g,h,i,j,k',
	}),
	ROUTE_NOT_FOUND: raw('GET', `${OWN}/cards_of_old`),
	SCHEDULED_TWEET_LIMIT_EXCEEDED: [
		...(['xAdsCreatives', 'scheduledPost.create'] as const),
		{ ...post, scheduled_at: '2026-12-24T12:00:00Z' },
		() => {
			const posts = state().of('scheduledPosts');
			const { data } = posts.findAny(ids.scheduledPost)!;
			for (let place = 0; place < 30; place += 1)
				posts.add(ids.account, { ...data, id: `90${place}`, scheduled_at: '2026-12-24T12:05:00Z' });
		},
	],
	TAILORED_AUDIENCE_NOT_FOUND: named('xAdsAudiences', 'audience.get', 'custom_audience_id'),
	TARGETING_CRITERION_NOT_FOUND: named('xAdsCampaigns', 'targetingCriterion.get', 'targeting_criterion_id'),
	TOO_MANY_CAMPAIGNS: [
		...raw('POST', `${OWN}/campaigns`, {
			funding_instrument_id: ids.fundingInstrument,
			name: 'One more',
			entity_status: 'ACTIVE',
			daily_budget_amount_local_micro: '12000000',
		}),
		() => {
			const campaigns = state().of('campaigns');
			const { data } = campaigns.findAny(ids.activeCampaign)!;
			for (let place = 0; place < 200; place += 1) campaigns.add(ids.account, { ...data, id: `c${place}` });
		},
	],
	TOO_MANY_LINE_ITEMS: [
		...(['xAdsCampaigns', 'lineItem.create', newLineItem()] as const),
		async () => {
			const campaign = { accountId: ids.account, campaignId: ids.activeCampaign };
			await sim().control('ads', 'addLineItems', { ...campaign, count: 100 });
		},
	],
	TOO_MANY_REQUESTS: [
		...(['xAdsAudiences', 'audience.getMany', at] as const),
		() => sim().limits.setRemaining('account', 0, 60),
	],
	TWEET_CANNOT_BE_BLANK: raw('POST', `${OWN}/tweet`, { as_user_id: ME.id }),
	TWEET_NOT_FOUND: named('xAdsCreatives', 'draftPost.get', 'draft_tweet_id', '12'),
	USER_NOT_FOUND: ['xCatalog', 'catalog.getMany', { filters: { user_id: SOMEBODY } }],
	WEB_EVENT_TAG_NOT_FOUND: named('xAdsMeasurement', 'webEventTag.get', 'web_event_tag_id'),
};

const run = async ([node, name, form, before]: Case): Promise<NodeRun> => {
	await before?.();
	const [resource, operation] = name.split('.') as [string, string];
	const environment = node === 'xCatalog' ? {} : { environment: 'production' };
	const chosen = { authentication: 'oAuth1', ...environment, resource, operation };
	const parameters = { ...chosen, options: { maxWait: 0 }, ...form };
	return await runNode({ node, sim: sim(), parameters });
};

function expectTold({ error }: NodeRun, code: string): void {
	const status = adsErrorCodes()[code];
	expect([error?.httpCode, error?.context]).toMatchObject([String(status), { data: { code } }]);
	// A refused one may ask for the permissions of the user afterwards.
	expect(sim().requests.map((sent) => sent.status)).toContain(status);
	expect(error?.message).toMatch(/^[A-Z].{10,}/);
	// What n8n says about a status for which there is no better text.
	expect(error?.message).not.toMatch(/perhaps check your credentials|Bad request - please check/);
	expect(String(error?.description).length).toBeGreaterThan(10);
}

it.each(Object.entries(PROVOKED))('%s is refused, and told with what to do', async (code, one) => {
	expectTold(await run(one), code);
});

/** Recognized by their text alone: https://docs.x.com/x-ads-api/measurement/web-conversions */
describe('of conversions', () => {
	const event_id = `tw-${PIXEL.id}-${ids.webEventTag}`;
	const good = { conversion_time: '2026-11-20T10:15:30.125Z', event_id, identifiers: [{ twclid: 'a' }] };

	it.each<[string, object, number?]>([
		['At least one user identifier must be provided', { identifiers: [{ ip_address: '1.0.0.0' }] }],
		['hashed_email (abc) is not a valid SHA-256 hash', { identifiers: [{ hashed_email: 'abc' }] }],
		['event_id (tw-other-o87ne) is not a single event tag (SET)', { event_id: 'tw-other-o87ne' }],
		['Expected Time in yyyy-MM-ddTHH:mm:ss.SSSZ, got 2026-11-20', { conversion_time: '2026-11-20' }],
		[
			`event_id (tw-${PIXEL.id}-zzzzz) does not belong to provided account`,
			{ event_id: `tw-${PIXEL.id}-zzzzz` },
		],
		['Conversion count limit is 500', {}, 501],
	])('%s', async (words, more, count = 1) => {
		const conversions = Array.from({ length: count }, () => ({ ...good, ...more }));
		const path = `/12/measurement/conversions/${PIXEL.id}`;
		const { error } = await run(raw('POST', path, {}, { conversions }));
		expect(error?.message).toContain(words);
		expect(sim().requests.at(-1)?.status).toBe(words.includes('belong') ? 404 : 400);
	});
});

/** Not documented, but seen: https://github.com/xdevplatform/twitter-python-ads-sdk/issues/242 */
it('TOO_MANY_JOBS is refused, and told with what to do', async () => {
	await sim().control('ads', 'jobs', { limit: 1, others: 1 });
	const path = `/12/stats/jobs/accounts/${ids.account}`;
	const { error } = await run(raw('POST', path, { ...numbers, ...ONE_DAY, placement: 'TREND' }));
	expect(error?.context).toMatchObject({ data: { code: 'TOO_MANY_JOBS' } });
	expect(`${error?.message} ${error?.description}`).toMatch(/jobs/);
});
