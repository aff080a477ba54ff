import type { Resource } from '../../shared/operation/operation';
import { audienceResource } from './audience';
import { audiencePermissionResource, tailoredAudiencePermissionResource } from './audiencePermission';
import { doNotReachListResource } from './doNotReachList';
import { keywordInsightResource } from './keywordInsight';

export const resources: readonly Resource[] = [
	audienceResource,
	audiencePermissionResource,
	doNotReachListResource,
	keywordInsightResource,
	tailoredAudiencePermissionResource,
];
