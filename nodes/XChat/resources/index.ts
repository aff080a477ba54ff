import type { Resource } from '../../shared/operation/operation';
import { customApiCall } from '../../shared/resources/customApiCall';
import { conversationResource } from './conversation';
import { groupResource } from './group';
import { mediaResource } from './media';
import { messageResource } from './message';
import { messageRequestResource } from './messageRequest';
import { publicKeyResource } from './publicKey';
import { settingResource } from './setting';

/** Every resource of X Chat; the first one is what a new node shows. */
export const resources: readonly Resource[] = [
	messageResource,
	conversationResource,
	customApiCall('/2/chat/conversations'),
	groupResource,
	mediaResource,
	messageRequestResource,
	publicKeyResource,
	settingResource,
];
