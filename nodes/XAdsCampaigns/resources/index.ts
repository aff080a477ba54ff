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

/** Every resource of campaign management; the first one is what a new node shows. */
export const resources: readonly Resource[] = [
	campaignResource,
	accountResource,
	accountAppResource,
	accountHistoryResource,
	audienceEstimateResource,
	biddingRuleResource,
	categoryResource,
	curatedCategoryResource,
	featureResource,
	fundingInstrumentResource,
	lineItemResource,
	lineItemCuratedCategoryResource,
	mediaCreativeResource,
	placementResource,
	promotableUserResource,
	promotedAccountResource,
	promotedPostResource,
	publisherResource,
	recommendationResource,
	scheduledPromotedPostResource,
	targetingCriterionResource,
	targetingOptionResource,
	targetingSuggestionResource,
	taxSettingResource,
	trackingTagResource,
	userAccessResource,
	userSettingResource,
	customApiCall('/12/accounts'),
];
