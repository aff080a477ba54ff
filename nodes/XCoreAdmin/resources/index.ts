import type { Resource } from '../../shared/operation/operation';
import { customApiCall } from '../../shared/resources/customApiCall';
import { accountActivityResource } from './accountActivity';
import { activitySubscriptionResource } from './activitySubscription';
import { botResource } from './bot';
import { complianceJobResource } from './complianceJob';
import { connectionResource } from './connection';
import { developerAccountResource } from './developerAccount';
import { healthResource } from './health';
import { powerStreamRuleResource } from './powerStreamRule';
import { streamLinkResource } from './streamLink';
import { streamRuleResource } from './streamRule';
import { tokenResource } from './token';
import { usageResource } from './usage';
import { webhookResource } from './webhook';

/** Event delivery first, and what few apps have last: the editor keeps this order. */
const managed: readonly Resource[] = [
	webhookResource,
	activitySubscriptionResource,
	accountActivityResource,
	streamRuleResource,
	streamLinkResource,
	connectionResource,
	powerStreamRuleResource,
	complianceJobResource,
	botResource,
	tokenResource,
	developerAccountResource,
	healthResource,
];

// It must be last: otherwise n8n adds a Custom API Call that only points to the HTTP Request node.
const customCall = customApiCall('/2/tweets/search/recent');

export const resources: readonly Resource[] = [
	...managed,
	usageResource([...managed, customCall]),
	customCall,
];
