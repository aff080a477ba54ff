import { adsSpec } from '../shared/ads/spec';
import type { NodeSpec } from '../shared/operation/nodeSpec';
import { words } from '../shared/util/text';
import {
	audienceResource,
	audiencePermissionResource,
	tailoredAudiencePermissionResource,
	doNotReachListResource,
} from './resources/audience';
import { keywordInsightResource } from './resources/keywordInsight';

export const spec: NodeSpec = {
	...adsSpec([
		audienceResource,
		audiencePermissionResource,
		doNotReachListResource,
		keywordInsightResource,
		tailoredAudiencePermissionResource,
	]),
	// Lists of people come from tables, and who may use an audience is decided by a person.
	notForAgents: {
		audience: words('addUsers createFlexible removeUsers'),
		audiencePermission: 'all',
		doNotReachList: words('addUsers create delete removeUsers'),
		tailoredAudiencePermission: 'all',
	},
};
