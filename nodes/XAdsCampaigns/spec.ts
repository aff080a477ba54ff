import { adsSpec } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import { resources } from './resources';

export const spec: NodeSpec = {
	...adsSpec(resources),
	// A person plans and sets up these. An agent reads, switches on and off, and changes budgets.
	notForAgents: {
		campaign: words('batch create'),
		lineItem: words('batch create'),
		scheduledPromotedPost: 'all',
		promotedAccount: 'all',
		mediaCreative: 'all',
		targetingCriterion: words('batch create delete'),
		targetingOption: 'all',
		targetingSuggestion: 'all',
		audienceEstimate: 'all',
		fundingInstrument: words('create delete update'),
		account: words('create delete update'),
		accountApp: 'all',
		biddingRule: 'all',
		category: 'all',
		curatedCategory: 'all',
		feature: 'all',
		lineItemCuratedCategory: 'all',
		placement: 'all',
		publisher: 'all',
		taxSetting: 'all',
		trackingTag: 'all',
		authenticatedUserAccess: 'all',
		userSetting: 'all',
		customApiCall: 'all',
	},
};
