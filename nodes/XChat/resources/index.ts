import type { Resource } from '../../shared/operation/operation';
import { customApiCall } from '../../shared/resources/customApiCall';
import { messageResource } from './message';

/** Every resource of X Chat; the first one is what a new node shows. */
export const resources: readonly Resource[] = [messageResource, customApiCall('/2/chat/conversations')];
