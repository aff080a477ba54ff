import type { Resource } from '../../shared/operation/operation';
import { conversationResource } from './conversation';
import { groupResource } from './group';
import { mediaResource } from './media';
import { messageResource } from './message';
import { messageRequestResource } from './messageRequest';
import { publicKeyResource } from './publicKey';
import { settingResource } from './setting';
import { trustResource } from './trust';

/** The resources of X Chat, in the order of the menu; a new node shows the first one. */
export const resources: readonly Resource[] = [
	messageResource,
	conversationResource,
	groupResource,
	mediaResource,
	messageRequestResource,
	publicKeyResource,
	settingResource,
	trustResource,
];
