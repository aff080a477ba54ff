/** The useful fields of each entity, about ten: what Simplified keeps. Brief: resources and their fields. */
import type { Shape } from '../shared/operation/operation';

const shape = (...useful: string[]): Shape => ({ simplifiedFields: useful });

export const accountShape = shape(
	...['id', 'name', 'business_name', 'industry_type', 'approval_status', 'timezone', 'created_at'],
	...['updated_at', 'deleted'],
);

export const accountAppShape = shape(
	...['id', 'app_store_identifier', 'os_type', 'conversion_tracking_enabled', 'deep_link_pattern'],
	...['created_at', 'updated_at', 'deleted'],
);

export const historyShape = shape(
	...['entity', 'entity_id', 'change_type', 'change_time', 'change_by', 'changes', 'entity_data'],
);

export const campaignShape = shape(
	...['id', 'name', 'entity_status', 'effective_status', 'servable', 'reasons_not_servable'],
	...['funding_instrument_id', 'budget_optimization', 'daily_budget_amount_local_micro'],
	...['total_budget_amount_local_micro', 'currency', 'updated_at', 'deleted'],
);

export const lineItemShape = shape(
	...['id', 'name', 'campaign_id', 'entity_status', 'objective', 'goal', 'product_type', 'placements'],
	...['bid_strategy', 'bid_amount_local_micro', 'daily_budget_amount_local_micro'],
	...['total_budget_amount_local_micro', 'currency', 'start_time', 'end_time', 'updated_at', 'deleted'],
);

export const fundingInstrumentShape = shape(
	...['id', 'type', 'description', 'currency', 'entity_status', 'able_to_fund', 'reasons_not_able_to_fund'],
	...['credit_limit_local_micro', 'credit_remaining_local_micro', 'funded_amount_local_micro'],
	...['start_time', 'end_time', 'deleted'],
);

export const curatedCategoryShape = shape(
	...['id', 'name', 'description', 'country_codes', 'videos_monetized_in_last_thirty_days'],
	...['created_at', 'updated_at'],
);

const link = ['created_at', 'updated_at', 'deleted'];

export const lineItemCuratedCategoryShape = shape('id', 'line_item_id', 'curated_category_id', ...link);

export const mediaCreativeShape = shape(
	...['id', 'line_item_id', 'account_media_id', 'creative_type', 'landing_url', 'entity_status'],
	...['approval_status', ...link],
);

export const promotedAccountShape = shape(
	...['id', 'line_item_id', 'user_id', 'entity_status', 'approval_status', ...link],
);

export const promotedPostShape = shape(
	...['id', 'line_item_id', 'tweet_id', 'entity_status', 'approval_status', ...link],
);

export const scheduledPromotedPostShape = shape(
	...['id', 'line_item_id', 'scheduled_tweet_id', 'tweet_id', ...link],
);

export const promotableUserShape = shape('id', 'user_id', 'promotable_user_type', ...link);

export const publisherShape = shape(
	...['user_id', 'username', 'content_category_ids', 'monetizable_country_codes'],
	...['promotion_eligible_country_codes', 'monetization_restricted'],
);

export const recommendationShape = shape(
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

export const targetingCriterionShape = shape(
	...['id', 'line_item_id', 'name', 'targeting_type', 'targeting_value', 'operator_type', 'location_type'],
	...link,
);

export const trackingTagShape = shape('id', 'line_item_id', 'tracking_tag_type', 'tracking_tag_url', ...link);

export const eventShape = shape(
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
