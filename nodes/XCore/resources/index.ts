import type { Resource } from '../../shared/operation/operation';
import { customApiCall } from '../../shared/resources/customApiCall';
import { accountActivityResource } from './accountActivity';
import { activitySubscriptionResource } from './activitySubscription';
import { articleResource } from './article';
import { bookmarkResource } from './bookmark';
import { botResource } from './bot';
import { broadcastResource } from './broadcast';
import { broadcastChatResource } from './broadcastChat';
import { communityResource } from './community';
import { communityNoteResource } from './communityNote';
import { complianceJobResource } from './complianceJob';
import { connectionResource } from './connection';
import { developerAccountResource } from './developerAccount';
import { directMessageResource } from './directMessage';
import { listResource } from './list';
import { mediaResource } from './media';
import { newsResource } from './news';
import { postResource } from './post';
import { powerStreamRuleResource } from './powerStreamRule';
import { scheduledBroadcastResource } from './scheduledBroadcast';
import { spaceResource } from './space';
import { streamLinkResource } from './streamLink';
import { streamRuleResource } from './streamRule';
import { threadResource } from './thread';
import { tokenResource } from './token';
import { trendResource } from './trend';
import { usageResource } from './usage';
import { userResource } from './user';
import { webhookResource } from './webhook';

/** What people use most comes first, what concerns the app comes last: the editor keeps this order. */
const billed: readonly Resource[] = [
	postResource,
	threadResource,
	userResource,
	directMessageResource,
	mediaResource,
	articleResource,
	listResource,
	bookmarkResource,
	trendResource,
	spaceResource,
	communityResource,
	newsResource,
	communityNoteResource,
	broadcastResource,
	broadcastChatResource,
	scheduledBroadcastResource,
	connectionResource,
	activitySubscriptionResource,
	webhookResource,
	streamRuleResource,
	streamLinkResource,
	accountActivityResource,
	complianceJobResource,
	powerStreamRuleResource,
	botResource,
	developerAccountResource,
	tokenResource,
];

// n8n adds no Custom API Call of its own where the last resource is one.
const customCall = customApiCall('/2/tweets/search/recent');

/** Every resource of the core API; the first one is what a new node shows. */
export const resources: readonly Resource[] = [...billed, usageResource([...billed, customCall]), customCall];
