import { customApiCall } from '../../shared/resources/customApiCall';
import type { Resource } from '../../shared/operation/operation';
import { accountResource } from './account';
import { accountAppResource } from './accountApp';
import { accountHistoryResource } from './accountHistory';
import { audienceEstimateResource } from './audienceEstimate';
import { biddingRuleResource } from './biddingRule';
import { campaignResource } from './campaign';
import { categoryResource } from './category';
import { curatedCategoryResource } from './curatedCategory';
import { featureResource } from './feature';
import { fundingInstrumentResource } from './fundingInstrument';
import { lineItemResource } from './lineItem';
import { lineItemCuratedCategoryResource } from './lineItemCuratedCategory';
import { mediaCreativeResource } from './mediaCreative';
import { placementResource } from './placement';
import { promotableUserResource } from './promotableUser';
import { promotedAccountResource } from './promotedAccount';
import { promotedPostResource } from './promotedPost';
import { publisherResource } from './publisher';
import { recommendationResource } from './recommendation';
import { scheduledPromotedPostResource } from './scheduledPromotedPost';
import { targetingCriterionResource } from './targetingCriterion';
import { targetingOptionResource } from './targetingOption';
import { targetingSuggestionResource } from './targetingSuggestion';
import { taxSettingResource } from './taxSetting';
import { trackingTagResource } from './trackingTag';
import { userAccessResource } from './userAccess';
import { userSettingResource } from './userSetting';

/** The resource that people use most comes first: the editor keeps this order, and a new node shows the first one. */
export const resources: readonly Resource[] = [
	campaignResource,
	lineItemResource,
	promotedPostResource,
	scheduledPromotedPostResource,
	promotedAccountResource,
	mediaCreativeResource,
	targetingCriterionResource,
	targetingOptionResource,
	targetingSuggestionResource,
	audienceEstimateResource,
	fundingInstrumentResource,
	accountResource,
	promotableUserResource,
	recommendationResource,
	accountAppResource,
	accountHistoryResource,
	biddingRuleResource,
	categoryResource,
	curatedCategoryResource,
	featureResource,
	lineItemCuratedCategoryResource,
	placementResource,
	publisherResource,
	taxSettingResource,
	trackingTagResource,
	userAccessResource,
	userSettingResource,
	// It must be last: otherwise n8n adds a Custom API Call that only points to the HTTP Request node.
	customApiCall('/12/accounts'),
];
