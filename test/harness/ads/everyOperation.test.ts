/**
 * Every operation of the node once with each kind of credential; each is tested in detail in the file of its
 * resource.
 *
 * @jest-environment ./test/support/environment.ts
 */
import { spec } from '../../../nodes/XAdsCampaigns/spec';
import { ME } from '../../simulator/identities';
import { runsEveryOperation, type KnownValues } from './operations';
import { byId, ids } from './support';

const known: KnownValues = {
	campaign_id: ids.campaign,
	line_item_id: ids.lineItem,
	user_id: ME.id,
	tweet_ids: ids.post,
	funding_instrument_id: ids.fundingInstrument,
	'fundingInstrument.update.funding_instrument_id': ids.partnerManaged,
	entity_id: ids.campaign,
	curated_category_id: ids.curatedCategory,
	promotable_user_id: ids.promotableUser,
	recommendation_id: ids.recommendation,
	account_media_id: ids.imageMedia,
	line_item_ids: ids.lineItem,
	scheduled_tweet_id: ids.scheduledPost,
	targeting_criterion_id: ids.targetingCriterion,
	media_creative_id: ids.mediaCreative,
	promoted_account_id: ids.promotedAccount,
	promoted_tweet_id: ids.promotedTweet,
	scheduled_promoted_tweet_id: ids.scheduledPromotedTweet,
	tracking_tag_id: ids.trackingTag,
	line_item_curated_category_id: ids.lineItemCuratedCategory,
	'campaign.create.campaign_id': ids.activeCampaign,
	'lineItem.create.campaign_id': ids.activeCampaign,
	'lineItem.create.objective': 'ENGAGEMENTS',
	'lineItem.create.product_type': 'PROMOTED_TWEETS',
	start_time: '2026-12-01T00:00:00Z',
	end_time: '2027-01-01T00:00:00Z',
	path: '/12/accounts',
	'accountHistory.start_time': '2026-11-01T00:00:00Z',
	'accountHistory.end_time': '2026-11-02T00:00:00Z',
	targeting_type: 'BROAD_KEYWORD',
	targeting_value: 'coffee',
	targeting_values: 'coffee',
	suggestion_type: 'KEYWORD',
	locale: 'en-US',
	'promotedAccount.create.line_item_id': ids.followersLineItem,
	'feature.remove.feature_keys': ['CPI_CHARGING'],
	'lineItem.batch.campaign_id': ids.activeCampaign,
	'campaign.create.daily_budget_amount_local_micro': '12.50',
	'campaign.batch.additionalFields': { daily_budget_amount_local_micro: '12.50' },
	'targetingOption.getEvents.event_types': ['SPORTS'],
	'account.update.updateFields': { name: 'New name' },
};

/** A campaign has line items of one objective. */
const clicks = {
	campaign_id: byId(ids.campaign),
	objective: 'WEBSITE_CLICKS',
	additionalFields: { goal: 'LINK_CLICKS', pay_by: 'LINK_CLICK' },
};

runsEveryOperation('xAdsCampaigns', {
	spec,
	known,
	routes: { 'customApiCall.send': 'GET /12/accounts' },
	together: {
		'lineItem.create': [
			{ additionalFields: { advertiser_user_id: byId(ME.id) } },
			{ additionalFields: { bid_strategy: 'MAX', bid_amount_local_micro: '1.50' } },
			{ additionalFields: { categories: ['IAB3-1'] } },
			clicks,
		],
		'lineItem.update': [
			{ updateFields: { advertiser_user_id: byId(ME.id) } },
			{ updateFields: { categories: ['IAB3-1'] } },
		],
		'lineItem.batch': [
			{ additionalFields: { advertiser_user_id: byId(ME.id) } },
			{ additionalFields: { bid_strategy: 'MAX', bid_amount_local_micro: '1.50' } },
			{ additionalFields: { categories: ['IAB3-1'] } },
			clicks,
		],
	},
	// The history is empty, because nothing has happened yet.
	empty: ['accountHistory.getMany'],
	ownItems: ['customApiCall.send', 'feature.add', 'feature.getMany', 'feature.remove'],
});
