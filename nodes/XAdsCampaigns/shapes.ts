/** The fields of each entity that Simplified keeps, about ten. */
import { adsShape, adsShapeWith } from '../shared/ads/shape';

export const accountShape = adsShape(
	...['id', 'name', 'business_name', 'industry_type', 'approval_status', 'timezone', 'created_at'],
	...['updated_at', 'deleted'],
);

export const accountAppShape = adsShape(
	...['id', 'app_store_identifier', 'os_type', 'conversion_tracking_enabled', 'deep_link_pattern'],
	...['created_at', 'updated_at', 'deleted'],
);

export const historyShape = adsShape(
	...['entity', 'entity_id', 'change_type', 'change_time', 'change_by', 'changes', 'entity_data'],
);

export const campaignShape = adsShape(
	...['id', 'name', 'entity_status', 'effective_status', 'servable', 'reasons_not_servable'],
	...['funding_instrument_id', 'budget_optimization', 'daily_budget_amount'],
	...['total_budget_amount', 'currency', 'updated_at', 'deleted'],
);

export const lineItemShape = adsShape(
	...['id', 'name', 'campaign_id', 'entity_status', 'objective', 'goal', 'product_type', 'placements'],
	...['bid_strategy', 'bid_amount', 'daily_budget_amount'],
	...['total_budget_amount', 'currency', 'start_time', 'end_time', 'updated_at', 'deleted'],
);

export const fundingInstrumentShape = adsShape(
	...['id', 'type', 'description', 'currency', 'entity_status', 'able_to_fund', 'reasons_not_able_to_fund'],
	...['credit_limit', 'credit_remaining', 'funded_amount'],
	...['start_time', 'end_time', 'deleted'],
);

export const curatedCategoryShape = adsShape(
	...['id', 'name', 'description', 'country_codes', 'videos_monetized_in_last_thirty_days'],
	...['publisher_user_ids', 'created_at', 'updated_at'],
);

const link = ['created_at', 'updated_at', 'deleted'];

export const lineItemCuratedCategoryShape = adsShape('id', 'line_item_id', 'curated_category_id', ...link);

export const mediaCreativeShape = adsShape(
	...['id', 'line_item_id', 'account_media_id', 'creative_type', 'landing_url', 'entity_status'],
	...['approval_status', ...link],
);

export const promotedAccountShape = adsShape(
	...['id', 'line_item_id', 'user_id', 'entity_status', 'approval_status', ...link],
);

export const promotedPostShape = adsShape(
	...['id', 'line_item_id', 'tweet_id', 'entity_status', 'approval_status', ...link],
);

export const scheduledPromotedPostShape = adsShape(
	...['id', 'line_item_id', 'scheduled_tweet_id', 'tweet_id', ...link],
);

export const promotableUserShape = adsShape('id', 'user_id', 'promotable_user_type', ...link);

export const publisherShape = adsShape(
	...['user_id', 'username', 'content_category_ids', 'monetizable_country_codes'],
	...['promotion_eligible_country_codes', 'monetization_restricted'],
);

export const recommendationShape = adsShape(
	...[
		'id',
		'account_id',
		'funding_instrument_id',
		'status',
		'message',
		'changes',
		'created_at',
		'updated_at',
	],
);

export const targetingCriterionShape = adsShape(
	...['id', 'line_item_id', 'name', 'targeting_type', 'targeting_value', 'operator_type', 'location_type'],
	...['localized_name', ...link],
);

export const trackingTagShape = adsShape(
	'id',
	'line_item_id',
	'tracking_tag_type',
	'tracking_tag_url',
	...link,
);

export const eventShape = adsShape(
	...[
		'name',
		'targeting_value',
		'event_type',
		'country_code',
		'is_global',
		'start_time',
		'end_time',
		'reach',
	],
);

export const biddingRuleShape = adsShapeWith(
	['minimum_denomination'],
	...['currency', 'minimum_cpe_bid', 'maximum_cpe_bid', 'minimum_denomination'],
);
