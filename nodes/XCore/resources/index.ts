import type { Resource } from '../../shared/operation';
import { customApiCall } from '../../shared/customApiCall';
import { accountActivityResource } from './accountActivity';
import { activitySubscriptionResource } from './activitySubscription';
import { bookmarkResource } from './bookmark';
import { communityNoteResource } from './communityNote';
import { connectionResource } from './connection';
import { directMessageResource } from './directMessage';
import { listResource } from './list';
import { mediaResource } from './media';
import { newsResource } from './news';
import { postResource } from './post';
import { powerStreamRuleResource } from './powerStreamRule';
import { streamLinkResource } from './streamLink';
import { trendResource } from './trend';
import { usageResource } from './usage';
import { userResource } from './user';
import { webhookResource } from './webhook';

/** Every resource of the core API; the first one is what a new node shows. */
export const resources: readonly Resource[] = [
	postResource,
	accountActivityResource,
	activitySubscriptionResource,
	bookmarkResource,
	communityNoteResource,
	connectionResource,
	customApiCall('/2/tweets/search/recent'),
	directMessageResource,
	listResource,
	mediaResource,
	newsResource,
	powerStreamRuleResource,
	streamLinkResource,
	trendResource,
	usageResource,
	userResource,
	webhookResource,
];
