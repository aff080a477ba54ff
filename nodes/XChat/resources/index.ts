import type { Resource } from '../../shared/operation/operation';
import { customApiCall } from '../../shared/resources/customApiCall';
import { conversationResource } from './conversation';
import { groupResource } from './group';
import { mediaResource } from './media';
import { messageResource } from './message';
import { messageRequestResource } from './messageRequest';
import { publicKeyResource } from './publicKey';
import { settingResource } from './setting';

/** Every resource of X Chat; the first one is what a new node shows. n8n adds no Custom API Call where the last one has that name. */
export const resources: readonly Resource[] = [
	messageResource,
	conversationResource,
	groupResource,
	mediaResource,
	messageRequestResource,
	publicKeyResource,
	settingResource,
	customApiCall('/2/chat/conversations'),
];
