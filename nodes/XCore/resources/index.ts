import type { Resource } from '../../shared/operation/operation';
import { articleResource } from './article';
import { bookmarkResource } from './bookmark';
import { broadcastResource } from './broadcast';
import { broadcastChatResource } from './broadcastChat';
import { communityResource } from './community';
import { communityNoteResource } from './communityNote';
import { directMessageResource } from './directMessage';
import { listResource } from './list';
import { mediaResource } from './media';
import { newsResource } from './news';
import { postResource } from './post';
import { scheduledBroadcastResource } from './scheduledBroadcast';
import { spaceResource } from './space';
import { threadResource } from './thread';
import { trendResource } from './trend';
import { usageResource } from './usage';
import { userResource } from './user';

/** What people use most comes first: the editor keeps this order. */
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
];

/**
 * What people do on X; the first resource is what a new node shows. Nothing here reaches the app itself, so that an
 * agent with this node as a tool cannot change it: that, and any other request, is what X Core Admin is for.
 */
export const resources: readonly Resource[] = [...billed, usageResource(billed)];
