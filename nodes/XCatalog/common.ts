/** All resources of the catalog share these scopes. */
import { user } from '../shared/operation/operation';

/** With OAuth 2.0, the credential must request these scopes. */
export const reads = user('ads.read');
export const writes = user('ads.read', 'ads.write');
