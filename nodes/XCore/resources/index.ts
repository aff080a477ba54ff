import { usageResource } from '../../shared/core/estimateCost';
import type { Resource } from '../../shared/operation/operation';
import { articleResource } from './article';
import { bookmarkResource } from './bookmark';
import { communityResource } from './community';
import { communityNoteResource } from './communityNote';
import { directMessageResource } from './directMessage';
import { listResource } from './list';
import { mediaResource } from './media';
import { newsResource } from './news';
import { postResource } from './post';
import { threadResource } from './thread';
import { trendResource } from './trend';
import { userResource } from './user';

/** The most used resources first: the editor keeps this order. */
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
	communityResource,
	newsResource,
	communityNoteResource,
];

/**
 * The actions of people on X; a new node shows the first resource. Nothing here changes the app, so an agent with this
 * node as a tool cannot do so either: that, and any other request, is in X Core Admin.
 */
export const resources: readonly Resource[] = [...billed, usageResource(billed)];
