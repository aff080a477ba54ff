import type { Resource } from '../../shared/operation/operation';
import { customApiCall } from '../../shared/resources/customApiCall';
import { accountActivityResource } from './accountActivity';
import { activitySubscriptionResource } from './activitySubscription';
import { bookmarkResource } from './bookmark';
import { communityResource } from './community';
import { communityNoteResource } from './communityNote';
import { complianceJobResource } from './complianceJob';
import { connectionResource } from './connection';
import { directMessageResource } from './directMessage';
import { listResource } from './list';
import { mediaResource } from './media';
import { newsResource } from './news';
import { postResource } from './post';
import { powerStreamRuleResource } from './powerStreamRule';
import { spaceResource } from './space';
import { streamLinkResource } from './streamLink';
import { streamRuleResource } from './streamRule';
import { trendResource } from './trend';
import { usageResource } from './usage';
import { userResource } from './user';
import { webhookResource } from './webhook';

/** All but the usage, which knows the operations of the others. */
const others: readonly Resource[] = [
	postResource,
	accountActivityResource,
	activitySubscriptionResource,
	bookmarkResource,
	communityResource,
	communityNoteResource,
	complianceJobResource,
	connectionResource,
	customApiCall('/2/tweets/search/recent'),
	directMessageResource,
	listResource,
	mediaResource,
	newsResource,
	powerStreamRuleResource,
	spaceResource,
	streamLinkResource,
	streamRuleResource,
	trendResource,
	userResource,
	webhookResource,
];

/** Every resource of the core API; the first one is what a new node shows. */
export const resources: readonly Resource[] = [...others, usageResource(others)];
