/**
 * Every operation of the node once with each kind of credential. What an operation does in detail stands in the file
 * of its resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import type { INodeParameters } from 'n8n-workflow';
import { spec } from '../../../nodes/XAdsCampaigns/spec';
import { me } from '../../simulator/identities';
import { useSimulator } from '../../support/simulator';
import { account, ads, byId, ids, newCampaign, newLineItem, sandboxAccount, sent } from './support';

const sim = useSimulator();

interface Sample {
	/** The smallest form, besides the account. */
	form?: INodeParameters;
	/** The last request, below the account. */
	sends: string;
}

const at = (path: string, host = ids.account as string) => `/12/accounts/${host}${path}`;
const hour = { start_time: '2026-11-01T00:00:00Z', end_time: '2026-11-02T00:00:00Z' };
const update = (updateFields: INodeParameters) => ({ updateFields });

const samples: Record<string, Sample> = {
	'account.create': { sends: 'POST /12/accounts' },
	'account.delete': { sends: `DELETE ${at('', ids.sandboxAccount)}` },
	'account.get': { sends: `GET ${at('')}` },
	'account.getMany': { sends: 'GET /12/accounts' },
	'account.update': { form: update({ name: 'New name' }), sends: `PUT ${at('')}` },
	'accountApp.getMany': { sends: `GET ${at('/account_apps')}` },
	'accountHistory.getMany': {
		form: { entity_type: 'CAMPAIGN', entity_id: ids.campaign, ...hour },
		sends: `GET ${at('/account_history')}`,
	},
	'audienceEstimate.get': {
		form: {
			targeting_criteria: {
				values: [{ criterion_type: 'BROAD_KEYWORD', targeting_value: byId('coffee'), operator_type: 'EQ' }],
			},
		},
		sends: `POST ${at('/audience_estimate')}`,
	},
	'authenticatedUserAccess.get': { sends: `GET ${at('/authenticated_user_access')}` },
	'biddingRule.getMany': { sends: 'GET /12/bidding_rules' },
	'campaign.activate': {
		form: { campaign_id: byId(ids.campaign) },
		sends: `PUT ${at(`/campaigns/${ids.campaign}/activate`)}`,
	},
	'campaign.batch': {
		form: { operation_type: 'Delete', campaign_id: byId(ids.campaign) },
		sends: `POST /12/batch/accounts/${ids.account}/campaigns`,
	},
	'campaign.create': { form: newCampaign(), sends: `POST ${at('/campaigns')}` },
	'campaign.delete': {
		form: { campaign_id: byId(ids.campaign) },
		sends: `DELETE ${at(`/campaigns/${ids.campaign}`)}`,
	},
	'campaign.get': {
		form: { campaign_id: byId(ids.campaign) },
		sends: `GET ${at(`/campaigns/${ids.campaign}`)}`,
	},
	'campaign.getMany': { sends: `GET ${at('/campaigns')}` },
	'campaign.update': {
		form: { campaign_id: byId(ids.campaign), ...update({ name: 'New' }) },
		sends: `PUT ${at(`/campaigns/${ids.campaign}`)}`,
	},
	'category.getBusiness': { sends: 'GET /12/advertiser_business_categories' },
	'category.getContent': { sends: 'GET /12/content_categories' },
	'category.getIab': { sends: 'GET /12/iab_categories' },
	'curatedCategory.get': {
		form: { curated_category_id: byId(ids.curatedCategory) },
		sends: `GET ${at(`/curated_categories/${ids.curatedCategory}`)}`,
	},
	'curatedCategory.getMany': { form: { country_codes: 'us' }, sends: `GET ${at('/curated_categories')}` },
	'feature.add': {
		form: { feature_keys: ['AGE_TARGETING'] },
		sends: `POST ${at('/features', ids.sandboxAccount)}`,
	},
	'feature.getMany': { sends: `GET ${at('/features')}` },
	'feature.remove': {
		form: { feature_keys: ['CPI_CHARGING'] },
		sends: `DELETE ${at('/features', ids.sandboxAccount)}`,
	},
	'fundingInstrument.create': {
		form: { currency: 'USD', start_time: hour.start_time, type: 'CREDIT_CARD' },
		sends: `POST ${at('/funding_instruments', ids.sandboxAccount)}`,
	},
	'fundingInstrument.delete': {
		form: { funding_instrument_id: byId(ids.sandboxFundingInstrument) },
		sends: `DELETE ${at(`/funding_instruments/${ids.sandboxFundingInstrument}`, ids.sandboxAccount)}`,
	},
	'fundingInstrument.get': {
		form: { funding_instrument_id: byId(ids.fundingInstrument) },
		sends: `GET ${at(`/funding_instruments/${ids.fundingInstrument}`)}`,
	},
	'fundingInstrument.getMany': { sends: `GET ${at('/funding_instruments')}` },
	'fundingInstrument.update': {
		form: { funding_instrument_id: byId(ids.partnerManaged), ...update({ paused: true }) },
		sends: `PUT ${at(`/funding_instruments/${ids.partnerManaged}`)}`,
	},
	'lineItem.activate': {
		form: { line_item_id: byId(ids.websiteLineItem) },
		sends: `PUT ${at(`/line_items/${ids.websiteLineItem}/activate`)}`,
	},
	'lineItem.batch': {
		form: { operation_type: 'Delete', line_item_id: byId(ids.lineItem) },
		sends: `POST /12/batch/accounts/${ids.account}/line_items`,
	},
	'lineItem.create': { form: newLineItem(), sends: `POST ${at('/line_items')}` },
	'lineItem.delete': {
		form: { line_item_id: byId(ids.lineItem) },
		sends: `DELETE ${at(`/line_items/${ids.lineItem}`)}`,
	},
	'lineItem.get': {
		form: { line_item_id: byId(ids.lineItem) },
		sends: `GET ${at(`/line_items/${ids.lineItem}`)}`,
	},
	'lineItem.getMany': { sends: `GET ${at('/line_items')}` },
	'lineItem.update': {
		form: { line_item_id: byId(ids.lineItem), ...update({ name: 'New' }) },
		sends: `PUT ${at(`/line_items/${ids.lineItem}`)}`,
	},
	'lineItemCuratedCategory.create': {
		form: { curated_category_id: byId(ids.curatedCategory), line_item_id: byId(ids.prerollLineItem) },
		sends: `POST ${at('/line_item_curated_categories')}`,
	},
	'placement.getMany': { sends: 'GET /12/line_items/placements' },
	'promotableUser.get': {
		form: { promotable_user_id: byId(ids.promotableUser) },
		sends: `GET ${at(`/promotable_users/${ids.promotableUser}`)}`,
	},
	'promotableUser.getMany': { sends: `GET ${at('/promotable_users')}` },
	'publisher.getMany': { sends: 'GET /12/publishers' },
	'recommendation.get': {
		form: { recommendation_id: byId(ids.recommendation) },
		sends: `GET /5/accounts/${ids.account}/recommendations/${ids.recommendation}`,
	},
	'recommendation.getMany': { sends: `GET /5/accounts/${ids.account}/recommendations` },
	'mediaCreative.create': {
		form: { account_media_id: ids.imageMedia, line_item_id: byId(ids.lineItem) },
		sends: `POST ${at('/media_creatives')}`,
	},
	'promotedAccount.create': {
		form: { line_item_id: byId(ids.followersLineItem), user_id: byId(me.id) },
		sends: `POST ${at('/promoted_accounts')}`,
	},
	'promotedPost.create': {
		form: { line_item_id: byId(ids.lineItem), tweet_ids: ids.post },
		sends: `POST ${at('/promoted_tweets')}`,
	},
	'scheduledPromotedPost.create': {
		form: { line_item_id: byId(ids.lineItem), scheduled_tweet_id: ids.scheduledPost },
		sends: `POST ${at('/scheduled_promoted_tweets')}`,
	},
	'targetingCriterion.batch': {
		form: { operation_type: 'Delete', targeting_criterion_id: byId(ids.targetingCriterion) },
		sends: `POST /12/batch/accounts/${ids.account}/targeting_criteria`,
	},
	'targetingCriterion.create': {
		form: {
			line_item_id: byId(ids.lineItem),
			targeting_type: 'BROAD_KEYWORD',
			targeting_value: byId('coffee'),
			operator_type: 'EQ',
		},
		sends: `POST ${at('/targeting_criteria')}`,
	},
	'targetingCriterion.delete': {
		form: { targeting_criterion_id: byId(ids.targetingCriterion) },
		sends: `DELETE ${at(`/targeting_criteria/${ids.targetingCriterion}`)}`,
	},
	'targetingCriterion.get': {
		form: { targeting_criterion_id: byId(ids.targetingCriterion) },
		sends: `GET ${at(`/targeting_criteria/${ids.targetingCriterion}`)}`,
	},
	'targetingCriterion.getMany': {
		form: { line_item_ids: ids.lineItem },
		sends: `GET ${at('/targeting_criteria')}`,
	},
	'targetingOption.getAppStoreCategories': { sends: 'GET /12/targeting_criteria/app_store_categories' },
	'targetingOption.getConversations': { sends: 'GET /12/targeting_criteria/conversations' },
	'targetingOption.getDevices': { sends: 'GET /12/targeting_criteria/devices' },
	'targetingOption.getEvents': {
		form: { event_types: ['SPORTS'] },
		sends: 'GET /12/targeting_criteria/events',
	},
	'targetingOption.getInterests': { sends: 'GET /12/targeting_criteria/interests' },
	'targetingOption.getLanguages': { sends: 'GET /12/targeting_criteria/languages' },
	'targetingOption.getLocations': { sends: 'GET /12/targeting_criteria/locations' },
	'targetingOption.getNetworkOperators': { sends: 'GET /12/targeting_criteria/network_operators' },
	'targetingOption.getPlatformVersions': { sends: 'GET /12/targeting_criteria/platform_versions' },
	'targetingOption.getPlatforms': { sends: 'GET /12/targeting_criteria/platforms' },
	'targetingOption.getTvMarkets': { sends: 'GET /12/targeting_criteria/tv_markets' },
	'targetingOption.getTvShows': {
		form: { locale: byId('en-US') },
		sends: 'GET /12/targeting_criteria/tv_shows',
	},
	'targetingSuggestion.getMany': {
		form: { suggestion_type: 'KEYWORD', targeting_values: 'coffee' },
		sends: `GET ${at('/targeting_suggestions')}`,
	},
	'taxSetting.get': { sends: `GET ${at('/tax_settings')}` },
	'taxSetting.update': { form: update({ address_city: 'Leeds' }), sends: `PUT ${at('/tax_settings')}` },
	'trackingTag.create': {
		form: {
			line_item_id: byId(ids.websiteLineItem),
			tracking_tag_type: 'CLICK_TRACKER',
			tracking_tag_url: 'https://ad.example.net/click',
		},
		sends: `POST ${at('/tracking_tags')}`,
	},
	'trackingTag.update': {
		form: { tracking_tag_id: byId(ids.trackingTag), tracking_tag_url: 'https://ad.example.net/other' },
		sends: `PUT ${at(`/tracking_tags/${ids.trackingTag}`)}`,
	},
	'userSetting.get': {
		form: { user_id: byId(me.id) },
		sends: `GET ${at(`/user_settings/${me.id}`)}`,
	},
	'userSetting.update': {
		form: { user_id: byId(me.id), ...update({ contact_phone: '+1 555 0100' }) },
		sends: `PUT ${at(`/user_settings/${me.id}`)}`,
	},
	'lineItemCuratedCategory.update': {
		form: {
			line_item_curated_category_id: byId(ids.lineItemCuratedCategory),
			...update({ curated_category_id: byId(ids.otherCuratedCategory) }),
		},
		sends: `PUT ${at(`/line_item_curated_categories/${ids.lineItemCuratedCategory}`)}`,
	},
	'customApiCall.send': { form: { method: 'GET', path: '/12/accounts' }, sends: 'GET /12/accounts' },
};

/** Kinds that are read, listed and deleted alike. */
const alike: readonly [resource: string, segment: string, key: string, id: string][] = [
	['lineItemCuratedCategory', 'line_item_curated_categories', 'line_item_curated_category_id', 'xq'],
	['mediaCreative', 'media_creatives', 'media_creative_id', ids.mediaCreative],
	['promotedAccount', 'promoted_accounts', 'promoted_account_id', ids.promotedAccount],
	['promotedPost', 'promoted_tweets', 'promoted_tweet_id', ids.promotedTweet],
	[
		'scheduledPromotedPost',
		'scheduled_promoted_tweets',
		'scheduled_promoted_tweet_id',
		ids.scheduledPromotedTweet,
	],
	['trackingTag', 'tracking_tags', 'tracking_tag_id', ids.trackingTag],
];
for (const [resource, segment, key, id] of alike) {
	samples[`${resource}.getMany`] = { sends: `GET ${at(`/${segment}`)}` };
	samples[`${resource}.get`] = { form: { [key]: byId(id) }, sends: `GET ${at(`/${segment}/${id}`)}` };
	samples[`${resource}.delete`] = { form: { [key]: byId(id) }, sends: `DELETE ${at(`/${segment}/${id}`)}` };
}

const operations = spec.resources.flatMap(({ value, operations: own }) =>
	Object.entries(own).map(([name, operation]) => ({ name: `${value}.${name}`, operation })),
);

describe.each(operations)('$name', ({ name, operation }) => {
	const sandboxOnly = operation.environments !== undefined;

	it.each(['oAuth1', 'oAuth2'] as const)('works with %s', async (as) => {
		const { form = {}, sends } = samples[name] ?? { sends: 'no sample' };
		const parameters = { account_id: sandboxOnly ? sandboxAccount : account, ...form };
		// An operation of the sandbox goes there even when the form still says production.
		const run = await ads(sim(), name, parameters, { as });
		expect(run.error?.message).toBeUndefined();
		expect(sent(sim()).at(-1)).toBe(sends);
		// Nothing has happened yet that a history could tell.
		expect(run.items.length > 0).toBe(name !== 'accountHistory.getMany');
		expect(run.itemsPaired.every((from) => from === 0)).toBe(true);
		expect(sim().requests.every(({ listener }) => listener === (sandboxOnly ? 'adsSandbox' : 'ads'))).toBe(
			true,
		);
	});
});
