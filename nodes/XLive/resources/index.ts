import { usageResource } from '../../shared/core/estimateCost';
import type { Resource } from '../../shared/operation/operation';
import { broadcastResource } from './broadcast';
import { broadcastChatResource } from './broadcastChat';
import { scheduledBroadcastResource } from './scheduledBroadcast';
import { spaceResource } from './space';

/** The most used resources first: the editor keeps this order. */
const live: readonly Resource[] = [
	spaceResource,
	broadcastResource,
	broadcastChatResource,
	scheduledBroadcastResource,
];

export const resources: readonly Resource[] = [...live, usageResource(live)];
