import { adsSpec, nothingOf } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { customApiCall } from '../shared/resources/customApiCall';
import {
	accountResource,
	featureResource,
	fundingInstrumentResource,
	taxSettingResource,
	userSettingResource,
} from './resources/account';
import {
	audienceEstimateResource,
	targetingCriterionResource,
	targetingSuggestionResource,
} from './resources/targetingCriterion';
import { campaignResource } from './resources/campaign';
import { lineItemResource } from './resources/lineItem';
import * as reference from './resources/reference';
import * as promoted from './resources/promoted';

export const spec: NodeSpec = {
	...adsSpec([
		// The resource that people use most comes first: the editor keeps this order, and a new node shows the first one.
		campaignResource,
		lineItemResource,
		promoted.promotedPostResource,
		promoted.scheduledPromotedPostResource,
		promoted.promotedAccountResource,
		promoted.mediaCreativeResource,
		targetingCriterionResource,
		reference.targetingOptionResource,
		targetingSuggestionResource,
		audienceEstimateResource,
		fundingInstrumentResource,
		accountResource,
		reference.promotableUserResource,
		reference.recommendationResource,
		reference.accountAppResource,
		reference.accountHistoryResource,
		reference.biddingRuleResource,
		reference.categoryResource,
		reference.curatedCategoryResource,
		featureResource,
		promoted.lineItemCuratedCategoryResource,
		reference.placementResource,
		reference.publisherResource,
		taxSettingResource,
		promoted.trackingTagResource,
		reference.userAccessResource,
		userSettingResource,
		// It must be last: otherwise n8n adds a Custom API Call that only points to the HTTP Request node.
		customApiCall('/12/accounts'),
	]),
	// A person plans and sets up these. An agent reads, switches on and off, and changes budgets.
	notForAgents: {
		...nothingOf(`
			scheduledPromotedPost promotedAccount mediaCreative targetingOption targetingSuggestion
			audienceEstimate accountApp biddingRule category curatedCategory feature lineItemCuratedCategory
			placement publisher taxSetting trackingTag authenticatedUserAccess userSetting customApiCall`),
		campaign: words('batch create'),
		lineItem: words('batch create'),
		targetingCriterion: words('batch create delete'),
		fundingInstrument: words('create delete update'),
		account: words('create delete update'),
	},
};
