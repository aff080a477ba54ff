import { customApiCall } from '../../shared/resources/customApiCall';
import type { Resource } from '../../shared/operation/operation';

export const resources: readonly Resource[] = [customApiCall('/12/accounts')];
